import type { FastifyInstance } from 'fastify';
import { getResource, listResources, previewResource } from '@portico/contracts/resources';
import type { Db } from '../../db/pool.ts';
import { found } from '../../errors.ts';
import { route } from '../../http/route.ts';
import { findResource, findResourceDraft, listResourcesPage } from './resources.queries.ts';

export function resourcesRoutes(portal: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  route(portal, listResources, ({ person, query }) => listResourcesPage(db, { ...person, now: now() }, query));
  route(portal, getResource, async ({ person, params }) =>
    found(await findResource(db, { ...person, now: now() }, params.resourceId), 'resource'),
  );
  route(portal, previewResource, async ({ person, params }) =>
    found(await findResourceDraft(db, { ...person, now: now() }, params.resourceId), 'resource'),
  );
}
