import type { FastifyInstance } from 'fastify';
import { getWidgets, previewWidgets } from '@portico/contracts/widgets';
import { route } from '../../http/route.ts';
import type { Parts } from '../../parts.ts';
import { findWidgets, findWidgetsDraft } from './widgets.queries.ts';

export function widgetsRoutes(portal: FastifyInstance, { db, now }: Pick<Parts, 'db' | 'now'>): void {
  route(portal, getWidgets, ({ person }) => findWidgets(db, { ...person, now: now() }));
  route(portal, previewWidgets, ({ person }) => findWidgetsDraft(db, { ...person, now: now() }));
}
