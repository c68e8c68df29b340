import type { Condition, Rule, RuleOperator } from '@portico/kinds/formConditions';
import type { FormField } from '@portico/kinds/formFields';
import { t, type TextKey } from '../../../locale/text.ts';

export type Comparison = Exclude<RuleOperator, `${string}IgnoreCase`>;

/** Labels of the comparisons, without their variants that ignore case. */
export const comparisons: Record<Comparison, TextKey> = {
  Is: 'studio.fieldRuleIs',
  IsNot: 'studio.fieldRuleIsNot',
  Contains: 'studio.fieldRuleContains',
  NotContains: 'studio.fieldRuleNotContains',
  StartsWith: 'studio.fieldRuleStartsWith',
  NotStartsWith: 'studio.fieldRuleNotStartsWith',
  EndsWith: 'studio.fieldRuleEndsWith',
  NotEndsWith: 'studio.fieldRuleNotEndsWith',
  GreaterThen: 'studio.fieldRuleGreater',
  LessThen: 'studio.fieldRuleLess',
};

export const IGNORE_CASE_SUFFIX = 'IgnoreCase';

export type InputField = Extract<FormField, { alias: string }>;

/** The answers that a rule can name as a whole; empty for a question that takes any text. */
export function ruleChoices(field: InputField | undefined): Array<{ value: string; label: string }> {
  if (field && 'options' in field) return field.options;
  if (field?.type !== 'Checkbox') return [];
  return [
    { value: 'Checked', label: t('studio.fieldChecked') },
    { value: 'Unchecked', label: t('studio.fieldUnchecked') },
  ];
}

/** A rule as words, such as “Kind” is “Other”. */
function ruleLabel({ field: alias, operator, value }: Rule, fields: readonly FormField[]): string {
  const field = fields.find((each): each is InputField => 'alias' in each && each.alias === alias);
  const comparison = t(comparisons[operator.replace(IGNORE_CASE_SUFFIX, '') as Comparison]);
  const answer = ruleChoices(field).find((choice) => choice.value === value)?.label ?? value;
  const label = field?.label ?? t('studio.fieldRuleGone');
  return operator.endsWith(IGNORE_CASE_SUFFIX)
    ? t('studio.ruleAnyCase', { label, comparison, answer })
    : t('studio.ruleWords', { label, comparison, answer });
}

/** When a part of a form with these `fields` is shown: first how its rules count, then each of them. */
export const conditionLabels = ({ visibility, match, rules }: Condition, fields: readonly FormField[]): string[] => [
  [
    t(visibility === 'Show' ? 'studio.fieldShowWhen' : 'studio.fieldHideWhen'),
    ...(rules.length > 1 ? [t(match === 'All' ? 'studio.fieldMatchAll' : 'studio.fieldMatchAny')] : []),
  ].join(' '),
  ...rules.map((rule) => ruleLabel(rule, fields)),
];
