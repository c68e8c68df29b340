import { Button } from '@portico/ui/Button';
import { ErrorSummary } from '@portico/ui/ErrorSummary';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useEffect, useId, useRef, useState } from 'react';
import type { Form } from '@portico/kinds/formFields';
import { isEmptyValue, valueAt } from '@portico/contracts/formRules';
import type { FormValues } from '@portico/contracts/formValues';
import type { EntryIssue } from '@portico/contracts/formValidation';
import { ProgressBar } from '@portico/ui/ProgressBar';
import { ChangedForm } from '../changes/ChangedForm.tsx';
import { DiscardButton } from './DiscardButton.tsx';
import styles from './EntryForm.module.css';
import { EntryPart } from './EntryPart.tsx';
import type { EntrySession, EntryState } from '../session/entryState.ts';
import { formParts, valueFields } from '../entryAnswers.ts';
import { SaveStatus } from '../status/SaveStatus.tsx';
import { SubmitStatus } from '../status/SubmitStatus.tsx';
import { t } from '../../../locale/text.ts';
import { LimitNotice } from './LimitNotice.tsx';
import { useEntryErrors } from './useEntryErrors.ts';

export interface EntryFormProps {
  session: EntrySession;
  state: EntryState;
  /** Level of the headings inside. */
  headingLevel: 2 | 3 | 4 | 5 | 6;
  /** Whether the focus is in one of the fields. */
  onFieldFocus: (isInField: boolean) => void;
  /** Nothing is stored, so there is nothing to discard. */
  isTryOut?: boolean;
}

/** The fields of a form, their errors, and the buttons to submit or discard it. */
export function EntryForm({ session, state, headingLevel, onFieldFocus, isTryOut = false }: EntryFormProps) {
  const { form, values, submitting } = state;
  const base = useId();
  const { shown, issues, errors, errorOf, summary, hasStopped, onChange, onBlur, send } = useEntryErrors(
    session,
    state,
    base,
  );
  const parts = formParts(form, shown);
  const isSending = submitting.kind === 'sending' || submitting.kind === 'waiting';
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (state.conflict) onFieldFocus(false);
        else if (!isSending) send();
      }}
    >
      {state.present && (
        <ChangedForm state={state} present={state.present} session={session} headingLevel={headingLevel} />
      )}
      {state.limits && !state.correction && <LimitNotice limits={state.limits} />}
      {state.correction && (
        <div className={styles.notice}>
          <p>{t('forms.correcting')}</p>
          <p dir="auto" className={styles.returned}>
            {state.correction.note}
          </p>
        </div>
      )}
      {state.isGoneElsewhere && (
        <p role="status" className={styles.notice}>
          {t('forms.goneElsewhere')}
        </p>
      )}
      {hasStopped && errors.length > 0 && (
        <ErrorSummary
          ref={summary}
          headingLevel={headingLevel}
          errors={errors}
          title={t('forms.needAttention', { count: errors.length })}
        />
      )}
      <EntryProgress form={form} shown={shown} values={values} issues={issues} />
      <div
        className={styles.parts}
        inert={isSending}
        onFocus={() => onFieldFocus(true)}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) onFieldFocus(false);
        }}
      >
        {parts.map((part, index) => (
          <EntryPart
            key={part.title?.id ?? 'first'}
            part={part}
            index={index}
            of={parts.length}
            base={base}
            state={state}
            session={session}
            errorOf={errorOf}
            headingLevel={headingLevel}
            onChange={onChange}
            onBlur={onBlur}
          />
        ))}
      </div>
      <ShownStatus shown={shown} />
      <SubmitStatus state={state} session={session} headingLevel={headingLevel} />
      <div className={styles.foot} data-print="hidden">
        <Button type="submit" variant="primary" pending={isSending}>
          {t('forms.submit')}
        </Button>
        {!isTryOut && (
          <>
            <DiscardButton session={session} state={state} />
            <SaveStatus state={state} onRetry={session.saveNow} onCompare={() => onFieldFocus(false)} />
          </>
        )}
      </div>
    </form>
  );
}

/** Announces politely to screen readers that parts of the form appeared or disappeared. */
function ShownStatus({ shown }: { shown: ReadonlySet<string> }) {
  const before = useRef(shown);
  const [message, setMessage] = useState('');
  useEffect(() => {
    const added = [...shown].filter((id) => !before.current.has(id)).length;
    const gone = [...before.current].filter((id) => !shown.has(id)).length;
    before.current = shown;
    if (added + gone > 0)
      setMessage(
        [added > 0 && t('forms.partsAppeared', { count: added }), gone > 0 && t('forms.partsGone', { count: gone })]
          .filter(Boolean)
          .join(', ') + '.',
      );
  }, [shown]);
  return <VisuallyHidden role="status">{message}</VisuallyHidden>;
}

/** Forms with fewer fields fit on the screen. */
const MIN_LONG_FORM = 6;

/** How many required fields of a long form have a valid answer; renders nothing for a short form. */
function EntryProgress({
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
