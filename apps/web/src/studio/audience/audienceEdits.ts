import { excluded, included } from '@portico/authoring/audience';
import type { Audience, AudienceDimension } from '@portico/kinds/audience';
import type { FieldChange } from '@portico/contracts/studio/draft';
import type { AdvisorType } from '@portico/kinds/advisorType';

/** The two halves of an audience: who is included, and who is excluded even though they would match. */
export type Side = 'include' | 'exclude';

/** The values of one half, by dimension. */
export const valuesOf = (audience: Audience, side: Side): Array<[AudienceDimension, string[]]> =>
  side === 'include' ? included(audience) : excluded(audience);

/** The field change that replaces the values of one dimension. Included advisor types are a separate field. */
export function changeOf(
  { audienceRule }: Audience,
  side: Side,
  dimension: AudienceDimension,
  values: string[],
): FieldChange {
  if (side === 'include' && dimension === 'advisorType')
    return { do: 'field', name: 'audience', value: values as AdvisorType[] };
  const others = Object.entries(audienceRule[side]).filter(([each]) => each !== dimension);
  const half = Object.fromEntries(values.length > 0 ? [...others, [dimension, values]] : others);
  return { do: 'field', name: 'audienceRule', value: { ...audienceRule, [side]: half } };
}
