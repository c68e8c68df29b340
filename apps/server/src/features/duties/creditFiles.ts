import { clockLabel, dayIn, timeZoneLabel } from '@portico/contracts/times';
import { topicLabel } from '@portico/kinds/credits';
import type { Config } from '../../config.ts';
import { writePdf } from '../../pdf/writePdf.ts';
import type { Certificate, CreditsOfYear } from './credits.queries.ts';

/** What files about credits say of the portal and the time. */
interface Issued {
  config: Pick<Config, 'PRODUCT_NAME' | 'FIRM_TIME_ZONE'>;
  now: Date;
}

const longDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });
const dayLabel = (day: string): string => longDay.format(new Date(`${day}T00:00:00Z`));
const instantLabel = (instant: string | Date, timeZone: string): string =>
  `${dayLabel(dayIn(timeZone, instant))}, ${clockLabel(instant, timeZone)} ${timeZoneLabel(instant, timeZone)}`;
const personLabel = ({ holder, email }: { holder: string; email: string | null }): string =>
  email === null || email === holder ? holder : `${holder} (${email})`;
const issuedLabel = ({ config, now }: Issued): string =>
  `Issued by ${config.PRODUCT_NAME} on ${instantLabel(now, config.FIRM_TIME_ZONE)}`;

const watchedLabel = ({ minutes, checks }: NonNullable<Certificate['watched']>): string =>
  `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, checks answered in between: ${checks}`;

/** The certificate that somebody was at an event, as PDF. Everything in it is from the ledger as it is now. */
export function certificatePdf(certificate: Certificate, issued: Issued): Promise<Buffer> {
  const { number, title, day, lines, notedBy, notedAt, watched } = certificate;
  const { config, now } = issued;
  const noted = notedAt === null ? [] : [`on ${instantLabel(notedAt, config.FIRM_TIME_ZONE)}`];
  return writePdf({
    title: `Certificate of attendance: ${title}`,
    author: config.PRODUCT_NAME,
    createdAt: now,
    blocks: [
      { is: 'title', text: 'Certificate of attendance' },
      {
        is: 'text',
        text: `${config.PRODUCT_NAME} certifies that this person was at this event and earned these credits.`,
      },
      {
        is: 'table',
        header: [],
        shares: [0.26, 0.74],
        rows: [
          ['Person', personLabel(certificate)],
          ['Event', title],
          ['Date', dayLabel(day)],
          ...(noted.length === 0 && notedBy === null
            ? []
            : [['Attendance noted', [...(notedBy === null ? [] : [`by ${notedBy}`]), ...noted].join(' ')]]),
          ...(watched === null ? [] : [['Watched', watchedLabel(watched)]]),
          ['Number', number],
        ],
      },
      { is: 'heading', text: 'Credits' },
      {
        is: 'table',
        header: ['Program', 'State', 'Subject', 'Hours'],
        shares: [0.4, 0.12, 0.36, 0.12],
        rows: lines.map(({ program, state, subject, hours }) => [program, state, subject, hours]),
      },
      {
        is: 'text',
        text: `${issuedLabel(issued)}. The number leads to the record of this attendance in the portal, which shows whether it still holds.`,
      },
    ],
  });
}

/** What somebody needs and has earned in a year, as PDF. */
export function recordPdf(credits: CreditsOfYear, issued: Issued): Promise<Buffer> {
  const { year, standings, totals } = credits;
  const { config, now } = issued;
  return writePdf({
    title: `Credits ${year} of ${credits.holder}`,
    author: config.PRODUCT_NAME,
    createdAt: now,
    blocks: [
      { is: 'title', text: `Record of credits ${year}` },
      { is: 'text', text: personLabel(credits) },
      { is: 'heading', text: 'Needed' },
      standings.length === 0
        ? { is: 'text', text: 'Nothing is required in this year.' }
        : {
            is: 'table',
            header: ['For', 'Year', 'Due', 'Needed', 'Earned', 'Missing'],
            shares: [0.28, 0.24, 0.18, 0.1, 0.1, 0.1],
            rows: standings.map((one) => [
              topicLabel(one),
              `${dayLabel(one.startsOn)} to ${dayLabel(one.endsOn)}`,
              dayLabel(one.dueDate),
              one.needed,
              one.earned,
              one.missing,
            ]),
          },
      { is: 'heading', text: 'Earned' },
      ...(credits.credits.length === 0
        ? [{ is: 'text' as const, text: 'No credits were earned in this year.' }]
        : [
            {
              is: 'table' as const,
              header: ['Date', 'Event or course', 'For', 'Hours', 'Certificate'],
              shares: [0.17, 0.3, 0.24, 0.08, 0.21],
              rows: credits.credits.map((one) => [
                dayLabel(one.day),
                one.provider === null ? one.title : `${one.title} (${one.provider})`,
                topicLabel(one),
                one.hours,
                one.certificate ?? 'Checked by the firm',
              ]),
            },
            {
              is: 'table' as const,
              header: ['Total', 'Hours'],
              shares: [0.79, 0.21],
              rows: totals.map(({ program, state, hours }) => [topicLabel({ program, state, subject: '' }), hours]),
            },
          ]),
      { is: 'text', text: `${issuedLabel(issued)}.` },
    ],
  });
}
