import type { FastifyInstance } from 'fastify';
import { getEvent } from '@portico/contracts/events';
import type { Db } from '../../db/pool.ts';
import { found } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { findEvent } from './events.queries.ts';

export function eventsRoutes(portal: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  route(portal, getEvent, async ({ person, params }) =>
    found(await findEvent(db, { ...person, now: now() }, params.eventId), 'event'));
}
