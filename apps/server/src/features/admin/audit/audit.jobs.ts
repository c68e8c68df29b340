import type { Task } from '../../../jobs/worker.ts';
import { verifyAuditLog } from './auditChecks.queries.ts';

/** Verifies the chain of the audit log; a million entries take about half a minute. */
export const checkAuditLog: Task<'check-audit-log'> = async (_payload, { db, logger, now }) => {
  const { brokenId } = await verifyAuditLog(db, now());
  if (brokenId !== null) logger.error({ brokenId }, 'the chain of the audit log is broken');
};
