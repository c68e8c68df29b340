import { DAY_MS } from '@portico/contracts/durations';
import type { Config } from '../../config.ts';
import type { CalendarEntry } from '../events/eventCalendar.ts';
import type { AtomEntry } from './atomFeed.ts';
import { WARNING_DAYS } from './feeds.queries.ts';

type Settings = Pick<Config, 'PUBLIC_URL' | 'PRODUCT_NAME' | 'FIRM_TIME_ZONE'>;

const title = ({ PRODUCT_NAME }: Settings): string => `Sign in to ${PRODUCT_NAME} to keep this feed`;

function message({ PRODUCT_NAME, FIRM_TIME_ZONE }: Settings, endsAt: Date): string {
  const day = endsAt.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: FIRM_TIME_ZONE });
  return `This link stops working on ${day} because you haven’t signed in to ${PRODUCT_NAME} for a while. Sign in before then to keep it.`;
}

/** A calendar entry in the last hour of the feed, which announces its end. */
export function endingCalendarEntry(config: Settings, userId: string, endsAt: Date): CalendarEntry {
  return {
    id: userId,
    sequence: Math.floor(endsAt.getTime() / 1000) % 1_000_000_000,
    stamp: new Date(endsAt.getTime() - WARNING_DAYS * DAY_MS),
    isBusy: false,
    address: config.PUBLIC_URL,
    event: {
      header: title(config),
      description: message(config, endsAt),
      startsAt: new Date(endsAt.getTime() - 3_600_000).toISOString(),
      endsAt: endsAt.toISOString(),
      timeZone: config.FIRM_TIME_ZONE,
      isVirtual: false,
      location: null,
      speakers: [],
    },
  };
}

/** The same announcement as an entry of the news feed. */
export function endingNewsEntry(config: Settings, endsAt: Date, now: Date): AtomEntry {
  return {
    id: `${config.PUBLIC_URL}/feeds#ends-${endsAt.toISOString().slice(0, 10)}`,
    title: title(config),
    summary: message(config, endsAt),
    link: config.PUBLIC_URL,
    publishedAt: now.toISOString(),
    updatedAt: now.toISOString(),
    author: config.PRODUCT_NAME,
    categories: [],
  };
}
