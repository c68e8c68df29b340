import type { Form } from '@portico/contracts/formFields';
import { isEmptyValue, valueAt } from '@portico/contracts/formRules';
import type { FormValues } from '@portico/contracts/forms';
import type { EntryIssue } from '@portico/contracts/formValidation';
import { ProgressBar } from '@portico/ui/ProgressBar';
import { formParts, valueFields } from '../session/entryAnswers.ts';

/** With fewer fields a form is in view as a whole. */
const LONG = 6;

/** How far a long form is filled in, by what it requires; nothing for a short one. */
export function EntryProgress({
  form,
  shown,
  values,
  issues,
}: {
  form: Form;
  shown: ReadonlySet<string>;
  values: FormValues;
  issues: readonly EntryIssue[];
}) {
  const fields = valueFields(form).filter((field) => shown.has(field.id));
  const required = fields.filter((field) => field.isRequired);
  const isLong = fields.length >= LONG || formParts(form, shown).length > 2;
  if (!isLong || required.length === 0) return null;
  const done = required.filter(
    ({ alias }) => !isEmptyValue(valueAt(values, alias)) && !issues.some(({ path }) => path === `values.${alias}`),
  ).length;
  return (
    <ProgressBar
      label="Required answers"
      value={done}
      max={required.length}
      valueLabel={`${done} of ${required.length}`}
    />
  );
}
