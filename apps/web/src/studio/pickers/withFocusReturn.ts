/** How long to wait for a dialog to close. */
const MAX_FRAMES = 120;

/**
 * Opens a dialog and returns its result. A dialog returns focus to the button that opened it; if the result removes
 * that button, focus moves to the component that contained it.
 */
export async function withFocusReturn<Result>(openDialog: () => Promise<Result>): Promise<Result> {
  const opener = document.activeElement;
  const frame = opener?.closest<HTMLElement>('[data-block-id]');
  const result = await openDialog();
  if (opener && frame) whenClosed(() => !opener.isConnected && frame.focus());
  return result;
}

function whenClosed(callback: () => void, frames = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    if (document.querySelector('[role=dialog]') && frames > 0) whenClosed(callback, frames - 1);
    else if (document.activeElement === document.body) callback();
  });
}
