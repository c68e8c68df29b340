import { ruleOperators, type Condition, type Rule, type RuleOperator } from '@portico/kinds/formConditions';
import type { FormField } from '@portico/kinds/formFields';
import { ruleHolds, shownFields } from '@portico/contracts/formRules';
import type { FormValue } from '@portico/contracts/formValues';

/** A field value and the conditions to evaluate against it. */
export interface RuleCase {
  field: Extract<FormField, { alias: string }>;
  /** Absent for an untouched field. */
  value?: FormValue;
  /** The value in the rules. */
  expected: string;
  visibility: Condition['visibility'];
  match: Condition['match'];
  /** A second rule in each condition. */
  other: Pick<Rule, 'operator' | 'value'>;
}

/** The operators whose rule holds, and those whose dependent question is shown. */
export interface RuleAnswers {
  holds: RuleOperator[];
  shown: RuleOperator[];
}

/** Evaluates a case with every operator. */
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
