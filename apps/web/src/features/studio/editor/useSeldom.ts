import { startTransition, useEffect, useRef, useState } from 'react';

const INTERVAL_MS = 400;

/**
 * A value for parts that need not follow every key: a single change arrives at once, what is typed a few times a
 * second.
 */
export function useSeldom<Value>(value: Value): Value {
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
