import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { expectModalBehavior, PageWithOverlay } from '../testing/overlay.tsx';
import { ViewerDialog } from './ViewerDialog.tsx';

test('a viewer is named by its title, traps the focus, and closes on Escape and by its button', async () => {
  render(<PageWithOverlay Overlay={ViewerDialog} />);
  await expectModalBehavior();
});

test('a viewer shows its description and tools next to the title', async () => {
  render(
    <ViewerDialog
      isOpen
      onOpenChange={() => undefined}
      title="Handbook"
      description="PDF, 2.1 MB"
      tools={<a href="/media/documents/1">Download</a>}
    >
      <p>First page</p>
    </ViewerDialog>,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Handbook' });
  expect(dialog.textContent).toContain('PDF, 2.1 MB');
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe('/media/documents/1');
});
