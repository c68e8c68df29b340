import { shownFields, valueAt } from '@portico/contracts/formRules';
import type { FormValue } from '@portico/contracts/formValues';
import { entryIssues, type PatternMatch } from '@portico/contracts/formValidation';
import { useEffect, useMemo, useRef, useState } from 'react';
import { valueFields } from '../entryAnswers.ts';
import type { EntrySession, EntryState } from '../session/entryState.ts';
import { anyPattern, hasPatterns, loadPatterns } from './patterns.ts';

/**
 * The shown fields of an entry and their errors, with callbacks to change and submit it. `base` is the prefix of the
 * field ids.
 */
export function useEntryErrors(session: EntrySession, state: EntryState, base: string) {
  const { form, values, submitting } = state;
  const summary = useRef<HTMLDivElement>(null);
  const matches = usePatterns(form);
  const shown = useMemo(() => shownFields(form, values), [form, values]);
  const issues = useMemo(() => entryIssues(form, values, matches), [form, values, matches]);
  /** Fields whose errors show, because the person left the field or tried to submit. */
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  /** Number of submissions stopped by errors; each one shows the summary and focuses it. */
  const [stops, setStops] = useState(0);
  const [rejected, setRejected] = useState<ReadonlyMap<string, string>>(new Map());

  useEffect(() => {
    if (submitting.kind !== 'rejected' || submitting.issues.length === 0) return;
    setRejected(new Map(submitting.issues.map(({ alias, message }) => [alias, message])));
    setStops((before) => before + 1);
  }, [submitting]);
  useEffect(() => {
    if (stops > 0) summary.current?.focus();
  }, [stops]);

  const found = new Map([
    ...rejected,
    ...issues.map(({ path, message }) => [path.slice('values.'.length), message] as const),
  ]);
  const errors = valueFields(form).flatMap((field) => {
    // A file that is uploading counts as an answer.
    const isOnItsWay = state.uploads.some((upload) => upload.target === field.alias && upload.problem === undefined);
    const message = shown.has(field.id) && !isOnItsWay ? found.get(field.alias) : undefined;
    return message === undefined ? [] : [{ alias: field.alias, id: base + field.alias, label: field.label, message }];
  });
  const errorOf = (alias: string) =>
    visited.has(alias) || rejected.has(alias) ? errors.find((error) => error.alias === alias)?.message : undefined;

  // Fields rerender only when their own props change, so these callbacks must be stable.
  const [onChange] = useState(() => (alias: string, value: FormValue) => {
    session.setValue(alias, value);
    // Hide a field's error while the person fixes it.
    setVisited((before) => (before.has(alias) ? new Set([...before].filter((other) => other !== alias)) : before));
    setRejected((before) => (before.has(alias) ? new Map([...before].filter(([other]) => other !== alias)) : before));
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

  return { shown, issues, errors, errorOf, summary, hasStopped: stops > 0, onChange, onBlur, send };
}

/** The pattern engine. Everything matches until it has loaded, and in a form without patterns. */
function usePatterns(form: EntryState['form']): PatternMatch {
  const [matches, setMatches] = useState<PatternMatch>(() => anyPattern);
  const isNeeded = hasPatterns(form);
  useEffect(() => {
    // If it fails to load, only the server checks patterns.
    if (isNeeded)
      loadPatterns().then(
        (loaded) => setMatches(() => loaded),
        () => undefined,
      );
  }, [isNeeded]);
  return matches;
}
