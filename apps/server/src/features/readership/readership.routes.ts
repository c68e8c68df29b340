import type { FastifyInstance } from 'fastify';
import { noteReading } from '@portico/contracts/readings';
import type { Readings } from '../../content/readings.ts';
import { route } from '../../http/api/route.ts';

export function readingsRoutes(portal: FastifyInstance, readings: Pick<Readings, 'note'>): void {
  route(portal, noteReading, async ({ reader, params }) => readings.note(reader, params.itemId, 'Opened'));
}
