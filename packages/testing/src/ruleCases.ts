import { ruleOperators, type Condition, type Rule, type RuleOperator } from '@portico/contracts/formConditions';
import type { FormField } from '@portico/contracts/formFields';
import { ruleHolds, shownFields } from '@portico/contracts/formRules';
import type { FormValue } from '@portico/contracts/forms';

/** What a rule may be asked about. */
export interface RuleCase {
  field: Extract<FormField, { alias: string }>;
  /** Absent for a field that nobody touched. */
  value?: FormValue;
  /** The value of the rules. */
  expected: string;
  visibility: Condition['visibility'];
  match: Condition['match'];
  /** Stands beside the rule in each condition. */
  other: Pick<Rule, 'operator' | 'value'>;
}

/** With which operators a rule holds, and the questions with a condition of it that are shown. */
export interface RuleAnswers {
  holds: RuleOperator[];
  shown: RuleOperator[];
}

/** What the evaluator makes of a case, with every operator. */
export function ruleAnswers({ field, value, expected, visibility, match, other }: RuleCase): RuleAnswers {
  const fields: FormField[] = [
    field,
    ...ruleOperators.map((operator): FormField => ({
      id: operator,
      type: 'TextField',
      alias: operator,
      label: operator,
      condition: {
        visibility,
        match,
        rules: [
          { field: field.alias, operator, value: expected },
          { field: field.alias, ...other },
        ],
      },
    })),
  ];
  const shown = shownFields({ fields }, value === undefined ? {} : { [field.alias]: value });
  return {
    holds: ruleOperators.filter((operator) => ruleHolds({ operator, value: expected }, value)),
    shown: ruleOperators.filter((operator) => shown.has(operator)),
  };
}
