import type { FastifyInstance } from 'fastify';
import { getBackups, makeBackup, verifyNewestBackup } from '@portico/contracts/admin/backups';
import type { Dependencies } from '../../dependencies.ts';
import { route } from '../../http/api/route.ts';
import { readBackups, requestRun } from './backups.queries.ts';

export function backupRoutes(portal: FastifyInstance, dependencies: Dependencies): void {
  route(portal, getBackups, () => readBackups(dependencies));
  route(portal, makeBackup, ({ person }) => requestRun(dependencies, 'backup', person.id));
  route(portal, verifyNewestBackup, ({ person }) => requestRun(dependencies, 'verification', person.id));
}
