import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod/mini';
import { createFeeds, getFeeds, revokeFeeds } from '@portico/contracts/feeds';
import type { Dependencies } from '../../dependencies.ts';
import { found } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import { listCalendarEntries } from '../events/calendarEntries.queries.ts';
import { calendarOf, earlier } from '../events/eventCalendar.ts';
import { atomFeed } from './atomFeed.ts';
import { listDutyEntries } from './dutyEntries.queries.ts';
import { endingCalendarEntry, endingNewsEntry } from './endingNotice.ts';
import {
  deleteFeedToken,
  findFeedReader,
  findFeedStatus,
  listNewsEntries,
  replaceFeedToken,
  type FeedReader,
} from './feeds.queries.ts';

/** The maximum reads per minute from one address. Calendar services read for many people from a few addresses. */
const READS_PER_MINUTE = 600;
/** The modification time of a feed without entries. */
const EPOCH = new Date(0);

interface Feed {
  type: string;
  body: string;
  /** The time of its newest entry. */
  modifiedAt: Date;
}

export function feedsRoutes(
  portal: FastifyInstance,
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
): void {
  route(portal, getFeeds, ({ person }) => findFeedStatus(db, person.id));
  route(portal, createFeeds, async ({ person }) => {
    const address = `${config.PUBLIC_URL}/feeds/${await replaceFeedToken(db, person.id, now())}`;
    return { myEvents: `${address}/my-events.ics`, allEvents: `${address}/events.ics`, news: `${address}/news.atom` };
  });
  route(portal, revokeFeeds, ({ person }) => deleteFeedToken(db, person.id));

  const eventsFeed =
    (which: 'all' | 'own', name: string) =>
    async (reader: FeedReader): Promise<Feed> => {
      const entries = await listCalendarEntries(db, reader, which, config.FIRM_TIME_ZONE);
      if (which === 'own') entries.push(...(await listDutyEntries(db, reader, config)));
      if (reader.endsAt) entries.push(endingCalendarEntry(config, reader.id, reader.endsAt));
      return {
        type: 'text/calendar; charset=utf-8',
        body: calendarOf(config, entries, { name: `${config.PRODUCT_NAME}: ${name}`, now: reader.now }),
        modifiedAt: newest(entries.map(({ stamp }) => stamp)),
      };
    };
  const newsFeed = async (reader: FeedReader): Promise<Feed> => {
    const entries = await listNewsEntries(db, reader);
    const news = entries.map((item) => ({
      ...item,
      updated_at: earlier(new Date(item.updated_at), reader.now).toISOString(),
    }));
    const ending = reader.endsAt ? [endingNewsEntry(config, reader.endsAt, reader.now)] : [];
    const modifiedAt = newest(
      [...news.map((item) => item.updated_at), ...ending.map((item) => item.updatedAt)].map(
        (instant) => new Date(instant),
      ),
    );
    const body = atomFeed({
      id: `${config.PUBLIC_URL}/news`,
      title: `${config.PRODUCT_NAME}: news`,
      link: `${config.PUBLIC_URL}/news`,
      updatedAt: modifiedAt.toISOString(),
      entries: [
        ...ending,
        ...news.map((item) => ({
          id: `urn:uuid:${item.id}`,
          title: item.header,
          summary: item.description,
          link: `${config.PUBLIC_URL}/news/${item.id}`,
          publishedAt: item.published_at,
          updatedAt: item.updated_at,
          author: item.author_department ?? config.PRODUCT_NAME,
          categories: item.categories,
        })),
      ],
    });
    return { type: 'application/atom+xml; charset=utf-8', body, modifiedAt };
  };

  const feeds = {
    'my-events.ics': eventsFeed('own', 'my events'),
    'events.ics': eventsFeed('all', 'events'),
    'news.atom': newsFeed,
  };
  const Params = z.object({ token: z.string() });
  for (const [file, make] of Object.entries(feeds)) {
    portal.get(
      `/feeds/:token/${file}`,
      {
        config: {
          access: 'anyone',
          ...(config.RATE_LIMIT_PER_MINUTE > 0
            ? { rateLimit: { max: Math.min(READS_PER_MINUTE, config.RATE_LIMIT_PER_MINUTE) } }
            : {}),
        },
        schema: { params: Params, hide: true },
      },
      async (request: FastifyRequest, reply: FastifyReply) => {
        const reader = found(await findFeedReader(db, (request.params as z.infer<typeof Params>).token, now()), 'feed');
        const { type, body, modifiedAt } = await make(reader);
        return reply
          .type(type)
          .header('cache-control', 'private, no-cache')
          .header('last-modified', earlier(modifiedAt, reader.now).toUTCString())
          .send(body);
      },
    );
  }
}

const newest = (dates: Date[]): Date => dates.reduce((latest, date) => (date > latest ? date : latest), EPOCH);
