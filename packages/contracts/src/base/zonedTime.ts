import { HOUR_MS } from './durations.ts';

/** The local time in a time zone, in the format of `datetime-local` fields: `2026-12-03T09:30`. */
export function toLocal(instant: string, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/**
 * The instant of a local time in a time zone. A time in the hour skipped in spring moves an hour later; a time in the
 * hour repeated in fall means its first occurrence. Undefined if the text is not a time.
 */
export function fromLocal(local: string, timeZone: string): string | undefined {
  const target = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}:00Z`) : NaN;
  if (Number.isNaN(target)) return undefined;
  const localAt = (instant: number) => Date.parse(`${toLocal(new Date(instant).toISOString(), timeZone)}:00Z`);
  const offsets = [-12, 12].map((hours) => {
    const near = target + hours * HOUR_MS;
    return localAt(near) - near;
  });
  const candidates = offsets.map((offset) => target - offset).sort((a, b) => a - b);
  const exact = candidates.find((instant) => localAt(instant) === target);
  return new Date(exact ?? candidates.at(-1)!).toISOString();
}
