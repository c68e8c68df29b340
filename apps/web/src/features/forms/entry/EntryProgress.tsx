import type { Form } from '@portico/kinds/formFields';
import { isEmptyValue, valueAt } from '@portico/contracts/formRules';
import type { FormValues } from '@portico/contracts/forms';
import type { EntryIssue } from '@portico/contracts/formValidation';
import { ProgressBar } from '@portico/ui/ProgressBar';
import { formParts, valueFields } from '../session/entryAnswers.ts';
import { t } from '../../../locale/text.ts';

/** Forms with fewer fields fit on the screen. */
const MIN_LONG_FORM = 6;

/** How many required fields of a long form have a valid answer; renders nothing for a short form. */
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
  const isLong = fields.length >= MIN_LONG_FORM || formParts(form, shown).length > 2;
  if (!isLong || required.length === 0) return null;
  const done = required.filter(
    ({ alias }) => !isEmptyValue(valueAt(values, alias)) && !issues.some(({ path }) => path === `values.${alias}`),
  ).length;
  return (
    <ProgressBar
      label={t('forms.requiredAnswers')}
      value={done}
      max={required.length}
      valueLabel={t('forms.doneOf', { done, total: required.length })}
    />
  );
}
