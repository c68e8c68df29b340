import { timesOf } from './seriesPortal.ts';

/**
 * What a calendar program has of one UID after messages: a request with the rule replaces everything, one for a date
 * replaces that date, and a date that is canceled is excluded from the rule. A message with a lower number than the
 * program has is refused. Source: RFC 5546, 2.1.5, 3.2.2 and 3.2.5.
 */
export function calendarProgram() {
  let zone = '';
  /** The text of each event by its line RECURRENCE-ID, which the rule lacks. */
  let stored = new Map<string, string>();
  return {
    receive(source: string): boolean {
      const isCancel = source.includes('\r\nMETHOD:CANCEL\r\n');
      const events = (source.match(/BEGIN:VEVENT\r\n[^]*?END:VEVENT\r\n/g) ?? []).map((text) => ({
        key: keyOf(text),
        text,
      }));
      const known = (key: string) => stored.get(key) ?? stored.get('') ?? 'SEQUENCE:0';
      if (events.some(({ key, text }) => sequenceOf(text) < sequenceOf(known(key)))) return false;
      const isWhole = events.some(({ key }) => key === '');
      if (isWhole || zone === '') zone = /BEGIN:VTIMEZONE[^]*END:VTIMEZONE\r\n/.exec(source)?.[0] ?? '';
      if (isWhole) stored = new Map();
      for (const { key, text } of events) {
        if (!isCancel) stored.set(key, text);
        else if (!isWhole) exclude(stored, key);
      }
      return true;
    },
    /** Start and title of each date. */
    times(): string[] {
      const events = [...stored.values()].join('');
      return timesOf(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:test\r\n${zone}${events}END:VCALENDAR\r\n`).toSorted();
    },
  };
}

const keyOf = (event: string): string => /^RECURRENCE-ID[^\r]*/m.exec(event)?.[0] ?? '';
const sequenceOf = (event: string): number => Number(/^SEQUENCE:(\d+)/m.exec(event)![1]);

function exclude(stored: Map<string, string>, key: string): void {
  stored.delete(key);
  const rule = stored.get('');
  const line = key.replace('RECURRENCE-ID', 'EXDATE');
  if (rule !== undefined) stored.set('', rule.replace('END:VEVENT', `${line}\r\nEND:VEVENT`));
}
