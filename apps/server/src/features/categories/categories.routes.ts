import type { FastifyInstance } from 'fastify';
import { listCategories, listDepartments, listNewsCategories } from '@portico/contracts/categories';
import { route } from '../../http/api/route.ts';
import { listCategoryCounts, listDepartmentCounts, listNewsCategoryCounts } from './categories.queries.ts';

export function categoriesRoutes(portal: FastifyInstance): void {
  route(portal, listCategories, ({ reader, reads }) => listCategoryCounts(reads, reader));
  route(portal, listNewsCategories, ({ reader, reads }) => listNewsCategoryCounts(reads, reader));
  route(portal, listDepartments, ({ reader, reads }) => listDepartmentCounts(reads, reader));
}
