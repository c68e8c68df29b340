import { z } from 'zod/mini';
import { ContentComponent } from '@portico/kinds/content';
import { draftFields } from '@portico/kinds/itemSchemas';
import type { Change } from '@portico/contracts/studio/draft';

/** Whether a merged change breaks a limit that neither of the changes it was made of breaks. */
export const breaksLimits = (merged: Change, mine: Change, theirs: Change): boolean =>
  problemsIn(merged) > Math.max(problemsIn(mine), problemsIn(theirs));

/** How many limits a change breaks. A text may become empty: drafts can have less than they need. */
function problemsIn(change: Change): number {
  if (change.do === 'field') return z.safeParse(draftFields[change.name], change.value).success ? 0 : 1;
  if (change.do !== 'set') return 0;
  const issues = z.safeParse(ContentComponent, change.component).error?.issues ?? [];
  return issues.filter(({ code }) => code !== 'too_small').length;
}
