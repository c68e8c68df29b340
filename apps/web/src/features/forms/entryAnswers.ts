import type { Form, FormField } from '@portico/kinds/formFields';
import { isEmptyValue, valueAt } from '@portico/contracts/formRules';
import type { FormValue, FormValues } from '@portico/contracts/formValues';
import type { ValueField } from '@portico/contracts/formValidation';
import { t } from '../../locale/text.ts';

/** The fields that have a value, in order. */
export const valueFields = ({ fields }: Pick<Form, 'fields'>): ValueField[] =>
  fields.filter((field): field is ValueField => 'alias' in field);

/** Two values are the same when they are equal or both empty. */
export function isSameValue(left: FormValue | undefined, right: FormValue | undefined): boolean {
  if (isEmptyValue(left) || isEmptyValue(right)) return isEmptyValue(left) && isEmptyValue(right);
  return Array.isArray(left) && Array.isArray(right)
    ? left.length === right.length && left.every((item, index) => item === right[index])
    : left === right;
}

/** Aliases of the values that differ between two entries. */
export const differingAliases = (left: FormValues, right: FormValues): string[] =>
  [...new Set([...Object.keys(left), ...Object.keys(right)])].filter(
    (alias) => !isSameValue(valueAt(left, alias), valueAt(right, alias)),
  );

/** Ids of the files of a field. */
export function filesIn(values: FormValues, alias: string): string[] {
  const value = valueAt(values, alias);
  return Array.isArray(value) ? value : [];
}

/** The same for equal entries, and almost always different for different ones. */
export function fingerprint(values: FormValues): string {
  const entered = Object.entries(values)
    .filter(([, value]) => !isEmptyValue(value))
    .sort(([left], [right]) => (left < right ? -1 : 1));
  const text = JSON.stringify(entered);
  // Two FNV-1a hashes with different offsets: 64 bits in total.
  let [left, right] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index++) {
    left = Math.imul(left ^ text.charCodeAt(index), 0x01000193);
    right = Math.imul(right ^ text.charCodeAt(index), 0x01000193);
  }
  return `${(left >>> 0).toString(36)}.${(right >>> 0).toString(36)}.${text.length.toString(36)}`;
}

/** A value as text for people; undefined when it is empty. `files` supplies the file names. */
export function valueLabel(
  field: ValueField,
  value: FormValue | undefined,
  files: readonly { id: string; fileName: string }[] = [],
): string | undefined {
  if (field.type === 'Checkbox') return t(value === true ? 'forms.yes' : 'forms.no');
  if (value === undefined || isEmptyValue(value)) return undefined;
  if (field.type === 'FileUpload')
    return valuesOf(value)
      .map((id) => files.find((file) => file.id === id)?.fileName ?? t('forms.aFile'))
      .join(', ');
  if ('options' in field)
    return valuesOf(value)
      .map((chosen) => field.options.find((option) => option.value === chosen)?.label ?? chosen)
      .join(', ');
  const text = String(value);
  return field.type === 'TextField' && field.format === 'Date' ? dayLabel(text) : text;
}

const valuesOf = (value: FormValue) => (Array.isArray(value) ? value : [String(value)]);

/** "March 9, 2026"; returns anything but a day unchanged. */
function dayLabel(day: string): string {
  const date = /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T00:00:00Z`) : undefined;
  return date && !Number.isNaN(date.getTime())
    ? date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
    : day;
}

/** A group of fields under one title, or before the first title. */
export interface FormPart {
  title: Extract<FormField, { type: 'TitleAndDescription' }> | undefined;
  fields: Exclude<FormField, { type: 'TitleAndDescription' }>[];
}

/** The parts of a form that have a visible field. */
export function formParts({ fields }: Pick<Form, 'fields'>, shown: ReadonlySet<string>): FormPart[] {
  const parts: FormPart[] = [];
  for (const field of fields) {
    if (!shown.has(field.id)) continue;
    if (field.type === 'TitleAndDescription') parts.push({ title: field, fields: [] });
    else {
      if (parts.length === 0) parts.push({ title: undefined, fields: [] });
      parts.at(-1)?.fields.push(field);
    }
  }
  return parts;
}
