import { excluded, included } from '@portico/authoring/audience';
import type { AudienceDimension, AudienceRule } from '@portico/kinds/audience';
import { dimensionLabel, factLabel } from '../../kit/factLabels.ts';
import { t } from '../../locale/text.ts';
import { usePeopleNames } from './usePeopleNames.ts';

/** A rule in words, such as "Who sees it: Branch: Denver, Austin", for places without room for its controls. */
export function RuleText({ rule }: { rule: AudienceRule }) {
  const names = usePeopleNames(rule);
  const nameOf = (dimension: AudienceDimension, value: string) =>
    dimension === 'person' ? (names.get(value) ?? t('studio.audienceUnknownPerson')) : factLabel(dimension, value);
  const side = (title: string, values: Array<[AudienceDimension, string[]]>) =>
    values.length === 0
      ? []
      : [
          `${title}: ${values
            .map(([each, facts]) => `${dimensionLabel(each)}: ${facts.map((fact) => nameOf(each, fact)).join(', ')}`)
            .join('; ')}`,
        ];
  const sides = [
    ...side(t('studio.audienceInclude'), included({ audience: [], audienceRule: rule })),
    ...side(t('studio.audienceExclude'), excluded({ audienceRule: rule })),
  ];
  return sides.join('. ') || '–';
}
