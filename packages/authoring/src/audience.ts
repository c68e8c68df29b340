import { audienceDimensions, factOf, type Audience, type AudienceDimension } from '@portico/kinds/audience';

export const emptyRule: Audience['audienceRule'] = { include: {}, exclude: {} };

/** The included values by dimension, with advisor types; only dimensions that have values, in a fixed order. */
export function included({ audience, audienceRule }: Audience): Array<[AudienceDimension, string[]]> {
  return filled({ advisorType: audience, ...audienceRule.include });
}

/** The excluded values by dimension, in the same order. */
export function excluded({ audienceRule }: Pick<Audience, 'audienceRule'>): Array<[AudienceDimension, string[]]> {
  return filled(audienceRule.exclude);
}

function filled(values: { [Dimension in AudienceDimension]?: string[] | undefined }): Array<
  [AudienceDimension, string[]]
> {
  return audienceDimensions.flatMap((dimension): Array<[AudienceDimension, string[]]> => {
    const given = [...new Set(values[dimension])].sort();
    return given.length > 0 ? [[dimension, given]] : [];
  });
}

/** Whether the rule is empty, so that advisor types alone decide. */
export const isEmptyRule = (audienceRule: Audience['audienceRule']): boolean =>
  included({ audience: [], audienceRule }).length === 0 && excluded({ audienceRule }).length === 0;

/** Whether the audience excludes no one. */
export const isForEveryone = (audience: Audience): boolean =>
  audience.audience.length === 0 && isEmptyRule(audience.audienceRule);

/** One condition of an audience, evaluated for one person. */
export interface AudienceCondition {
  isExclusion: boolean;
  dimension: AudienceDimension;
  /** Values of the rule. */
  values: string[];
  /** Those of the values that the person has. */
  matched: string[];
  /** True for an inclusion that matches, or an exclusion that doesn't. */
  isMet: boolean;
}

/** Each condition of an audience, evaluated for a person with these facts; inclusions first. */
export function conditionsOn(audience: Audience, facts: readonly string[]): AudienceCondition[] {
  const condition = ([dimension, values]: [AudienceDimension, string[]], isExclusion: boolean): AudienceCondition => {
    const matched = values.filter((value) => facts.includes(factOf(dimension, value)));
    return { isExclusion, dimension, values, matched, isMet: isExclusion === (matched.length === 0) };
  };
  return [
    ...included(audience).map((values) => condition(values, false)),
    ...excluded(audience).map((values) => condition(values, true)),
  ];
}

/** Whether an audience includes a person with these facts. The server's predicate expresses the same in SQL. */
export const isInAudience = (audience: Audience, facts: readonly string[]): boolean =>
  conditionsOn(audience, facts).every(({ isMet }) => isMet);
