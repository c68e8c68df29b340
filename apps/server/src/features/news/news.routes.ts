import type { FastifyInstance } from 'fastify';
import { getNewsItem, listNews, previewNewsItem } from '@portico/contracts/news';
import type { Dependencies } from '../../dependencies.ts';
import { found } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import { answerAsStored } from '../../http/api/storedComponents.ts';
import { findNewsDraft, findNewsItem, listNewsPage } from './news.queries.ts';

export function newsRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, listNews, ({ reader, query }) => listNewsPage(db, reader, query));
  route(portal, getNewsItem, async ({ reader, params }) =>
    answerAsStored(getNewsItem, found(await findNewsItem(db, reader, params.newsId), 'news item')),
  );
  route(portal, previewNewsItem, async ({ reader, params }) =>
    answerAsStored(previewNewsItem, found(await findNewsDraft(db, reader, params.newsId), 'news item')),
  );
}
