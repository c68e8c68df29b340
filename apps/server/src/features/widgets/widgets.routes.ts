import type { FastifyInstance } from 'fastify';
import { getWidgets } from '@portico/contracts/widgets';
import { route } from '../../http/api/route.ts';
import { findWidgets } from './widgets.queries.ts';

export function widgetsRoutes(portal: FastifyInstance): void {
  route(portal, getWidgets, ({ reader, reads }) => findWidgets(reads, reader));
}
