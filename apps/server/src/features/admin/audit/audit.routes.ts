import type { FastifyInstance } from 'fastify';
import {
  auditExportPath,
  AuditFilters,
  getAuditLog,
  listAuditEntries,
  type AuditEntry,
} from '@portico/contracts/admin/audit';
import { dayIn } from '@portico/contracts/times';
import { audit } from '../../../db/audit.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { route } from '../../../http/api/route.ts';
import type { Cell } from '../../../spreadsheets/cell.ts';
import { sendSpreadsheet } from '../../../spreadsheets/sendSpreadsheet.ts';
import { listAuditPage, readAuditEntries } from './audit.queries.ts';
import { readAuditLog } from './auditChecks.queries.ts';

const header = ['Number', 'Time', 'Action', 'By', 'By (id)', 'About', 'About (kind)', 'About (id)', 'Details'];

/** The audit log for administrators. An export is recorded in it before any entry is sent. Source: TRUST L3. */
export function auditRoutes(
  portal: FastifyInstance,
  { db, config, now }: Pick<Dependencies, 'db' | 'config' | 'now'>,
): void {
  const zone = config.FIRM_TIME_ZONE;
  route(portal, getAuditLog, () => readAuditLog(db));
  route(portal, listAuditEntries, ({ query: { before, ...filters } }) => listAuditPage(db, { filters, zone, before }));

  // A link cannot send headers, so the tokens come from the cookies, as for pictures.
  portal.get(
    auditExportPath(),
    {
      compress: false,
      config: { access: 'admin', tokensIn: 'cookies' },
      schema: { querystring: AuditFilters, hide: true },
    },
    async (request, reply) => {
      const filters = request.query as AuditFilters;
      const chosen = Object.entries(filters).filter(([, value]) => value !== undefined);
      await audit(db, {
        actorId: request.person!.id,
        action: 'audit.exported',
        objectKind: 'audit',
        details: Object.fromEntries(chosen) as Record<string, string>,
      });
      return sendSpreadsheet(reply, 'csv', {
        name: `Audit log ${dayIn(zone, now())}`,
        sheetName: 'Audit log',
        header,
        chunks: rowsOf(readAuditEntries(db, { filters, zone })),
      });
    },
  );
}

async function* rowsOf(entries: ReturnType<typeof readAuditEntries>): AsyncGenerator<Cell[][]> {
  for await (const chunk of entries) yield chunk.map(cellsOf);
}

const cellsOf = ({ id, at, action, actor, object, details }: AuditEntry): Cell[] => [
  Number(id),
  at,
  action,
  actor?.name ?? '',
  actor?.id ?? '',
  object?.name ?? '',
  object?.kind ?? '',
  object?.id ?? '',
  Object.keys(details).length === 0 ? '' : JSON.stringify(details),
];
