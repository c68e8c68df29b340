import type { FastifyInstance } from 'fastify';
import { getContentPage, previewContentPage } from '@portico/contracts/pages';
import type { Dependencies } from '../../dependencies.ts';
import { found } from '../../errors.ts';
import { route } from '../../http/api/route.ts';
import { findPage, findPageDraft } from './pages.queries.ts';

export function pagesRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, getContentPage, async ({ reader, reads, query }) =>
    found(await findPage(reads, reader, query.path), 'page'),
  );
  route(portal, previewContentPage, async ({ query }) => found(await findPageDraft(db, query.path), 'page'));
}
