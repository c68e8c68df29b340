import type { FastifyInstance } from 'fastify';
import {
  getMaintenance,
  removeMaintenanceNotice,
  setMaintenanceNotice,
  setReadOnly,
} from '@portico/contracts/maintenance';
import type { Dependencies } from '../../dependencies.ts';
import { route } from '../../http/api/route.ts';
import { findMaintenance, removeNotice, saveNotice, saveReadOnly } from './maintenance.queries.ts';

/** The maintenance state for everyone, and how administrators change it. */
export function maintenanceRoutes(portal: FastifyInstance, { db, now }: Pick<Dependencies, 'db' | 'now'>): void {
  route(portal, getMaintenance, () => findMaintenance(db, now()));
  route(portal, setMaintenanceNotice, ({ body, person }) => saveNotice(db, body, { id: person.id, now: now() }));
  route(portal, removeMaintenanceNotice, ({ person }) => removeNotice(db, { id: person.id, now: now() }));
  route(portal, setReadOnly, ({ body, person }) => saveReadOnly(db, body, { id: person.id, now: now() }));
}
