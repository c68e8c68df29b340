import type { FastifyInstance } from 'fastify';
import { explainAudience } from '@portico/contracts/audience';
import type { Dependencies } from '../../dependencies.ts';
import { found } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import { explainToReader } from './audience.queries.ts';

export function audienceRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, explainAudience, async ({ reader, params }) =>
    found(await explainToReader(db, reader, params.itemId), 'item'),
  );
}
