import type { Change, SentChange } from '@portico/contracts/studio/draft';
import { refuse } from '@portico/testing/fakeApi';

/** The changes of a call. Refuses what differs in a text, as a server of an earlier version does; a tab sends it whole. */
export function wholeIn(changes: readonly SentChange[]): Change[] {
  const whole = changes.filter((change) => change.do !== 'splice');
  return whole.length < changes.length ? refuse('invalid_input') : whole;
}
