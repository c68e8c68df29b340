import type { FastifyInstance } from 'fastify';
import { getCurrentUser } from '@portico/contracts/users';
import type { Db } from '../../db/pool.ts';
import { found } from '../../http/errors.ts';
import { route } from '../../http/route.ts';
import { findCurrentUser } from './users.queries.ts';

export function usersRoutes(portal: FastifyInstance, { db }: { db: Db }): void {
  route(portal, getCurrentUser, async ({ person }) => found(await findCurrentUser(db, person.id), 'person'));
}
