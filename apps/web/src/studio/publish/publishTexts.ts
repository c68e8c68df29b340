import type { StudioItem } from '@portico/contracts/studio/studio';
import { t } from '../../locale/text.ts';
import { isChosen } from '../releases/ReleaseChoice.tsx';
import { MAX_NOTE_LENGTH, type Plan } from './plan.ts';

/** Why the button of the publish dialog can't be pressed, as a sentence; undefined when it can. */
export function whyDisabled(
  plan: Plan,
  { allowed, needsApproval }: Pick<StudioItem, 'allowed' | 'needsApproval'>,
  isBlocked: boolean,
): string | undefined {
  if (!allowed.includes('publish')) return t(needsApproval ? 'studio.disabledApproval' : 'studio.disabledRole');
  if (isBlocked) return t('studio.disabledChecks');
  const { when, goesLiveAt, release, note } = plan;
  if (note.trim().length > MAX_NOTE_LENGTH) return t('studio.disabledNote', { max: MAX_NOTE_LENGTH });
  if (when === 'later' && goesLiveAt === null) return t('studio.disabledNoDate');
  if (when === 'later' && Date.parse(goesLiveAt!) <= Date.now()) return t('studio.disabledPast');
  return when === 'release' && !isChosen(release) ? t('studio.disabledRelease') : undefined;
}
