import Trash2 from 'lucide-react/icons/trash-2';
import { createContext, use } from 'react';
import type { Condition, Rule, RuleOperator } from '@portico/contracts/formConditions';
import type { FormField } from '@portico/contracts/formFields';
import { Button } from '@portico/ui/Button';
import { IconButton } from '@portico/ui/IconButton';
import { Switch } from '@portico/ui/Switch';
import { TextInput } from '@portico/ui/TextInput';
import { t, type TextKey } from '../../../../locale/text.ts';
import { FormContext, problemAt, type PropertyProps } from '../formContext.ts';
import { LabeledSelect } from '../LabeledSelect.tsx';
import styles from '../fields.module.css';

/** The fields of the form around a condition, and the one that it is of. */
export const AskedFields = createContext<{ fields: readonly FormField[]; ownId?: string | undefined }>({ fields: [] });

const MAX_RULES = 20;
const IGNORES_CASE = 'IgnoreCase';

/** The comparisons without their variants that ignore case, in plain words. */
const comparisons: Record<Exclude<RuleOperator, `${string}IgnoreCase`>, TextKey> = {
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

type Asked = Extract<FormField, { alias: string }>;

/** When a part of a form shows. Outside of a form there is nothing to ask for. */
export function ConditionProperty({ path, description, value, onChange }: PropertyProps) {
  const { problems } = use(FormContext);
  const { fields, ownId } = use(AskedFields);
  const asked = fields.filter((field): field is Asked => 'alias' in field && field.id !== ownId);
  const condition = value as Condition | undefined;
  if (!condition && asked.length === 0) return null;
  const error = problemAt(problems, path);
  const newRule = (): Rule => ({ field: asked[0]?.alias ?? '', operator: 'Is', value: '' });
  const setVisibility = (visibility: 'Always' | 'Show' | 'Hide') => {
    if (visibility === 'Always') onChange(undefined);
    else onChange({ match: 'All', rules: [newRule()], ...condition, visibility });
  };
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t(description.label)}</legend>
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
          {condition.rules.map((rule, place) => (
            <RuleRow
              // Rules have no identity but their position.
              key={place}
              rule={rule}
              n={place + 1}
              asked={asked}
              error={problemAt(problems, `${path}.rules.${place}.field`)}
              onChange={(next) => onChange({ ...condition, rules: condition.rules.with(place, next) })}
              onRemove={
                condition.rules.length > 1
                  ? () => onChange({ ...condition, rules: condition.rules.toSpliced(place, 1) })
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
  asked: readonly Asked[];
  error: string | undefined;
  onChange: (next: Rule) => void;
  onRemove: (() => void) | undefined;
}

/** One rule as a sentence of controls: a field, a comparison, a value. */
function RuleRow({ rule, n, asked, error, onChange, onRemove }: RuleRowProps) {
  const ignoresCase = rule.operator.endsWith(IGNORES_CASE);
  const comparison = rule.operator.replace(IGNORES_CASE, '') as keyof typeof comparisons;
  const setOperator = (name: keyof typeof comparisons, isIgnoring: boolean) =>
    onChange({ ...rule, operator: (isIgnoring ? `${name}${IGNORES_CASE}` : name) as RuleOperator });
  const isKnown = asked.some(({ alias }) => alias === rule.field);
  return (
    <div role="group" aria-label={t('studio.fieldRuleNumber', { n })} className={styles.rule}>
      <LabeledSelect
        label={t('studio.fieldRuleField')}
        error={error}
        value={rule.field}
        onChange={(field) => onChange({ ...rule, field, value: '' })}
        options={[
          ...(isKnown ? [] : [{ value: rule.field, label: t('studio.fieldRuleGone') }]),
          ...asked.map(({ alias, label }) => ({ value: alias, label: label || alias })),
        ]}
      />
      <LabeledSelect
        label={t('studio.fieldRuleOperator')}
        value={comparison}
        onChange={(name) => setOperator(name, ignoresCase)}
        options={Object.entries(comparisons).map(([name, text]) => ({
          value: name as keyof typeof comparisons,
          label: t(text),
        }))}
      />
      <RuleValue rule={rule} field={asked.find(({ alias }) => alias === rule.field)} onChange={onChange} />
      <div className={styles.actions}>
        <Switch isSelected={ignoresCase} onChange={(isIgnoring) => setOperator(comparison, isIgnoring)}>
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

/** What a field is compared with: one of its choices where it has some and all of it is compared. */
function RuleValue({
  rule,
  field,
  onChange,
}: {
  rule: Rule;
  field: Asked | undefined;
  onChange: (next: Rule) => void;
}) {
  const label = t('studio.fieldRuleValue');
  const set = (value: string) => onChange({ ...rule, value });
  const choices =
    field && 'options' in field
      ? field.options
      : field?.type === 'Checkbox'
        ? [
            { value: 'Checked', label: t('studio.fieldChecked') },
            { value: 'Unchecked', label: t('studio.fieldUnchecked') },
          ]
        : [];
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
