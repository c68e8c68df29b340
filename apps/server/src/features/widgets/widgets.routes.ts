import type { FastifyInstance } from 'fastify';
import { getWidgets, previewWidgets } from '@portico/contracts/widgets';
import { route } from '../../http/route.ts';
import type { Dependencies } from '../../dependencies.ts';
import { findWidgets, findWidgetsDraft } from './widgets.queries.ts';

export function widgetsRoutes(portal: FastifyInstance, { db, now }: Pick<Dependencies, 'db' | 'now'>): void {
  route(portal, getWidgets, ({ person }) => findWidgets(db, { ...person, now: now() }));
  route(portal, previewWidgets, ({ person }) => findWidgetsDraft(db, { ...person, now: now() }));
}
