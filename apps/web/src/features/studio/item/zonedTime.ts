/** The zone of this browser. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The wall clock of a zone at an instant, as `datetime-local` fields have it: `2026-12-03T09:30`. */
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
 * The instant at which clocks of the zone show this. In the hour that is skipped in spring it is the time that clocks
 * show instead; of the hour that is repeated in fall it is the first. Undefined for a text that is no time.
 */
export function fromLocal(local: string, timeZone: string): string | undefined {
  const wanted = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}:00Z`) : NaN;
  if (Number.isNaN(wanted)) return undefined;
  const shownAt = (instant: number) => Date.parse(`${toLocal(new Date(instant).toISOString(), timeZone)}:00Z`);
  const offsets = [-12, 12].map((hours) => {
    const near = wanted + hours * 3_600_000;
    return shownAt(near) - near;
  });
  const candidates = offsets.map((offset) => wanted - offset).sort((a, b) => a - b);
  const exact = candidates.find((instant) => shownAt(instant) === wanted);
  return new Date(exact ?? candidates.at(-1)!).toISOString();
}
