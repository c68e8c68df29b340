import type { FastifyInstance } from 'fastify';
import { getContentPage, previewContentPage } from '@portico/contracts/pages';
import type { Db } from '../../db/pool.ts';
import { found } from '../../errors.ts';
import { route } from '../../http/route.ts';
import { findPage, findPageDraft } from './pages.queries.ts';

export function pagesRoutes(portal: FastifyInstance, { db, now }: { db: Db; now: () => Date }): void {
  route(portal, getContentPage, async ({ person, query }) =>
    found(await findPage(db, { ...person, now: now() }, query.path), 'page'),
  );
  route(portal, previewContentPage, async ({ query }) => found(await findPageDraft(db, query.path), 'page'));
}
