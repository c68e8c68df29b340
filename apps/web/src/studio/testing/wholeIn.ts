import type { Change, SentChange } from '@portico/contracts/studio/draft';
import { refuse } from '@portico/testing/fakeApi';

/** The changes of a call. Refuses splices as an earlier server does; the tab then sends whole changes. */
export function wholeIn(changes: readonly SentChange[]): Change[] {
  const whole = changes.filter((change) => change.do !== 'splice');
  return whole.length < changes.length ? refuse('invalid_input') : whole;
}
