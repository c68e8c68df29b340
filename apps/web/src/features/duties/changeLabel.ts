import type { SectionDifference } from '@portico/contracts/sections';
import { t, type TextKey } from '../../locale/text.ts';

const labels: Record<SectionDifference['change'], TextKey> = {
  Changed: 'duties.changeChanged',
  Reworded: 'duties.changeReworded',
  Moved: 'duties.changeMoved',
  Added: 'duties.changeAdded',
  Removed: 'duties.changeRemoved',
  Split: 'duties.changeSplit',
  Merged: 'duties.changeMerged',
};

/** How a section changed, in words. */
export function changeLabel({ change, former, isMoved, before, after, isWithheld }: SectionDifference): string {
  const how = t(labels[change], { former: former.map((heading) => `“${heading}”`).join(', ') });
  const more = [
    ...(isMoved && change !== 'Moved' ? [t('duties.changeAlsoMoved')] : []),
    ...(isWithheld ? [t('duties.changeWithheld')] : []),
    ...(!isWithheld && before === after && change === 'Changed' ? [t('duties.changeNoWords')] : []),
  ];
  return [how, ...more].join(' · ');
}
