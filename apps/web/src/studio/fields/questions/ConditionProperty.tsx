import Trash2 from 'lucide-react/icons/trash-2';
import { createContext, use } from 'react';
import type { Condition, Rule, RuleOperator } from '@portico/kinds/formConditions';
import type { FormField } from '@portico/kinds/formFields';
import { Button } from '@portico/ui/Button';
import { IconButton } from '@portico/ui/IconButton';
import { Switch } from '@portico/ui/Switch';
import { TextInput } from '@portico/ui/TextInput';
import { t } from '../../../locale/text.ts';
import { FormContext, problemAt, type PropertyProps } from '../formContext.ts';
import { LabeledSelect } from '../LabeledSelect.tsx';
import { comparisons, IGNORE_CASE_SUFFIX, ruleChoices, type Comparison, type InputField } from './ruleLabels.ts';
import styles from '../fields.module.css';

/** The fields of the form that contains a condition, and the id of the field that has the condition. */
export const ConditionFieldsContext = createContext<{ fields: readonly FormField[]; ownId?: string | undefined }>({
  fields: [],
});

const MAX_RULES = 20;

/** When a part of a form is shown. Renders nothing if there are no other fields to compare. */
export function ConditionProperty({ path, description, value, onChange }: PropertyProps) {
  const { problems } = use(FormContext);
  const { fields, ownId } = use(ConditionFieldsContext);
  const inputFields = fields.filter((field): field is InputField => 'alias' in field && field.id !== ownId);
  const condition = value as Condition | undefined;
  if (!condition && inputFields.length === 0) return null;
  const error = problemAt(problems, path);
  const newRule = (): Rule => ({ field: inputFields[0]?.alias ?? '', operator: 'Is', value: '' });
  const setVisibility = (visibility: 'Always' | 'Show' | 'Hide') => {
    if (visibility === 'Always') onChange(undefined);
    else onChange({ match: 'All', rules: [newRule()], ...condition, visibility });
  };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{description.label}</legend>
      <LabeledSelect
        label={t('studio.fieldVisibility')}
        value={condition?.visibility ?? 'Always'}
        onChange={setVisibility}
        options={[
          { value: 'Always', label: t('studio.fieldAlways') },
          { value: 'Show', label: t('studio.fieldShowWhen') },
          { value: 'Hide', label: t('studio.fieldHideWhen') },
        ]}
      />
      {error && <p className={styles.error}>{error}</p>}
      {condition && (
        <>
          {condition.rules.length > 1 && (
            <LabeledSelect
              label={t('studio.fieldMatch')}
              value={condition.match}
              onChange={(match) => onChange({ ...condition, match })}
              options={[
                { value: 'All', label: t('studio.fieldMatchAll') },
                { value: 'Any', label: t('studio.fieldMatchAny') },
              ]}
            />
          )}
          {condition.rules.map((rule, index) => (
            <RuleRow
              // Rules have no id; their position is their key.
              key={index}
              rule={rule}
              n={index + 1}
              inputFields={inputFields}
              error={problemAt(problems, `${path}.rules.${index}.field`)}
              onChange={(next) => onChange({ ...condition, rules: condition.rules.with(index, next) })}
              onRemove={
                condition.rules.length > 1
                  ? () => onChange({ ...condition, rules: condition.rules.toSpliced(index, 1) })
                  : undefined
              }
            />
          ))}
          <div>
            <Button
              size="small"
              isDisabled={condition.rules.length >= MAX_RULES}
              onPress={() => onChange({ ...condition, rules: [...condition.rules, newRule()] })}
            >
              {t('studio.fieldAddRule')}
            </Button>
          </div>
        </>
      )}
    </fieldset>
  );
}

interface RuleRowProps {
  rule: Rule;
  n: number;
  inputFields: readonly InputField[];
  error: string | undefined;
  onChange: (next: Rule) => void;
  onRemove: (() => void) | undefined;
}

/** One rule as a row of controls: a field, a comparison, a value. */
function RuleRow({ rule, n, inputFields, error, onChange, onRemove }: RuleRowProps) {
  // In a draft, the operator can be missing.
  const operator = (rule.operator as RuleOperator | undefined) ?? '';
  const ignoresCase = operator.endsWith(IGNORE_CASE_SUFFIX);
  const comparison = operator.replace(IGNORE_CASE_SUFFIX, '') as Comparison;
  const setOperator = (name: Comparison, ignoreCase: boolean) =>
    onChange({ ...rule, operator: (ignoreCase ? `${name}${IGNORE_CASE_SUFFIX}` : name) as RuleOperator });
  const isKnown = inputFields.some(({ alias }) => alias === rule.field);
  return (
    <div role="group" aria-label={t('studio.fieldRuleNumber', { n })} className={styles.rule}>
      <LabeledSelect
        label={t('studio.fieldRuleField')}
        error={error}
        value={rule.field}
        onChange={(field) => onChange({ ...rule, field, value: '' })}
        options={[
          ...(isKnown ? [] : [{ value: rule.field, label: t('studio.fieldRuleGone') }]),
          ...inputFields.map(({ alias, label }) => ({ value: alias, label: label || alias })),
        ]}
      />
      <LabeledSelect
        label={t('studio.fieldRuleOperator')}
        value={comparison}
        onChange={(name) => setOperator(name, ignoresCase)}
        options={[
          ...(operator === '' ? [{ value: comparison, label: t('studio.fieldNotSet') }] : []),
          ...Object.entries(comparisons).map(([name, text]) => ({
            value: name as Comparison,
            label: t(text),
          })),
        ]}
      />
      <RuleValue rule={rule} field={inputFields.find(({ alias }) => alias === rule.field)} onChange={onChange} />
      <div className={styles.actions}>
        <Switch
          isSelected={ignoresCase}
          isDisabled={operator === ''}
          onChange={(isOn) => setOperator(comparison, isOn)}
        >
          {t('studio.fieldRuleIgnoreCase')}
        </Switch>
        {onRemove && (
          <IconButton
            size="small"
            label={t('studio.fieldRemoveRule', { n })}
            icon={<Trash2 aria-hidden="true" />}
            onPress={onRemove}
          />
        )}
      </div>
    </div>
  );
}

/** The value a field is compared with: a select if the field has choices and the comparison is for the whole value. */
function RuleValue({
  rule,
  field,
  onChange,
}: {
  rule: Rule;
  field: InputField | undefined;
  onChange: (next: Rule) => void;
}) {
  const label = t('studio.fieldRuleValue');
  const set = (value: string) => onChange({ ...rule, value });
  const choices = ruleChoices(field);
  const isWhole = /^Is(?:Not)?(?:IgnoreCase)?$/.test(rule.operator);
  if (choices.length === 0 || !isWhole) return <TextInput label={label} value={rule.value} onChange={set} />;
  const isChoice = choices.some(({ value }) => value === rule.value);
  return (
    <LabeledSelect
      label={label}
      value={rule.value}
      onChange={set}
      options={[
        ...(isChoice ? [] : [{ value: rule.value, label: rule.value || t('studio.fieldNotSet') }]),
        ...choices.map((choice) => ({ value: choice.value, label: choice.label || choice.value })),
      ]}
    />
  );
}
