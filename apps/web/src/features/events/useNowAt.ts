import { useEffect, useState } from 'react';
import { HOUR_MS } from '@portico/contracts/durations';

/** Timers overflow after 24 days and run late after the computer sleeps, so check the clock at least every hour. */
const MAX_WAIT_MS = HOUR_MS;

/** The current time, updated at each of the given instants (ISO 8601) and at least hourly until the last one. */
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
