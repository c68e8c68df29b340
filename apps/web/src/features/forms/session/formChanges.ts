import type { Form } from '@portico/contracts/formFields';
import { isEmptyValue, valueAt } from '@portico/contracts/formRules';
import type { FormValue, FormValues } from '@portico/contracts/forms';
import { startValues, type ValueField } from '@portico/contracts/formValidation';
import { isSameValue, valueFields, valueLabel } from './entryAnswers.ts';

export interface FormChange {
  /** A sentence. */
  what: string;
  /** What was entered and has no place in the new form, in words. */
  lost?: string | undefined;
}

/** How a field is answered: texts fit texts, one choice fits one choice. */
const kindOf = (field: ValueField) =>
  field.type === 'TextField' || field.type === 'TextArea'
    ? 'text'
    : field.type === 'DropDownList' || field.type === 'SingleChoice'
      ? 'choice'
      : field.type;

/** A value as it fits a field of another version; undefined when it doesn't. */
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

/** What was entered into one version of a form, as far as it fits another one. */
export function carriedValues(before: Form, after: Form, values: FormValues): FormValues {
  const old = byAlias(before);
  const carried = valueFields(after).flatMap((field) => {
    const from = old.get(field.alias);
    const value = from && fitting(from, field, valueAt(values, field.alias));
    return value === undefined ? [] : [[field.alias, value] as const];
  });
  return { ...startValues(after), ...Object.fromEntries(carried) };
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
  const parts = [added.length > 0 && `new: ${quoted(added)}`, gone.length > 0 && `gone: ${quoted(gone)}`].filter(
    Boolean,
  );
  return `“${after.label}” has other choices${parts.length > 0 ? ` (${parts.join('; ')})` : ''}.`;
}

/** What is said about a field that both versions have. */
function fieldChanges(before: ValueField, after: ValueField): string[] {
  const name = `“${after.label}”`;
  const limits = (field: ValueField) =>
    limitNames.map((limit) => (field as Partial<Record<typeof limit, unknown>>)[limit]);
  return [
    before.label !== after.label && `“${before.label}” is now called ${name}.`,
    kindOf(before) !== kindOf(after) && `${name} is answered in another way.`,
    (before.isRequired ?? false) !== (after.isRequired ?? false) &&
      (after.isRequired ? `${name} is now required.` : `${name} is no longer required.`),
    choiceChange(before, after),
    kindOf(before) === kindOf(after) && !same(limits(before), limits(after)) && `${name} has other limits.`,
    !same(before.condition, after.condition) && `When ${name} is asked has changed.`,
    before.helpText !== after.helpText && `The explanation of ${name} has changed.`,
  ].filter((sentence): sentence is string => typeof sentence === 'string');
}

/** What is different between two versions of a form, and what of the values that would cost. Empty when only wording around the fields has changed. */
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
    .map((field): FormChange => ({ what: `“${field.label}” is no longer asked.`, lost: lostOf(field) }));
  const others = [...now.values()].flatMap((field): FormChange[] => {
    const from = old.get(field.alias);
    if (!from) return [{ what: `“${field.label}” is new${field.isRequired ? ' and required' : ''}.` }];
    return fieldChanges(from, field).map((what, place) => ({ what, lost: place === 0 ? lostOf(from) : undefined }));
  });
  return [...gone, ...others];
}
