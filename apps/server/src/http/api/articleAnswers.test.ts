import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { endpoint } from '@portico/contracts/endpoint';
import { getNewsItem, NewsItem } from '@portico/contracts/news';
import { getResource, Resource, ResourceSummary } from '@portico/contracts/resources';
import { createDb } from '../../db/pool.ts';
import { newsArticle } from '../../features/news/news.queries.ts';
import { resourceArticle } from '../../features/resources/resources.queries.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { articleAnswers } from './articleAnswers.ts';

const response = <Shape extends z.ZodMiniObject>(shape: Shape) =>
  endpoint({ method: 'GET', path: '/api/v1/example', summary: 'Only for its type', response: shape });

test('a response that is cached for everyone has only fields of revisions: a personal one does not compile [NEWS-020]', () => {
  const isFavorite = true;
  const { itemOf } = resourceArticle;
  type Rows = Parameters<typeof itemOf>;
  const favorite = { ...resourceArticle, itemOf: (...rows: Rows) => ({ ...itemOf(...rows), isFavorite }) };
  const favorites = {
    ...resourceArticle,
    itemOf: (...rows: Rows) => ({
      ...itemOf(...rows),
      related: itemOf(...rows).related.map((item) => ({ ...item, isFavorite })),
    }),
  };
  const owned = {
    ...newsArticle,
    itemOf: (...rows: Parameters<typeof newsArticle.itemOf>) => ({ ...newsArticle.itemOf(...rows), owner: 'Ana' }),
  };
  const ofPerson = { isFavorite: z.boolean() };
  const related = z.array(z.extend(ResourceSummary, ofPerson));
  const answers = [
    articleAnswers(getResource, resourceArticle),
    articleAnswers(getNewsItem, newsArticle),
    // @ts-expect-error -- whether a resource is a favorite depends on the person
    articleAnswers(response(z.extend(Resource, ofPerson)), favorite),
    // @ts-expect-error -- the same, of a related resource
    articleAnswers(response(z.extend(Resource, { related })), favorites),
    // @ts-expect-error -- revisions of news have no owner
    articleAnswers(response(z.extend(NewsItem, { owner: z.string() })), owned),
  ];
  expect(answers).toHaveLength(5);
});

test('two people get the same response for the same revision of a resource, and each only if they may see it [NEWS-020, A3]', async () => {
  const { as, make, portal } = await testPortal();
  const id = await make.resource({ header: 'Fee schedule', categories: ['Fees'] });
  await make.resource({ header: 'Fees for hybrids', categories: ['Fees'], audience: ['AdvisorHybrid'] });
  const get = async (name: string) =>
    portal.inject({ url: `/api/v1/resources/${id}`, headers: await as(name).headers() });
  const [ana, nils, cora] = [await get('ana'), await get('nils'), await get('cora')];
  expect(ana.json<Resource>().related.map(({ header }) => header)).toEqual(['Fees for hybrids']);
  expect([nils.body, nils.headers.etag]).toEqual([cora.body, cora.headers.etag]);
  expect(nils.json<Resource>().related).toEqual([]);
  expect(Object.keys(nils.json<object>()).sort()).toEqual(Object.keys(Resource.shape).sort());
});

test('the first response for an item takes one statement, and so does each later one [NEWS-021]', async () => {
  const { make, pool } = await testPortal();
  const id = await make.news({ categories: ['Fees'] });
  const statements: string[] = [];
  const reads = createDb(pool, ({ query }) => void statements.push(query.sql));
  const answer = articleAnswers(getNewsItem, newsArticle);
  const reader = { id: randomUUID(), advisorType: null, facts: [], now: new Date() };
  const ask = () => answer({ reads, reader }, id, { headers: {} } as FastifyRequest);
  const first = await ask();
  expect(statements).toHaveLength(1);
  expect(await ask()).toBe(first);
  expect(statements).toHaveLength(2);
});
