import { editsBetween, movedPlace } from '@portico/authoring/merging/editsBetween';
import { useEffect, useLayoutEffect, useRef } from 'react';

type TextField = HTMLInputElement | HTMLTextAreaElement;
interface Caret {
  field: TextField;
  value: string;
  start: number;
  end: number;
}

/** Where the caret is, in a field whose selection scripts can read. */
function caretOf(field: Element | null): Caret | undefined {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return undefined;
  const { value, selectionStart: start, selectionEnd: end } = field;
  return start === null || end === null ? undefined : { field, value, start, end };
}

/**
 * Keeps the caret at the same letters when a field gets what someone else wrote in it, or what undo brings back.
 * Browsers would move it to the end. `draft` is what the fields show.
 */
export function useKeptCaret(draft: unknown): void {
  const seen = useRef<Caret>(undefined);
  useEffect(() => {
    const look = () => {
      seen.current = caretOf(document.activeElement);
    };
    const events = ['selectionchange', 'input', 'focusin'] as const;
    for (const event of events) document.addEventListener(event, look, true);
    return () => {
      for (const event of events) document.removeEventListener(event, look, true);
    };
  }, []);
  useLayoutEffect(() => {
    const before = seen.current;
    if (!before || before.field !== document.activeElement || before.field.value === before.value) return;
    const edits = editsBetween(before.value.split(''), before.field.value.split(''));
    if (!edits) return;
    before.field.setSelectionRange(movedPlace(edits, before.start), movedPlace(edits, before.end));
    seen.current = caretOf(before.field);
  }, [draft]);
}
