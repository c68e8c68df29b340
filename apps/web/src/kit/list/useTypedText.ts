import { cleanText } from '@portico/kinds/typedText';
import { useEffect, useRef, useState } from 'react';

/** A pause this long applies the typed text. */
const APPLY_DELAY_MS = 300;

/**
 * A text field that applies its trimmed text (`onApply`) after a pause of 300 ms, or immediately on `submit`. `text` is
 * the applied text; when something else changes it, the field follows.
 */
export function useTypedText(text: string, onApply: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  // The text this field applied last. When it comes back as `text`, newer typing must not be overwritten.
  const [applied, setApplied] = useState(text);
  if (text !== known) {
    setKnown(text);
    if (text !== applied) {
      setApplied(text);
      setTyped(text);
    }
  }
  const latest = useRef(onApply);
  useEffect(() => {
    latest.current = onApply;
  });
  const trimmed = cleanText(typed);
  const submit = () => {
    if (trimmed === applied) return;
    setApplied(trimmed);
    onApply(trimmed);
  };
  useEffect(() => {
    if (trimmed === applied) return undefined;
    const timer = setTimeout(() => {
      setApplied(trimmed);
      latest.current(trimmed);
    }, APPLY_DELAY_MS);
    return () => clearTimeout(timer);
  }, [trimmed, applied]);
  return { typed, type: setTyped, submit };
}
