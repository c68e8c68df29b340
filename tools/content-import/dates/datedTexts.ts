import { shifted, type DateShift } from './dateShift.ts';

/** A text contains `{{…}}` that is not a date. The message is for the report. */
export class UnknownToken extends Error {
  override name = 'UnknownToken';
}

const label = (options: Intl.DateTimeFormatOptions) => (date: Date) =>
  new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(date);

/** What `{{<name> yyyy-MM-dd}}` becomes. */
const forms: Record<string, (date: Date) => string> = {
  /** December 3, 2026 */
  date: label({ dateStyle: 'long' }),
  /** Thursday, December 3 */
  day: label({ weekday: 'long', month: 'long', day: 'numeric' }),
  /** December 2026 */
  month: label({ month: 'long', year: 'numeric' }),
  /** 2026 */
  year: label({ year: 'numeric' }),
  /** 2026-12-03, for addresses */
  iso: (date) => date.toISOString().slice(0, 10),
};

/** A copy of `value` with the date tokens in all texts replaced by dates moved by `shift`. Throws UnknownToken. */
export function withDatesWritten<Value>(value: Value, shift: DateShift | undefined): Value {
  return mapTexts(value, (text) => writeDates(text, shift)) as Value;
}

function mapTexts(value: unknown, write: (text: string) => string): unknown {
  if (typeof value === 'string') return write(value);
  if (Array.isArray(value)) return value.map((entry) => mapTexts(entry, write));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, mapTexts(entry, write)]));
}

function writeDates(text: string, shift: DateShift | undefined): string {
  return text.replace(/\{\{([^{}]*)\}\}|\{\{|\}\}/g, (token, content: string = '') => {
    const [, name = '', day = ''] = /^(\w+) (\d{4}-\d\d-\d\d)$/.exec(content) ?? [];
    const form = Object.hasOwn(forms, name) ? forms[name] : undefined;
    const noon = new Date(`${day}T12:00:00Z`);
    if (!form || Number.isNaN(noon.getTime()) || !noon.toISOString().startsWith(day))
      throw new UnknownToken(
        `unknown token ${token.slice(0, 60)}: use ${Object.keys(forms)
          .map((known) => `{{${known} yyyy-MM-dd}}`)
          .join(', ')}`,
      );
    return form(new Date(shifted(noon.toISOString(), shift && { ...shift, timeZone: undefined })));
  });
}
