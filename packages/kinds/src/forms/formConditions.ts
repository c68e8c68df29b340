import { z } from 'zod/mini';

/** The key of a field's value in an entry. */
export const FieldAlias = z.string().check(z.regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/));

/**
 * How a rule compares the value of a field with its own. Each operator has a case-insensitive variant. Source: spec §3.
 */
export const ruleOperators = [
  'Is',
  'IsNot',
  'GreaterThen',
  'LessThen',
  'Contains',
  'StartsWith',
  'EndsWith',
  'NotContains',
  'NotStartsWith',
  'NotEndsWith',
  'IsIgnoreCase',
  'IsNotIgnoreCase',
  'GreaterThenIgnoreCase',
  'LessThenIgnoreCase',
  'ContainsIgnoreCase',
  'StartsWithIgnoreCase',
  'EndsWithIgnoreCase',
  'NotContainsIgnoreCase',
  'NotStartsWithIgnoreCase',
  'NotEndsWithIgnoreCase',
] as const;
export const RuleOperator = z.enum(ruleOperators);
export type RuleOperator = z.infer<typeof RuleOperator>;

/** `field` is the alias of a field of the form. */
export const Rule = z.object({ field: FieldAlias, operator: RuleOperator, value: z.string().check(z.maxLength(1000)) });
export type Rule = z.infer<typeof Rule>;
/**
 * Shows or hides a field or group when all, or any, of its rules hold. Source: spec §3, visibility and condition match.
 */
export const Condition = z.object({
  visibility: z.enum(['Show', 'Hide']),
  match: z.enum(['All', 'Any']),
  rules: z.array(Rule).check(z.minLength(1), z.maxLength(20)),
});
export type Condition = z.infer<typeof Condition>;

/** What conditions need to know about a part of a form. */
interface ConditionedPart {
  type: string;
  alias?: string;
  condition?: Condition | undefined;
}

/** The conditions that apply to each part: its own and those of its group's TitleAndDescription. */
export function conditionsOf<Part extends ConditionedPart>(fields: readonly Part[]): Map<Part, Condition[]> {
  let groupCondition: Condition | undefined;
  return new Map(
    fields.map((field) => {
      if (field.type === 'TitleAndDescription') groupCondition = field.condition;
      const own = field.type === 'TitleAndDescription' ? undefined : field.condition;
      return [field, [groupCondition, own].filter((condition) => condition !== undefined)];
    }),
  );
}

export const byAlias = <Part extends ConditionedPart>(fields: readonly Part[]): Map<string, Part> =>
  new Map(fields.flatMap((field) => (field.alias === undefined ? [] : [[field.alias, field] as const])));

/** Aliases of fields whose conditions depend on each other, in order; undefined when there is no cycle. */
export function conditionCycle({ fields }: { fields: readonly ConditionedPart[] }): string[] | undefined {
  const conditions = conditionsOf(fields);
  const fieldsByAlias = byAlias(fields);
  const done = new Set<string>();
  const path: string[] = [];

  const follow = (alias: string): string[] | undefined => {
    const field = fieldsByAlias.get(alias);
    if (!field || done.has(alias)) return undefined;
    if (path.includes(alias)) return path.slice(path.indexOf(alias));
    path.push(alias);
    for (const { rules } of conditions.get(field) ?? []) {
      for (const rule of rules) {
        const cycle = follow(rule.field);
        if (cycle) return cycle;
      }
    }
    path.pop();
    done.add(alias);
    return undefined;
  };
  for (const alias of fieldsByAlias.keys()) {
    const cycle = follow(alias);
    if (cycle) return cycle;
  }
  return undefined;
}
