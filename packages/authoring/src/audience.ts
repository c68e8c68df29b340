import { audienceDimensions, factOf, type Audience, type AudienceDimension } from '@portico/contracts/audience';

export const emptyRule: Audience['audienceRule'] = { include: {}, exclude: {} };

/** The included values by dimension, advisor types among them; only dimensions that have any, in a fixed order. */
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

/** Whether the rule says nothing, so that advisor types alone decide. */
export const isEmptyRule = (audienceRule: Audience['audienceRule']): boolean =>
  included({ audience: [], audienceRule }).length === 0 && excluded({ audienceRule }).length === 0;

/** Whether nobody is left out. */
export const isForEveryone = (audience: Audience): boolean =>
  audience.audience.length === 0 && isEmptyRule(audience.audienceRule);

/** One condition of an audience on a person. */
export interface AudienceCondition {
  isExclusion: boolean;
  dimension: AudienceDimension;
  /** Values of the rule. */
  values: string[];
  /** Those of them that the person has. */
  matched: string[];
  /** An inclusion that is matched, or an exclusion that is not. */
  isMet: boolean;
}

/** Each condition of an audience on a person with these facts, inclusions first. */
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

/** Whether an audience includes a person with these facts. The server's predicate says the same in SQL. */
export const isInAudience = (audience: Audience, facts: readonly string[]): boolean =>
  conditionsOn(audience, facts).every(({ isMet }) => isMet);
