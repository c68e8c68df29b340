import type { FastifyInstance } from 'fastify';
import { getHome, previewHome } from '@portico/contracts/home';
import type { Db } from '../../db/pool.ts';
import { route } from '../../http/route.ts';
import { findHome, findHomeDraft } from './home.queries.ts';

export function homeRoutes(portal: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  route(portal, getHome, ({ person }) => findHome(db, { ...person, now: now() }));
  route(portal, previewHome, ({ person }) => findHomeDraft(db, { ...person, now: now() }));
}
