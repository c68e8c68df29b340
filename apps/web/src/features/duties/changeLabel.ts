import type { SectionDifference } from '@portico/contracts/sections';
import { t } from '../../locale/text.ts';

/** How a section changed, in words. */
export function changeLabel({ change, former, isMoved, before, after, isWithheld }: SectionDifference): string {
  const how = t(`duties.change${change}`, { former: former.map((heading) => `“${heading}”`).join(', ') });
  const more = [
    ...(isMoved && change !== 'Moved' ? [t('duties.changeAlsoMoved')] : []),
    ...(isWithheld ? [t('duties.changeWithheld')] : []),
    ...(!isWithheld && before === after && change === 'Changed' ? [t('duties.changeNoWords')] : []),
  ];
  return [how, ...more].join(' · ');
}
