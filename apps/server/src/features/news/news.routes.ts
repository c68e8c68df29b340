import type { FastifyInstance } from 'fastify';
import { getNewsItem, listNews } from '@portico/contracts/news';
import type { Dependencies } from '../../dependencies.ts';
import { found } from '../../errors.ts';
import { articleAnswers } from '../../http/api/articleAnswers.ts';
import { route } from '../../http/api/route.ts';
import { serviceItemRoute, serviceRoute } from '../../http/api/serviceRoute.ts';
import { listNewsPage, newsArticle } from './news.queries.ts';

export function newsRoutes(portal: FastifyInstance, { db, now }: Pick<Dependencies, 'db' | 'now'>): void {
  serviceRoute(portal, { scope: 'read:news', now }, (reader, query) => listNewsPage(db, reader, query));
  route(portal, listNews, ({ reader, reads, query }) => listNewsPage(reads, reader, query));
  const answerItem = articleAnswers(getNewsItem, newsArticle);
  serviceItemRoute(portal, { scope: 'read:news', now }, (reader, id, { request }) =>
    answerItem({ reader, reads: db }, id, request),
  );
  route(portal, getNewsItem, async (call, { request }) =>
    found(await answerItem(call, call.params.newsId, request), 'news item'),
  );
}
