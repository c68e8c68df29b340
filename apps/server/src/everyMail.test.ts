import { openMailFolder } from '@portico/dev-mailbox/mailFolder';
import { readMail } from '@portico/dev-mailbox/readMail';
import { expect, onTestFinished, test } from 'vitest';
import { loadConfig } from './config.ts';
import { InvitationReason, OrganizerAct, type InvitedEvent } from './features/events/eventCalendar.ts';
import { seriesOfDate, type StoredSeries } from './features/events/eventSeries.queries.ts';
import { invitationMail } from './features/events/invitationMail.ts';
import { seriesInvitationMail } from './features/events/seriesInvitationMail.ts';
import type { InvitedDate } from './features/events/seriesInvitations.queries.ts';
import { creditReminderMail } from './features/duties/creditReminders.jobs.ts';
import { returnMail } from './features/forms/returnMail.ts';
import { receiptMail } from './features/forms/receiptMail.ts';
import { messageMail } from './features/studio/eventsDesk/rosterMessages.jobs.ts';
import { digestMail } from './features/publication-notifications/digestMail.ts';
import { reminderMail } from './features/studio/confirmations/reminders.jobs.ts';
import { reviewMail } from './features/studio/owners/reviewMail.jobs.ts';
import { mailJobs } from './jobs/registry.ts';
import { closeMailConnections, sendMail, type Mail } from './mail/sendMail.ts';
import { testMailbox } from './testing/services/testMailbox.ts';

const FIRM = 'Harbor & Vale <Advisors>';
const TITLE = 'Fees & "caps" <script>alert(1)</script> for José’s team';
const person = { name: 'Ana <b>Reed</b> & Co', email: 'ana@portico.test' };
const invited: InvitedEvent = {
  header: TITLE,
  description: 'First line\nSecond <img src=x onerror=alert(1)>',
  startsAt: '2026-06-11T14:00:00Z',
  endsAt: '2026-06-11T16:00:00Z',
  timeZone: 'America/New_York',
  isVirtual: true,
  location: null,
  speakers: ['Ida Berg'],
  joinLink: 'https://meet.example/room?a=1&b=2',
};
const key = { eventId: '00000000-0000-4000-8000-000000000001', userId: '00000000-0000-4000-8000-000000000002' };

const series = {
  id: key.eventId,
  rule: { unit: 'Week', every: 1, weekdays: ['TH'], monthDay: 'SameDay', count: 2, until: null },
  startsAt: '2026-06-11T14:00:00Z',
  endsAt: '2026-06-11T16:00:00Z',
  timeZone: 'America/New_York',
  version: 2,
} satisfies Omit<StoredSeries, 'originalStart'>;
const aDate = (own: Partial<InvitedDate>): InvitedDate => ({
  eventId: key.eventId,
  originalStart: '2026-06-11T14:00:00.000Z',
  invited,
  sequence: 1,
  reason: 'Asked',
  organizerAct: null,
  note: null,
  actedBy: null,
  askedAt: '2026-06-10T12:00:00Z',
  isDue: true,
  wasTried: true,
  isInSeries: true,
  ...own,
});

const config = loadConfig({
  DATABASE_URL: 'postgres://nobody@localhost/none',
  OIDC_ISSUER: 'https://id.example',
  OIDC_CLIENT_ID: 'portal',
  PUBLIC_URL: 'https://portal.example',
  PRODUCT_NAME: FIRM,
});

