import type { Change, SentChange } from '@portico/contracts/studio/draft';

/** The changes of a call that sends none as what differs in a text. */
export function wholeIn(changes: readonly SentChange[]): Change[] {
  const whole = changes.filter((change) => change.do !== 'splice');
  if (whole.length < changes.length) throw new Error('This fake server knows only whole changes.');
  return whole;
}
