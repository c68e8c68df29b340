import type { FastifyInstance } from 'fastify';
import { getStudioOverview, listStudioCalendar } from '@portico/contracts/studio/overview';
import type { Dependencies } from '../../../dependencies.ts';
import { route } from '../../../http/api/route.ts';
import { actorOf } from '../access/actor.ts';
import { readCalendar, readOverview } from './overview.queries.ts';

/** What calls for attention in the studio. */
export function overviewRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, getStudioOverview, (caller) => readOverview(db, actorOf(caller)));
  route(portal, listStudioCalendar, ({ query, ...caller }) => readCalendar(db, query, actorOf(caller)));
}
