import type { FastifyInstance } from 'fastify';
import { getCurrentUser } from '@portico/contracts/users';
import { found } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import type { Dependencies } from '../../dependencies.ts';
import { findCurrentUser } from './users.queries.ts';

export function usersRoutes(portal: FastifyInstance, { db, config }: Pick<Dependencies, 'db' | 'config'>): void {
  route(portal, getCurrentUser, async ({ person }) => ({
    ...found(await findCurrentUser(db, person.id, config.APPLICATION_ADDRESSES), 'person'),
    roles: person.roles,
  }));
}
