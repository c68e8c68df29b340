import { startTransition, useEffect, useRef, useState } from 'react';

const INTERVAL_MS = 400;

/**
 * A throttled copy of a value, for parts that need not update on every keystroke: a single change is applied at once,
 * continuous typing a few times a second.
 */
export function useThrottledValue<Value>(value: Value): Value {
  const [shown, setShown] = useState(value);
  const shownAt = useRef(-INTERVAL_MS);
  useEffect(() => {
    if (Object.is(shown, value)) return;
    const show = () => {
      shownAt.current = performance.now();
      startTransition(() => setShown(() => value));
    };
    const timer = setTimeout(show, Math.max(0, shownAt.current + INTERVAL_MS - performance.now()));
    return () => clearTimeout(timer);
  }, [value, shown]);
  return shown;
}
