import { useEffect, useRef, useState } from 'react';

/** Typing has come to a rest after this long. */
const REST_MS = 300;

/**
 * Text that is being typed and takes effect (`onRest`, trimmed) when typing rests for 300 ms, or at once on `submit`.
 * `text` is what is in effect; when it changes from elsewhere, the field follows.
 */
export function useTypedText(text: string, onRest: (text: string) => void) {
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  // What this field has asked for last: its coming into effect must not overwrite what was typed since.
  const [asked, setAsked] = useState(text);
  if (text !== known) {
    setKnown(text);
    if (text !== asked) {
      setAsked(text);
      setTyped(text);
    }
  }
  const latest = useRef(onRest);
  useEffect(() => {
    latest.current = onRest;
  });
  const wanted = typed.trim();
  const submit = () => {
    if (wanted === asked) return;
    setAsked(wanted);
    onRest(wanted);
  };
  useEffect(() => {
    if (wanted === asked) return undefined;
    const timer = setTimeout(() => {
      setAsked(wanted);
      latest.current(wanted);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [wanted, asked]);
  return { typed, type: setTyped, submit };
}
