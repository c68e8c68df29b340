import type { FastifyInstance } from 'fastify';
import { getResource, listResources } from '@portico/contracts/resources';
import type { Dependencies } from '../../dependencies.ts';
import { found } from '../../errors.ts';
import { articleAnswers } from '../../http/api/articleAnswers.ts';
import { route } from '../../http/api/route.ts';
import { serviceItemRoute, serviceRoute } from '../../http/api/serviceRoute.ts';
import { listResourcesPage, resourceArticle } from './resources.queries.ts';

export function resourcesRoutes(portal: FastifyInstance, { db, now }: Pick<Dependencies, 'db' | 'now'>): void {
  serviceRoute(portal, { scope: 'read:resources', now }, (reader, query) => listResourcesPage(db, reader, query));
  route(portal, listResources, ({ reader, reads, query }) => listResourcesPage(reads, reader, query));
  const answerItem = articleAnswers(getResource, resourceArticle);
  serviceItemRoute(portal, { scope: 'read:resources', now }, (reader, id, { request }) =>
    answerItem({ reader, reads: db }, id, request),
  );
  route(portal, getResource, async (call, { request }) =>
    found(await answerItem(call, call.params.resourceId, request), 'resource'),
  );
}
