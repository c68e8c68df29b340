import { useEffect, useState } from 'react';

/** Browsers can't wait longer than 24 days at once; sleeping computers wake up late. */
const MAX_WAIT_MS = 3_600_000;

/** The time, told anew whenever one of the instants (ISO 8601) is reached, and now and then before that. */
export function useNowAt(instants: readonly string[]): Date {
  const [now, setNow] = useState(() => new Date());
  const next = Math.min(...instants.map((instant) => Date.parse(instant)).filter((at) => at > now.getTime()));
  useEffect(() => {
    if (!Number.isFinite(next)) return undefined;
    const timer = setTimeout(() => setNow(new Date()), Math.min(Math.max(0, next - Date.now()), MAX_WAIT_MS));
    return () => clearTimeout(timer);
  }, [next, now]);
  return now;
}
