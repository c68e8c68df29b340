import { useState } from 'react';

interface TypedDateOptions<Value> {
  value: Value;
  /** Called with finished values only. */
  onChange: (value: Value) => void;
  /** Explains what is missing; undefined for a finished value. */
  problemOf: (value: Value) => string | undefined;
  /** What an unfinished value means when the person leaves the field; undefined if it has no meaning. */
  repair?: (value: Value) => Value | undefined;
}

interface Draft<Value> {
  value: Value;
  /** The last `value` from outside. */
  outside: string;
  /** Reported values that have not come back yet; a page's address, for example, follows with a delay. */
  sent: string[];
  hasLeft: boolean;
}

/**
 * What a date field shows while somebody types. Every digit of a year makes a complete date (`0002`, `0020`, `0202`),
 * so unfinished dates stay in the field and only finished ones are reported.
 */
export function useTypedDate<Value>({ value, onChange, problemOf, repair }: TypedDateOptions<Value>) {
  const outside = JSON.stringify(value);
  const [draft, setDraft] = useState<Draft<Value>>({ value, outside, sent: [], hasLeft: false });
  if (outside !== draft.outside) {
    const echo = draft.sent.indexOf(outside);
    setDraft(
      echo < 0 ? { value, outside, sent: [], hasLeft: false } : { ...draft, outside, sent: draft.sent.slice(echo + 1) },
    );
  }
  const report = (next: Value) => {
    setDraft((before) => ({ ...before, value: next, sent: [...before.sent, JSON.stringify(next)], hasLeft: false }));
    onChange(next);
  };
  const problem = problemOf(draft.value);
  return {
    value: draft.value,
    /** Undefined until the person has left the field. */
    problem: draft.hasLeft ? problem : undefined,
    type: (next: Value) => {
      if (problemOf(next) === undefined) report(next);
      else setDraft((before) => ({ ...before, value: next, hasLeft: false }));
    },
    leave: () => {
      if (problem === undefined) return;
      const repaired = repair?.(draft.value);
      if (repaired === undefined) setDraft((before) => ({ ...before, hasLeft: true }));
      else report(repaired);
    },
  };
}

const yearOf = (text: string): number => Number(text.slice(0, 4));

/** What is wrong with a typed day or moment, `yyyy-MM-dd…`: its year is unfinished, or it is out of range. */
export function dateProblem(text: string, min?: string, max?: string): string | undefined {
  if (yearOf(text) < 1000) return 'Enter the year with four digits.';
  const day = text.slice(0, 10);
  if (min !== undefined && day < min) return `Enter a date no earlier than ${dayLabel(min)}.`;
  return max !== undefined && day > max ? `Enter a date no later than ${dayLabel(max)}.` : undefined;
}

/** A year of two digits means this century: `0026-12-01` becomes `2026-12-01`. */
export const inThisCentury = (text: string): string => text.replace(/^00(?=\d\d-)/, '20');

const dayLabel = (day: string): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** Whether some parts of a date field are filled and others are empty; React Aria doesn't report such a date. */
export function isPartlyFilled(field: Element): boolean {
  const empty = field.querySelectorAll('[role="spinbutton"][data-placeholder]').length;
  return empty > 0 && empty < field.querySelectorAll('[role="spinbutton"]').length;
}
