import type { FastifyInstance } from 'fastify';
import { getContentPage } from '@portico/contracts/pages';
import { found } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import { findPage } from './pages.queries.ts';

export function pagesRoutes(portal: FastifyInstance): void {
  route(portal, getContentPage, async ({ reader, reads, query }) =>
    found(await findPage(reads, reader, query.path), 'page'),
  );
}
