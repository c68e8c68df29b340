import type { FastifyInstance } from 'fastify';
import { getMenu } from '@portico/contracts/menu';
import type { Db } from '../../db/pool.ts';
import { route } from '../../http/api/route.ts';
import { findMenu } from './menu.queries.ts';

export function menuRoutes(portal: FastifyInstance, { db }: { db: Db }): void {
  route(portal, getMenu, ({ person }) => findMenu(db, person));
}
