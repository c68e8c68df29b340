import { shownFields, valueAt } from '@portico/contracts/formRules';
import type { FormValue } from '@portico/contracts/forms';
import { entryIssues, type PatternMatch } from '@portico/contracts/formValidation';
import { useEffect, useMemo, useRef, useState } from 'react';
import { valueFields } from '../session/entryAnswers.ts';
import type { EntrySession, EntryState } from '../session/entryState.ts';
import { anyPattern, hasPatterns, loadPatterns } from './patterns.ts';

/**
 * The fields of an entry that are shown, with the errors to show, and how to change and submit it. `base` begins the
 * ids of the fields.
 */
export function useEntryErrors(session: EntrySession, state: EntryState, base: string) {
  const { form, values, submitting } = state;
  const summary = useRef<HTMLDivElement>(null);
  const matches = usePatterns(form);
  const shown = useMemo(() => shownFields(form, values), [form, values]);
  const issues = useMemo(() => entryIssues(form, values, matches), [form, values, matches]);
  /** Fields whose errors show: they were left, or a submission was tried. */
  const [visited, setVisited] = useState<ReadonlySet<string>>(new Set());
  /** Counts submissions stopped by errors; each shows the summary and moves the focus there. */
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

  // Fields render again only when their own props change, so these must stay the same.
  const [onChange] = useState(() => (alias: string, value: FormValue) => {
    session.setValue(alias, value);
    // No error while the field is being corrected.
    setVisited((before) => (before.has(alias) ? new Set([...before].filter((one) => one !== alias)) : before));
    setRejected((before) => (before.has(alias) ? new Map([...before].filter(([one]) => one !== alias)) : before));
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
