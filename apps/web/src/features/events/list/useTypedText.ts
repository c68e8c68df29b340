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
  const wanted = typed.trim();
  const submit = () => {
    if (wanted === applied) return;
    setApplied(wanted);
    onApply(wanted);
  };
  useEffect(() => {
    if (wanted === applied) return undefined;
    const timer = setTimeout(() => {
      setApplied(wanted);
      latest.current(wanted);
    }, APPLY_DELAY_MS);
    return () => clearTimeout(timer);
  }, [wanted, applied]);
  return { typed, type: setTyped, submit };
}
