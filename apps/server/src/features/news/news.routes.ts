import type { FastifyInstance } from 'fastify';
import { getNewsItem, listNews, previewNewsItem } from '@portico/contracts/news';
import type { Db } from '../../db/pool.ts';
import { found } from '../../errors.ts';
import { route } from '../../http/route.ts';
import { findNewsDraft, findNewsItem, listNewsPage } from './news.queries.ts';

export function newsRoutes(portal: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  route(portal, listNews, ({ person, query }) => listNewsPage(db, { ...person, now: now() }, query));
  route(portal, getNewsItem, async ({ person, params }) =>
    found(await findNewsItem(db, { ...person, now: now() }, params.newsId), 'news item'),
  );
  route(portal, previewNewsItem, async ({ person, params }) =>
    found(await findNewsDraft(db, { ...person, now: now() }, params.newsId), 'news item'),
  );
}
