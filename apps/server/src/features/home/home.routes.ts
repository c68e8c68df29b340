import type { FastifyInstance } from 'fastify';
import { getHome } from '@portico/contracts/home';
import type { Db } from '../../db/pool.ts';
import { route } from '../../http/route.ts';
import { findHome } from './home.queries.ts';

export function homeRoutes(portal: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  route(portal, getHome, ({ person }) => findHome(db, { ...person, now: now() }));
}
