import ICAL from 'ical.js';
import PostalMime from 'postal-mime';

/** A calendar object as a mail program reads it. Instants are ISO 8601 in UTC. */
export interface Invitation {
  method: string;
  uid: string;
  sequence: number;
  status: string | undefined;
  summary: string;
  description: string;
  location: string | undefined;
  start: string;
  end: string;
  organizer: string | undefined;
  attendees: string[];
  /** The iCalendar text. */
  source: string;
}

export interface ReadMail {
  from: string;
  to: string[];
  subject: string;
  /** ISO 8601, from the sender. */
  date: string;
  messageId: string;
  headers: Array<{ key: string; value: string }>;
  text: string;
  /** Empty for an email without an HTML part. */
  html: string;
  /** Names of attachments. */
  attachments: string[];
  invitation: Invitation | undefined;
}

/** Reads a mail with other libraries than the portal uses to write it, so that the pages show what recipients see. */
export async function readMail(content: Uint8Array): Promise<ReadMail> {
  const mail = await PostalMime.parse(content);
  const calendar = mail.attachments.find(({ mimeType }) => mimeType === 'text/calendar');
  return {
    from: mail.from?.address ?? '',
    to: (mail.to ?? []).flatMap(({ address }) => address ?? []),
    subject: mail.subject ?? '',
    date: mail.date ?? '',
    messageId: mail.messageId ?? '',
    headers: mail.headers.map(({ key, value }) => ({ key, value })),
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.flatMap(({ filename, disposition }) =>
      disposition === 'attachment' ? (filename ?? []) : [],
    ),
    invitation: calendar && readInvitation(textOf(calendar.content)),
  };
}

/** Text with iCalendar's line endings, which the mail parser changes. */
function textOf(content: ArrayBuffer | Uint8Array | string): string {
  return (typeof content === 'string' ? content : new TextDecoder().decode(content)).replace(/\r?\n/g, '\r\n');
}

/** The first event of an iCalendar text. Throws if the text isn't one. */
export function readInvitation(source: string): Invitation {
  const calendar = new ICAL.Component(ICAL.parse(source));
  const event = calendar.getFirstSubcomponent('vevent');
  if (!event) throw new Error('there is no event in this calendar');
  const text = (name: string): string | undefined => event.getFirstPropertyValue(name)?.toString();
  const instant = (name: string): string | undefined => {
    const value = event.getFirstPropertyValue(name);
    return value instanceof ICAL.Time ? value.toJSDate().toISOString() : undefined;
  };
  const start = instant('dtstart') ?? '';
  return {
    method: String(calendar.getFirstPropertyValue('method') ?? ''),
    uid: text('uid') ?? '',
    sequence: Number(text('sequence') ?? 0),
    status: text('status'),
    summary: text('summary') ?? '',
    description: text('description') ?? '',
    location: text('location'),
    start,
    end: instant('dtend') ?? start,
    organizer: text('organizer'),
    attendees: event.getAllProperties('attendee').map((attendee) => String(attendee.getFirstValue())),
    source,
  };
}
