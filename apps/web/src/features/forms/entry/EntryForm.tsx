import { shownFields, valueAt } from '@portico/contracts/formRules';
import type { FormValue } from '@portico/contracts/forms';
import { entryIssues, type PatternMatch } from '@portico/contracts/formValidation';
import { Button } from '@portico/ui/Button';
import { ErrorSummary } from '@portico/ui/ErrorSummary';
import { VisuallyHidden } from '@portico/ui/VisuallyHidden';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { ChangedForm } from './ChangedForm.tsx';
import { DiscardButton } from './DiscardButton.tsx';
import styles from './EntryForm.module.css';
import { EntryPart } from './EntryPart.tsx';
import { EntryProgress } from './EntryProgress.tsx';
import type { EntrySession, EntryState } from '../session/entryState.ts';
import { formParts, valueFields } from '../session/entryAnswers.ts';
import { anyPattern, hasPatterns, loadPatterns } from './patterns.ts';
import { SaveStatus } from './SaveStatus.tsx';
import { SubmitStatus } from './SubmitStatus.tsx';
import { t } from '../../../locale/text.ts';

export interface EntryFormProps {
  session: EntrySession;
  state: EntryState;
  /** Of the parts inside. */
  headingLevel: 2 | 3 | 4 | 5 | 6;
}

/** The fields of a form, their errors, and the buttons to submit or discard it. */
export function EntryForm({ session, state, headingLevel }: EntryFormProps) {
  const { form, values, submitting } = state;
  const base = useId();
  const summary = useRef<HTMLDivElement>(null);
  const matches = usePatterns(form);
  const shown = useMemo(() => shownFields(form, values), [form, values]);
  const issues = useMemo(() => entryIssues(form, values, matches), [form, values, matches]);
  /** Fields whose errors show: they were left, or a submission was tried. */
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  /** Counts submissions stopped by errors; each shows the summary and moves the focus there. */
  const [stops, setStops] = useState(0);
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());

  useEffect(() => {
    if (submitting.kind !== 'refused' || submitting.issues.length === 0) return;
    setRefused(new Map(submitting.issues.map(({ alias, message }) => [alias, message])));
    setStops((before) => before + 1);
  }, [submitting]);
  useEffect(() => {
    if (stops > 0) summary.current?.focus();
  }, [stops]);

  const found = new Map([
    ...refused,
    ...issues.map(({ path, message }) => [path.slice('values.'.length), message] as const),
  ]);
  const errors = valueFields(form).flatMap((field) => {
    // A file that is uploading counts as an answer.
    const isOnItsWay = state.uploads.some((upload) => upload.alias === field.alias && upload.problem === undefined);
    const message = shown.has(field.id) && !isOnItsWay ? found.get(field.alias) : undefined;
    return message === undefined ? [] : [{ alias: field.alias, id: base + field.alias, label: field.label, message }];
  });
  const errorOf = (alias: string) =>
    visited.has(alias) || refused.has(alias) ? errors.find((error) => error.alias === alias)?.message : undefined;

  // Fields render again only when their own props change, so these must stay the same.
  const [onChange] = useState(() => (alias: string, value: FormValue) => {
    session.setValue(alias, value);
    // No error while the field is being corrected.
    setVisited((before) => (before.has(alias) ? new Set([...before].filter((one) => one !== alias)) : before));
    setRefused((before) => (before.has(alias) ? new Map([...before].filter(([one]) => one !== alias)) : before));
  });
  const [onBlur] = useState(() => (alias: string) => {
    if (valueAt(session.getState().values, alias) !== undefined)
      setVisited((before) => (before.has(alias) ? before : new Set([...before, alias])));
  });

  const send = () => {
    setVisited(new Set(valueFields(form).map(({ alias }) => alias)));
    if (errors.length > 0) setStops(stops + 1);
    // The status above the button says what the files are waiting for.
    else if (state.uploads.length === 0) session.submit();
  };

  const parts = formParts(form, shown);
  const isSending = submitting.kind === 'sending' || submitting.kind === 'waiting';
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) send();
      }}
    >
      {state.present && (
        <ChangedForm state={state} present={state.present} session={session} headingLevel={headingLevel} />
      )}
      {state.isGoneElsewhere && (
        <p role="status" className={styles.notice}>
          {t('forms.goneElsewhere')}
        </p>
      )}
      {stops > 0 && errors.length > 0 && (
        <ErrorSummary
          ref={summary}
          headingLevel={headingLevel}
          errors={errors}
          title={t('forms.needAttention', { count: errors.length })}
        />
      )}
      <EntryProgress form={form} shown={shown} values={values} issues={issues} />
      <div className={styles.parts} inert={isSending}>
        {parts.map((part, place) => (
          <EntryPart
            key={part.title?.id ?? 'first'}
            part={part}
            place={place}
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
        <Button type="submit" variant="primary" size="large" pending={isSending}>
          {t('forms.submit')}
        </Button>
        <DiscardButton session={session} state={state} />
        <SaveStatus state={state} onRetry={session.saveNow} />
      </div>
    </form>
  );
}

/** The engine for patterns. Everything matches until it has loaded, or when the form has no patterns. */
function usePatterns(form: EntryState['form']): PatternMatch {
  const [matches, setMatches] = useState<PatternMatch>(() => anyPattern);
  const isNeeded = hasPatterns(form);
  useEffect(() => {
    // Without it, only the server checks patterns.
    if (isNeeded)
      loadPatterns().then(
        (loaded) => setMatches(() => loaded),
        () => undefined,
      );
  }, [isNeeded]);
  return matches;
}

/** Announces to screen readers, politely, that parts of the form appeared or went away. */
function ShownStatus({ shown }: { shown: ReadonlySet<string> }) {
  const before = useRef(shown);
  const [words, setWords] = useState('');
  useEffect(() => {
    const added = [...shown].filter((id) => !before.current.has(id)).length;
    const gone = [...before.current].filter((id) => !shown.has(id)).length;
    before.current = shown;
    if (added + gone > 0)
      setWords(
        [added > 0 && t('forms.partsAppeared', { count: added }), gone > 0 && t('forms.partsGone', { count: gone })]
          .filter(Boolean)
          .join(', ') + '.',
      );
  }, [shown]);
  return <VisuallyHidden role="status">{words}</VisuallyHidden>;
}
