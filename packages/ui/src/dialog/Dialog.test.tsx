import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { expectModalBehavior, PageWithOverlay } from '../testing/overlay.tsx';
import { Dialog } from './Dialog.tsx';

test('a dialog is named by its title, traps the focus, and closes on Escape and by its button', async () => {
  render(<PageWithOverlay Overlay={Dialog} />);
  await expectModalBehavior();
});

test('a closed dialog is not rendered', () => {
  render(
    <Dialog isOpen={false} onOpenChange={() => undefined} title="Details">
      Text
    </Dialog>,
  );
  expect(screen.queryByText('Text')).toBeNull();
});

test.each([
  [true, 1],
  [false, 0],
])('with isDismissable=%s, a click outside a dialog requests closing %i times', async (isDismissable, times) => {
  const onOpenChange = vi.fn();
  render(
    <Dialog isOpen onOpenChange={onOpenChange} title="Details" isDismissable={isDismissable}>
      Text
    </Dialog>,
  );
  await screen.findByRole('dialog', { name: 'Details' });
  await userEvent.click(document.body);
  expect(onOpenChange.mock.calls).toEqual(Array.from({ length: times }, () => [false]));
});

test('the actions of a dialog follow its content', async () => {
  render(
    <Dialog isOpen onOpenChange={() => undefined} title="Details" actions={<button type="button">Save</button>}>
      <button type="button">Inside</button>
    </Dialog>,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Details' });
  expect([...dialog.querySelectorAll('button')].map((button) => button.textContent)).toEqual(['', 'Inside', 'Save']);
});
