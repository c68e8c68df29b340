import type { Form } from '@portico/kinds/formFields';
import { isEmptyValue, valueAt } from '@portico/contracts/formRules';
import type { FormValue, FormValues } from '@portico/contracts/formValues';
import { initialValues, type ValueField } from '@portico/contracts/formValidation';
import { isSameValue, valueFields, valueLabel } from '../entryAnswers.ts';
import { t } from '../../../locale/text.ts';

export interface FormChange {
  /** The change, as a sentence. */
  what: string;
  /** The answer that doesn't fit the new form, as text for people. */
  lost?: string | undefined;
}

/** Answers carry over between fields of the same kind. */
const kindOf = (field: ValueField) =>
  field.type === 'TextField' || field.type === 'TextArea'
    ? 'text'
    : field.type === 'DropDownList' || field.type === 'SingleChoice'
      ? 'choice'
      : field.type;

/** A value converted to a field of another version; undefined if it doesn't fit. */
function fitting(before: ValueField, after: ValueField, value: FormValue | undefined): FormValue | undefined {
  if (value === undefined || kindOf(before) !== kindOf(after)) return undefined;
  if (after.type === 'DropDownList' || after.type === 'SingleChoice')
    return after.options.some((option) => option.value === value) ? value : undefined;
  if (after.type !== 'MultiChoice') return value;
  return Array.isArray(value)
    ? value.filter((chosen) => after.options.some((option) => option.value === chosen))
    : undefined;
}

const byAlias = (form: Form) => new Map(valueFields(form).map((field) => [field.alias, field]));

/** The answers to one version of a form that fit another version. */
export function carriedValues(before: Form, after: Form, values: FormValues): FormValues {
  const old = byAlias(before);
  const carried = valueFields(after).flatMap((field) => {
    const from = old.get(field.alias);
    const value = from && fitting(from, field, valueAt(values, field.alias));
    return value === undefined ? [] : [[field.alias, value] as const];
  });
  return { ...initialValues(after), ...Object.fromEntries(carried) };
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);
const quoted = (labels: string[]) => labels.map((label) => `“${label}”`).join(', ');
const limitNames = [
  'format',
  'minLength',
  'maxLength',
  'min',
  'max',
  'pattern',
  'minChoices',
  'maxChoices',
  'formats',
  'maxBytes',
  'maxFiles',
] as const;

function choiceChange(before: ValueField, after: ValueField): string | undefined {
  if (!('options' in before) || !('options' in after) || same(before.options, after.options)) return undefined;
  const added = after.options
    .filter((option) => !before.options.some(({ value }) => value === option.value))
    .map(({ label }) => label);
  const gone = before.options
    .filter((option) => !after.options.some(({ value }) => value === option.value))
    .map(({ label }) => label);
  const parts = [
    added.length > 0 && t('forms.choicesNew', { choices: quoted(added) }),
    gone.length > 0 && t('forms.choicesGone', { choices: quoted(gone) }),
  ].filter(Boolean);
  const { label } = after;
  return parts.length > 0
    ? t('forms.choicesChangedTo', { label, changes: parts.join('; ') })
    : t('forms.choicesChanged', { label });
}

/** How a field that is in both versions has changed. */
function fieldChanges(before: ValueField, after: ValueField): string[] {
  const { label } = after;
  const limits = (field: ValueField) =>
    limitNames.map((limit) => (field as Partial<Record<typeof limit, unknown>>)[limit]);
  return [
    before.label !== after.label && t('forms.renamed', { before: before.label, label }),
    kindOf(before) !== kindOf(after) && t('forms.answeredDifferently', { label }),
    (before.isRequired ?? false) !== (after.isRequired ?? false) &&
      t(after.isRequired ? 'forms.nowRequired' : 'forms.nowOptional', { label }),
    choiceChange(before, after),
    kindOf(before) === kindOf(after) && !same(limits(before), limits(after)) && t('forms.limitsChanged', { label }),
    !same(before.condition, after.condition) && t('forms.conditionChanged', { label }),
    before.helpText !== after.helpText && t('forms.helpChanged', { label }),
  ].filter((sentence): sentence is string => typeof sentence === 'string');
}

/**
 * The differences between two versions of a form, and the values that would be lost. Empty if only the text around the
 * fields has changed.
 */
export function formChanges(
  before: Form,
  after: Form,
  values: FormValues,
  files: readonly { id: string; fileName: string }[] = [],
): FormChange[] {
  const [old, now] = [byAlias(before), byAlias(after)];
  const carried = carriedValues(before, after, values);
  const lostOf = (field: ValueField) => {
    const value = valueAt(values, field.alias);
    return isEmptyValue(value) || isSameValue(value, valueAt(carried, field.alias))
      ? undefined
      : valueLabel(field, value, files);
  };
  const gone = [...old.values()]
    .filter((field) => !now.has(field.alias))
    .map((field): FormChange => ({ what: t('forms.questionGone', { label: field.label }), lost: lostOf(field) }));
  const others = [...now.values()].flatMap((field): FormChange[] => {
    const from = old.get(field.alias);
    if (!from)
      return [
        { what: t(field.isRequired ? 'forms.questionNewRequired' : 'forms.questionNew', { label: field.label }) },
      ];
    return fieldChanges(from, field).map((what, index) => ({ what, lost: index === 0 ? lostOf(from) : undefined }));
  });
  return [...gone, ...others];
}
