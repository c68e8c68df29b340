import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ComponentType, type ReactNode } from 'react';
import { expect } from 'vitest';
import { Button } from '../button/Button.tsx';

interface OverlayProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  title: string;
  children: ReactNode;
}

/** A page with a button that opens the overlay, which contains another button. */
export function PageWithOverlay({ Overlay }: { Overlay: ComponentType<OverlayProps> }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onPress={() => setOpen(true)}>Open</Button>
      <Overlay isOpen={isOpen} onOpenChange={setOpen} title="Details">
        <Button>Inside</Button>
      </Overlay>
    </>
  );
}

/** Checks the keyboard behavior that all modal overlays share, on a rendered PageWithOverlay. */
export async function expectModalBehavior(): Promise<void> {
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
}
