/** The reader's local time at an instant, as the value of a `datetime-local` field: `2026-12-03T09:30`. */
export function toLocalMoment(instant: string | null): string {
  if (instant === null) return '';
  const date = new Date(instant);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The instant of such a value; null for an empty or unfinished one. */
export function fromLocalMoment(value: string): string | null {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
