import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { expectModalBehavior, PageWithOverlay } from '../testing/overlay.tsx';
import { Sheet } from './Sheet.tsx';

test('a sheet is named by its title, traps the focus, and closes on Escape and by its button', async () => {
  render(<PageWithOverlay Overlay={Sheet} />);
  await expectModalBehavior();
});

test('a closed sheet is not rendered', () => {
  render(
    <Sheet isOpen={false} onOpenChange={() => undefined} title="Menu">
      Text
    </Sheet>,
  );
  expect(screen.queryByText('Text')).toBeNull();
});

test('a sheet has a back button if it can go back, and its buttons have the given names', async () => {
  const onBack = vi.fn();
  const onOpenChange = vi.fn();
  render(
    <Sheet
      isOpen
      onOpenChange={onOpenChange}
      title="Events"
      side="left"
      tone="sidebar"
      onBack={onBack}
      backLabel="Back to menu"
      closeLabel="Close menu"
    >
      Text
    </Sheet>,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Back to menu' }));
  expect(onBack).toHaveBeenCalledOnce();
  expect(onOpenChange).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Close menu' }));
  expect(onOpenChange).toHaveBeenCalledWith(false);
});
