import { readSettings } from '../../sign-in/settings.ts';

/** The time zone of this browser. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The zone of events whose zone nobody chose. */
export const firmTimeZone = (): string => readSettings().firmTimeZone;

export const eventZone = ({ timeZone }: { timeZone: string | null }): string => timeZone ?? firmTimeZone();

/** "Eastern Time (New York)", or the zone's own name where the browser knows no other. */
export function zoneLabel(timeZone: string): string {
  if (/^(?:Etc\/)?UTC$/.test(timeZone)) return 'UTC';
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  const [, area] = /^\w+\/(?:.*\/)?([^/]+)$/.exec(timeZone) ?? [];
  const city = area?.replaceAll('_', ' ');
  return city === undefined || name.includes(city) ? name : `${name} (${city})`;
}
