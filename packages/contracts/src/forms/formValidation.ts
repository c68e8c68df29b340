import { FIRST_DAY, hasPlausibleYear, LAST_DAY } from '../base/days.ts';
import { MAX_FORM_FILES, MAX_TEXT_AREA, MAX_TEXT_FIELD, type Form, type FormField } from '@portico/kinds/formFields';
import { isEmptyValue, normalizeTyped, shownFields, normalizeValue, valueAt } from './formRules.ts';
import { compareDecimals, decimalOf, isDay, normalizeText } from '@portico/kinds/formTexts';
import type { FormValue, FormValues } from './formValues.ts';
import { isEmailAddress } from '@portico/kinds/emailAddress';

export interface EntryIssue {
  /** `values.<alias>` */
  path: string;
  /** A sentence that explains how to fix it. */
  message: string;
}

/** Whether the whole text matches an expression in RE2 syntax. */
export type PatternMatch = (expression: string, text: string) => boolean;

type Field<Type extends FormField['type']> = Extract<FormField, { type: Type }>;
/** A field that has a value. */
export type ValueField = Extract<FormField, { alias: string }>;

/** Length in code points, with line breaks counted as one. Source: decisions/0067. */
export const textLength = (text: string) => [...normalizeText(text)].length;

const PHONE = /^\+?[\d ().-]+(?:(?:x|ext\.?) ?\d{1,6})?$/;

const count = (amount: number, one: string, several: string) =>
  `${amount.toLocaleString('en-US')} ${amount === 1 ? one : several}`;
const dayLabel = (day: string) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Checks an amount against a minimum and a maximum. */
function amountIssue(
  verb: string,
  amount: number,
  limits: { min: number | undefined; max: number | undefined },
  name: (limit: number) => string,
) {
  if (limits.min !== undefined && amount < limits.min) return `${verb} at least ${name(limits.min)}.`;
  return limits.max !== undefined && amount > limits.max ? `${verb} at most ${name(limits.max)}.` : undefined;
}

const lengthIssue = (text: string, min: number | undefined, max: number) =>
  amountIssue('Enter', textLength(text), { min, max }, (limit) => count(limit, 'character', 'characters'));

function formatIssue({ format = 'Text', min, max }: Field<'TextField'>, text: string): string | undefined {
  switch (format) {
    case 'Number': {
      const [number, minimum, maximum] = [decimalOf(text), decimalOf(min ?? ''), decimalOf(max ?? '')];
      if (number === undefined) return 'Enter a number, like 1250.50.';
      if (minimum !== undefined && compareDecimals(number, minimum) < 0) return `Enter ${min} or more.`;
      return maximum !== undefined && compareDecimals(number, maximum) > 0 ? `Enter ${max} or less.` : undefined;
    }
    case 'Date': {
      if (/^0\d{3}-/.test(text)) return 'Enter the year with four digits.';
      if (!isDay(text)) return 'Enter a date.';
      if (!hasPlausibleYear(text)) return `Enter a date from ${dayLabel(FIRST_DAY)} to ${dayLabel(LAST_DAY)}.`;
      if (min !== undefined && isDay(min) && text < min) return `Enter a date no earlier than ${dayLabel(min)}.`;
      return max !== undefined && isDay(max) && text > max ? `Enter a date no later than ${dayLabel(max)}.` : undefined;
    }
    case 'Email':
      return isEmailAddress(text) ? undefined : 'Enter an email address, like name@example.com.';
    case 'Phone': {
      const digits = (text.split(/[xe]/, 1)[0] ?? '').replace(/\D/g, '').length;
      return PHONE.test(text) && digits >= 7 && digits <= 15 ? undefined : 'Enter a phone number, like 617-555-0100.';
    }
    case 'Text':
      return undefined;
  }
}

const distinctValuesOf = (value: FormValue) => (Array.isArray(value) ? [...new Set(value)] : undefined);

