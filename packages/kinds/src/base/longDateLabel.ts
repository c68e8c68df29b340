const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** `2026-04-15` as "April 15, 2026"; undefined for anything but a day. */
export function longDateLabel(date: string): string | undefined {
  const day = new Date(`${date}T00:00:00Z`);
  return Number.isNaN(day.getTime()) ? undefined : format.format(day);
}
