import type { FastifyInstance } from 'fastify';
import { dayIn } from '@portico/contracts/times';
import { getStudioOverview, listStudioCalendar } from '@portico/contracts/studio/overview';
import type { Dependencies } from '../../../dependencies.ts';
import { route } from '../../../http/api/route.ts';
import { actorOf } from '../access/actor.ts';
import { readCalendar, readOverview } from './overview.queries.ts';

/** What calls for attention in the studio. */
export function overviewRoutes(portal: FastifyInstance, { db, config }: Pick<Dependencies, 'db' | 'config'>): void {
  route(portal, getStudioOverview, (caller) =>
    readOverview(db, actorOf(caller), dayIn(config.FIRM_TIME_ZONE, caller.reader.now)),
  );
  route(portal, listStudioCalendar, ({ query, ...caller }) => readCalendar(db, query, actorOf(caller)));
}
