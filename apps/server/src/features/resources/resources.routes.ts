import type { FastifyInstance } from 'fastify';
import { getResource, listResources, previewResource } from '@portico/contracts/resources';
import type { Dependencies } from '../../dependencies.ts';
import { found } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import { answerAsStored } from '../../http/api/storedComponents.ts';
import { findResource, findResourceDraft, listResourcesPage } from './resources.queries.ts';

export function resourcesRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, listResources, ({ reader, query }) => listResourcesPage(db, reader, query));
  route(portal, getResource, async ({ reader, params }) =>
    answerAsStored(getResource, found(await findResource(db, reader, params.resourceId), 'resource')),
  );
  route(portal, previewResource, async ({ reader, params }) =>
    answerAsStored(previewResource, found(await findResourceDraft(db, reader, params.resourceId), 'resource')),
  );
}
