import type { FastifyInstance } from 'fastify';
import { listCategories, listDepartments, listNewsCategories } from '@portico/contracts/categories';
import type { Dependencies } from '../../dependencies.ts';
import { route } from '../../http/api/route.ts';
import { listCategoryCounts, listDepartmentCounts, listNewsCategoryCounts } from './categories.queries.ts';

export function categoriesRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, listCategories, ({ reader }) => listCategoryCounts(db, reader));
  route(portal, listNewsCategories, ({ reader }) => listNewsCategoryCounts(db, reader));
  route(portal, listDepartments, ({ reader }) => listDepartmentCounts(db, reader));
}
