import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buttonClass } from './Button.tsx';
import { LinkButton } from './LinkButton.tsx';

test('a link button is a focusable link that looks like a button', async () => {
  render(
    <LinkButton href="/events" variant="primary" rel="next">
      All events
    </LinkButton>,
  );
  const link = screen.getByRole('link', { name: 'All events' });
  await userEvent.tab();
  expect(document.activeElement).toBe(link);
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['/events', 'next']);
  expect(link.className).toBe(buttonClass({ variant: 'primary' }));
});
