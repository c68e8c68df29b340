import type { FastifyInstance } from 'fastify';
import { getWidgets, previewWidgets } from '@portico/contracts/widgets';
import { route } from '../../http/api/route.ts';
import type { Dependencies } from '../../dependencies.ts';
import { findWidgets, findWidgetsDraft } from './widgets.queries.ts';

export function widgetsRoutes(portal: FastifyInstance, { db }: Pick<Dependencies, 'db'>): void {
  route(portal, getWidgets, ({ reader, reads }) => findWidgets(reads, reader));
  route(portal, previewWidgets, ({ reader }) => findWidgetsDraft(db, reader));
}