/** Every kind of email, under the job that sends it. */
const kinds: Record<string, Array<{ name: string; mail: Mail }>> = {
  'send-invitation': [
    ...InvitationReason.options.map((reason) => ({ reason, organizerAct: null, actedBy: null })),
    ...(['Asked', 'Unregistered'] as const).map((reason) => ({ reason, organizerAct: null, actedBy: 'Nils Aldous' })),
    ...OrganizerAct.options.map((organizerAct) => ({ reason: 'Unregistered' as const, organizerAct, actedBy: null })),
  ].map(({ reason, organizerAct, actedBy }) => ({
    name: `an invitation, reason ${organizerAct ?? reason}${actedBy === null ? '' : ', by a delegate'}`,
    mail: invitationMail(config, {
      ...key,
      invited,
      sequence: 1,
      actedBy,
      reason,
      organizerAct,
      note: organizerAct === null ? null : 'The <b>hall</b> is closed & locked.',
      askedAt: '2026-06-10T12:00:00Z',
      person,
      series: null,
      now: new Date('2026-06-10T12:00:00Z'),
    }),
  })),
  'send-series-invitation': [
    ...InvitationReason.options.map((reason) => ({
      name: `all dates, reason ${reason}`,
      due: aDate({ reason }),
      isLeft: false,
    })),
    { name: 'all dates, by a delegate', due: aDate({ actedBy: 'Nils <Aldous>' }), isLeft: false },
    {
      name: 'canceled dates',
      due: aDate({ reason: 'Unregistered', note: 'The <b>hall</b> is closed.' }),
      isLeft: true,
    },
  ].map(({ name, due, isLeft }) => ({
    name: `an invitation to a series, ${name}`,
    mail: seriesInvitationMail(config, {
      seriesId: key.eventId,
      userId: key.userId,
      due: [due],
      dates: isLeft ? [due, aDate({ originalStart: '2026-06-18T14:00:00.000Z' })] : [due],
      waiting: [invited],
      series: (originalStart) => seriesOfDate({ ...series, originalStart })!,
      sequence: 3,
      person,
      now: new Date('2026-06-10T12:00:00Z'),
    }),
  })),
  'send-event-message': [
    {
      name: 'a message of an organizer',
      mail: messageMail(config, {
        ...person,
        eventId: key.eventId,
        messageId: key.eventId,
        userId: key.userId,
        header: TITLE,
        title: 'Bring <your> badge & phone',
        text: 'First <i>line</i>\nsecond line',
        sentBy: 'Edda Mohr',
      }),
    },
  ],
  'send-duty-reminder': [
    {
      name: 'a reminder to confirm',
      mail: reminderMail(config, {
        ...person,
        reminderId: key.eventId,
        userId: key.userId,
        title: TITLE,
        path: '/news/1?from=reminder',
        statement: 'I have read <this> & understood it.',
        dueDate: 'June 20, 2026',
        isOverdue: false,
      }),
    },
  ],
  'send-review-request': [
    {
      name: 'a request to review items',
      mail: reviewMail(config, {
        ...person,
        userId: key.userId,
        items: [
          { itemId: key.eventId, title: TITLE, reviewOn: 'June 20, 2026', step: 1 },
          { itemId: key.userId, title: 'Fees', reviewOn: 'June 21, 2026', step: 2 },
        ],
      }),
    },
  ],
  'send-credit-reminder': [
    {
      name: 'a reminder of missing credits',
      mail: creditReminderMail(config, {
        ...person,
        reminderId: key.eventId,
        userId: key.userId,
        credits: [
          {
            title: `Credits: ${TITLE}`,
            missing: '2 of 3 hours are missing.',
            dueDate: 'November 30, 2026',
            isOverdue: false,
          },
        ],
      }),
    },
  ],
  'send-form-receipt': [
    {
      name: 'a receipt for an entry',
      mail: receiptMail(config, { entryId: key.eventId, title: TITLE, receivedAt: '2026-06-10T19:05:00Z', ...person }),
    },
  ],
  'send-form-return': [
    {
      name: 'an entry that came back',
      mail: returnMail(config, {
        entryId: key.eventId,
        title: TITLE,
        note: 'Add the <receipt> & the date.',
        returnedAt: '2026-06-10T19:05:00Z',
        ...person,
      }),
    },
  ],
  'send-digest': [
    {
      name: 'a daily email',
      mail: digestMail(config, {
        ...person,
        userId: key.userId,
        digestAt: '2026-06-10T12:00:00Z',
        isWanted: true,
        items: [{ title: TITLE, description: 'First <i>line</i>', path: '/news/1?a=1&b=2' }],
        duties: { open: 3, overdue: 1 },
        credits: 1,
      }),
    },
  ],
};

test('every job that sends email is in the table of kinds of email', () => {
  expect(Object.keys(kinds).sort()).toEqual([...mailJobs].sort());
});

const decoded = (html: string): string =>
  html
    .replaceAll(/<(?:style|title)[^>]*>[^<]*<\/\w+>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)));
/** All words but addresses, which the HTML part can have behind a title. */
const words = (text: string): string[] =>
  [...new Set(text.split(/\s+/).filter((word) => word !== '' && !word.startsWith('https:')))].sort();

test('a title with soft hyphens, joined emoji and direction overrides reads the same in the subject and both parts [JOB-006]', async () => {
  const { folder, mailbox } = await testMailbox();
  const sending = { ...config, SMTP_URL: mailbox!.smtpUrl };
  onTestFinished(() => closeMailConnections(sending));
  const title = 'Port\u00adfolio\u202e re\u00adview 👩\u200d👧';
  await sendMail(
    sending,
    receiptMail(config, { entryId: key.eventId, title, receivedAt: '2026-06-10T19:05:00Z', ...person }),
  );
  const mails = await openMailFolder(folder);
  const { subject, text, html } = await readMail((await mails.read((await mails.list())[0]!))!);
  for (const part of [subject, text, decoded(html)]) expect(part).toContain('Portfolio review 👩\u200d👧');
});

test.each(Object.values(kinds).flat())(
  'as caught by the mailbox, $name has a plain and an HTML part with the same words, escaped, and the name of the firm [JOB-006]',
  async ({ mail }) => {
    const { folder, mailbox } = await testMailbox();
    const sending = { ...config, SMTP_URL: mailbox!.smtpUrl };
    onTestFinished(() => closeMailConnections(sending));
    await sendMail(sending, mail);
    const mails = await openMailFolder(folder);
    const [id] = await mails.list();
    const { text, html } = await readMail((await mails.read(id!))!);
    expect(text).toContain('Hello Ana <b>Reed</b> & Co,');
    expect(text).toContain(TITLE);
    for (const part of [text, decoded(html)]) {
      expect(part).toContain(FIRM);
      expect(part).toContain('https://portal.example');
    }
    expect(words(decoded(html))).toEqual(words(text));
    expect(html).not.toMatch(/<(?:script|img|b|i)\b|<[^>]* on\w+=|javascript:/);
    for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\//);
    expect(html).toContain('lang="en"');
  },
);