/** The message for a required field that is empty. */
function requiredIssue(field: ValueField): string {
  switch (field.type) {
    case 'TextField':
      return field.format === 'Date' ? 'Enter a date.' : 'Fill this in.';
    case 'TextArea':
      return 'Fill this in.';
    case 'DropDownList':
    case 'SingleChoice':
      return 'Choose one.';
    case 'MultiChoice':
      return 'Choose at least one.';
    case 'Checkbox':
      return 'Check this box to continue.';
    case 'FileUpload':
      return 'Add a file.';
  }
}

/** What is wrong with a value, or undefined. An empty value is an issue only in a required field. */
export function valueIssue(field: ValueField, value: FormValue | undefined, matches: PatternMatch): string | undefined {
  if (value === undefined || isEmptyValue(value)) return field.isRequired === true ? requiredIssue(field) : undefined;
  switch (field.type) {
    case 'TextField': {
      if (typeof value !== 'string') return 'Enter text.';
      const text = normalizeTyped(field, value);
      const issue = lengthIssue(text, field.minLength, field.maxLength ?? MAX_TEXT_FIELD) ?? formatIssue(field, text);
      return issue ?? (field.pattern && !matches(field.pattern.expression, text) ? field.pattern.message : undefined);
    }
    case 'TextArea':
      return typeof value === 'string'
        ? lengthIssue(value, field.minLength, field.maxLength ?? MAX_TEXT_AREA)
        : 'Enter text.';
    case 'DropDownList':
    case 'SingleChoice':
      return field.options.some((option) => option.value === value) ? undefined : 'Choose one from the list.';
    case 'MultiChoice': {
      const chosen = distinctValuesOf(value);
      if (!chosen || !chosen.every((one) => field.options.some((option) => option.value === one)))
        return 'Choose only from the list.';
      return amountIssue('Choose', chosen.length, { min: field.minChoices, max: field.maxChoices }, String);
    }
    case 'Checkbox':
      return value === true ? undefined : 'Check this box or leave it unchecked.';
    case 'FileUpload': {
      const files = distinctValuesOf(value);
      const limits = { min: undefined, max: field.maxFiles ?? MAX_FORM_FILES };
      return files ? amountIssue('Add', files.length, limits, (limit) => count(limit, 'file', 'files')) : 'Add a file.';
    }
  }
}

/** The visible fields that take a value, in order. */
export function visibleFields(form: Pick<Form, 'fields'>, values: FormValues): ValueField[] {
  const shown = shownFields(form, values);
  return form.fields.filter((field): field is ValueField => 'alias' in field && shown.has(field.id));
}

/**
 * Why an entry can't be accepted: at most one issue per field, in order. Hidden fields and values without a field are
 * ignored. Does not check whether files exist and belong to the person; only the server can.
 */
export function entryIssues(form: Pick<Form, 'fields'>, values: FormValues, matches: PatternMatch): EntryIssue[] {
  return visibleFields(form, values).flatMap((field) => {
    const message = valueIssue(field, valueAt(values, field.alias), matches);
    return message === undefined ? [] : [{ path: `values.${field.alias}`, message }];
  });
}

/**
 * The values of a valid entry as they are stored: normalized, and only those of visible fields that are not empty. A
 * visible checkbox is stored even when it is unchecked.
 */
export function storedValues(form: Pick<Form, 'fields'>, values: FormValues): FormValues {
  return Object.fromEntries(
    visibleFields(form, values).flatMap((field) => {
      const value = valueAt(values, field.alias);
      if (field.type === 'Checkbox') return [[field.alias, value === true]];
      return value === undefined || isEmptyValue(value) ? [] : [[field.alias, normalizeValue(field, value)]];
    }),
  );
}

/** The values of a new entry: the checkboxes that start checked. */
export function initialValues({ fields }: Pick<Form, 'fields'>): FormValues {
  return Object.fromEntries(
    fields.flatMap((field) => (field.type === 'Checkbox' && field.state === 'Checked' ? [[field.alias, true]] : [])),
  );
}
