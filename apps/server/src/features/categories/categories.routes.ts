import type { FastifyInstance } from 'fastify';
import { listCategories, listDepartments, listNewsCategories } from '@portico/contracts/categories';
import type { Db } from '../../db/pool.ts';
import { route } from '../../http/route.ts';
import { listCategoryCounts, listDepartmentCounts, listNewsCategoryCounts } from './categories.queries.ts';

export function categoriesRoutes(portal: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  route(portal, listCategories, ({ person }) => listCategoryCounts(db, { ...person, now: now() }));
  route(portal, listNewsCategories, ({ person }) => listNewsCategoryCounts(db, { ...person, now: now() }));
  route(portal, listDepartments, ({ person }) => listDepartmentCounts(db, { ...person, now: now() }));
}
