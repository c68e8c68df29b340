import { tzOffset, tzScan } from '@date-fns/tz';
import { MINUTE_MS } from '@portico/contracts/durations';
import { timeZoneLabel } from '@portico/contracts/times';

/**
 * The VTIMEZONE of a zone with every change of its clocks between two instants, for programs that don't know the zone
 * by its name. Source: RFC 5545, 3.6.5.
 */
export function timeZoneComponent(timeZone: string, from: Date, to: Date): string {
  const start = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), 1));
  const changes = tzScan(timeZone, { start, end: to }).map(({ date, offset, change }) => {
    // The scan goes by hours, but clocks can change between them.
    const earlier = new Date(date.getTime() - 30 * MINUTE_MS);
    return { at: tzOffset(timeZone, earlier) === offset ? earlier : date, offset, before: offset - change };
  });
  const offset = tzOffset(timeZone, start);
  const observances = [{ at: start, offset, before: offset }, ...changes].map(({ at, offset, before }) => {
    const isDaylight = offset > standardOffset(timeZone, at);
    const name = isDaylight ? 'DAYLIGHT' : 'STANDARD';
    const local = new Date(at.getTime() + before * MINUTE_MS);
    return [
      `BEGIN:${name}`,
      `DTSTART:${local.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}`,
      `TZOFFSETFROM:${offsetLabel(before)}`,
      `TZOFFSETTO:${offsetLabel(offset)}`,
      `TZNAME:${timeZoneLabel(at, timeZone)}`,
      `END:${name}`,
    ];
  });
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...observances.flat(), 'END:VTIMEZONE'].join('\r\n');
}

/** The lower of the offsets in winter and summer, in minutes. */
function standardOffset(timeZone: string, at: Date): number {
  const offsets = [0, 6].map((month) => tzOffset(timeZone, new Date(Date.UTC(at.getUTCFullYear(), month, 1))));
  return Math.min(...offsets);
}

/** `-0330` */
function offsetLabel(minutes: number): string {
  const two = (number: number) => `${Math.floor(number)}`.padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.abs(minutes) / 60)}${two(Math.abs(minutes) % 60)}`;
}
