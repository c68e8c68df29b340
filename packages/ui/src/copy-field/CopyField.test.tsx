import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { descriptionOf } from '../testing/descriptionOf.ts';
import { CopyField } from './CopyField.tsx';

const address = 'https://portal.example/feeds/abc/events.ics';

test('focusing a copy field selects all of its text, which is read-only', async () => {
  render(<CopyField label="Calendar link" description="Paste it anywhere." value={address} onCopy={() => undefined} />);
  await userEvent.tab();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Calendar link' });
  expect(document.activeElement).toBe(field);
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, address.length]);
  await userEvent.keyboard('x');
  expect(field.value).toBe(address);
  expect(descriptionOf(field)).toEqual(['Paste it anywhere.']);
});

test('the button of a copy field requests copying', async () => {
  const onCopy = vi.fn();
  render(<CopyField label="Calendar link" value={address} onCopy={onCopy} />);
  await userEvent.click(screen.getByRole('button', { name: 'Copy calendar link' }));
  expect(onCopy).toHaveBeenCalledOnce();
});
