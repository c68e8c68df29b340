import type { StudioItem } from '@portico/contracts/studio/studio';
import { hasVisibleText } from '@portico/kinds/typedText';
import { MAX_CHANGE_REASON } from '@portico/contracts/studio/materialChange';
import { t } from '../../locale/text.ts';
import { isChosen } from '../releases/ReleaseChoice.tsx';
import { MAX_NOTE_LENGTH, type Plan } from './plan.ts';

/** Why the button of the publish dialog can't be pressed, as a sentence; undefined when it can. */
export function whyDisabled(
  plan: Plan,
  { allowed, needsApproval }: Pick<StudioItem, 'allowed' | 'needsApproval'>,
  isBlocked: boolean,
  /** How many people have confirmed what is published. */
  confirmed = 0,
  /** Whether they are asked about sections. */
  marksSections = false,
): string | undefined {
  if (!allowed.includes('publish')) return t(needsApproval ? 'studio.disabledApproval' : 'studio.disabledRole');
  if (isBlocked) return t('studio.disabledChecks');
  const { when, goesLiveAt, release, note } = plan;
  if (note.trim().length > MAX_NOTE_LENGTH) return t('studio.disabledNote', { max: MAX_NOTE_LENGTH });
  if (when === 'later' && goesLiveAt === null) return t('studio.disabledNoDate');
  if (when === 'later' && Date.parse(goesLiveAt!) <= Date.now()) return t('studio.disabledPast');
  if (confirmed > 0 && plan.isMaterial === undefined)
    return t(marksSections ? 'studio.disabledSections' : 'studio.disabledMaterial');
  if (confirmed > 0 && plan.isMaterial && !isReason(plan.reason))
    return t('studio.disabledMaterialReason', { max: MAX_CHANGE_REASON });
  return when === 'release' && !isChosen(release) ? t('studio.disabledRelease') : undefined;
}

const isReason = (text: string): boolean => hasVisibleText(text) && text.trim().length <= MAX_CHANGE_REASON;
