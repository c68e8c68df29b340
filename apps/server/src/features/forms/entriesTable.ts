import type { Form, FormField } from '@portico/kinds/formFields';
import { valueAt } from '@portico/contracts/formRules';
import { decimalOf } from '@portico/kinds/formTexts';
import type { Cell } from '../../spreadsheets/cell.ts';
import { formFileUrl, type ReceivedEntry } from '@portico/contracts/forms';
import type { FormFile, FormValue } from '@portico/contracts/formValues';

type ValueField = Extract<FormField, { alias: string }>;

/** A question of any version of a form, with what its versions say about it, newest first. */
interface Question {
  alias: string;
  /** Unique: with the alias if two questions have the same text. */
  label: string;
  versions: ValueField[];
}

/** The questions of all versions, in the order of the newest one, removed ones last. `versions` are newest first. */
export function questionsOf(versions: Form[]): Question[] {
  const fields = new Map<string, ValueField[]>();
  for (const { fields: parts } of versions)
    for (const field of parts)
      if ('alias' in field) fields.set(field.alias, [...(fields.get(field.alias) ?? []), field]);
  const labels = [...fields.values()].map(([newest]) => newest!.label);
  return [...fields].map(([alias, known]) => {
    const { label } = known[0]!;
    const isTaken = labels.filter((other) => other === label).length > 1;
    return { alias, label: isTaken ? `${label} (${alias})` : label, versions: known };
  });
}

/** The choices of a question in any version, each with its newest label. */
export function optionsOf(versions: ValueField[]): Array<{ value: string; label: string }> {
  const options = versions.flatMap((field) => ('options' in field ? field.options : []));
  return [...new Map(options.toReversed().map((option) => [option.value, option])).values()].toReversed();
}

export interface EntriesTable {
  header: string[];
  rowOf: (entry: ReceivedEntry) => Cell[];
}

/** Spreadsheets store 15 digits. */
const SAFE_NUMBER = /^-?\d{1,11}(?:\.\d{1,4})?$/;

/**
 * The columns of a form's entries: time, person and version, followed by one column for every field of any version, in
 * the order of the newest version, removed fields last. `versions` are sorted newest first.
 */
export function entriesTable(versions: Form[], publicUrl: string): EntriesTable {
  const questions = questionsOf(versions);
  return {
    header: ['Received (UTC)', 'Name', 'Email', 'Sent by', 'Form version', ...questions.map(({ label }) => label)],
    rowOf: ({ receivedAt, person, sentBy, formVersion, values, files }) => [
      receivedAt.slice(0, 19).replace('T', ' '),
      person.name,
      person.email ?? '',
      sentBy ?? '',
      formVersion,
      ...questions.map((question) => cellOf(question.versions, valueAt(values, question.alias), files, publicUrl)),
    ],
  };
}

function cellOf(known: ValueField[], value: FormValue | undefined, files: FormFile[], publicUrl: string): Cell {
  if (value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value))
    return value
      .map(
        (one) =>
          fileLabel(
            files.find((file) => file.id === one),
            publicUrl,
          ) ?? choiceLabel(known, one),
      )
      .join('; ');
  const isNumber =
    known.some((field) => field.type === 'TextField' && field.format === 'Number') &&
    SAFE_NUMBER.test(decimalOf(value) ?? '');
  return isNumber ? Number(decimalOf(value)) : choiceLabel(known, value);
}

/** The label from the newest version that has the choice. */
function choiceLabel(known: ValueField[], value: string): string {
  const choices = known.flatMap((field) => ('options' in field ? field.options : []));
  return choices.find((choice) => choice.value === value)?.label ?? value;
}

const fileLabel = (file: FormFile | undefined, publicUrl: string): string | undefined =>
  file && `${file.fileName} (${publicUrl}${formFileUrl(file.id)})`;
