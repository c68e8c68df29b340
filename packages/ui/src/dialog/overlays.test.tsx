import { configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Button } from '../button/Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Sheet } from '../sheet/Sheet.tsx';

// What is tested here is loaded when it is first needed.
configure({ asyncUtilTimeout: 5000 });

function Page({ Overlay, isDismissable }: { Overlay: typeof Dialog | typeof Sheet; isDismissable?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open</Button>
      <Overlay
        isOpen={isOpen}
        onOpenChange={setOpen}
        title="Details"
        {...(isDismissable === undefined ? {} : { isDismissable })}
      >
        <Button>Inside</Button>
      </Overlay>
    </>
  );
}

test.each([
  ['dialog', Dialog],
  ['sheet', Sheet],
])('a %s has its title as name, holds the focus, and closes by Escape and by its button', async (_, Overlay) => {
  render(<Page Overlay={Overlay} />);
  const opener = screen.getByRole('button', { name: 'Open' });
  await userEvent.click(opener);
  const dialog = await screen.findByRole('dialog', { name: 'Details' });
  await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
  for (let presses = 0; presses < 4; presses += 1) {
    await userEvent.tab();
    expect(dialog.contains(document.activeElement)).toBe(true);
  }
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(opener));
  await userEvent.click(opener);
  await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a closed dialog is not in the page', () => {
  render(
    <Dialog isOpen={false} onOpenChange={() => undefined} title="Details">
      Text
    </Dialog>,
  );
  expect(screen.queryByText('Text')).toBeNull();
});
