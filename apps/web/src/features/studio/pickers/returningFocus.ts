/** A dialog that closes slowly is waited for. */
const MAX_FRAMES = 120;

/**
 * Asks in a dialog. A dialog returns the focus to the button that opened it; where the answer makes that button go
 * away, the component that it was in takes the focus instead of nothing.
 */
export async function returningFocus<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const opener = document.activeElement;
  const frame = opener?.closest<HTMLElement>('[data-block-id]');
  const answer = await ask();
  if (opener && frame) whenClosed(() => !opener.isConnected && frame.focus());
  return answer;
}

function whenClosed(act: () => void, frames = MAX_FRAMES): void {
  requestAnimationFrame(() => {
    if (document.querySelector('[role=dialog]') && frames > 0) whenClosed(act, frames - 1);
    else if (document.activeElement === document.body) act();
  });
}
