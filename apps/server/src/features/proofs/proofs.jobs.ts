import { BrokenLogError, signCheckpoint } from '../../proofs/checkpoints.ts';
import { checkLog, saveCheck, saveCheckpoint } from './checkLog.queries.ts';
import type { Task } from '../../jobs/worker.ts';

/**
 * Compares the log with every checkpoint that was published, checks every record, which takes about a minute for a
 * million, and publishes the next checkpoint. Of a broken log, nothing is signed.
 */
export const publishCheckpoint: Task<'publish-checkpoint'> = async (_payload, { db, config, logger, now }) => {
  if (config.PROOF_KEYS === undefined) return;
  try {
    const head = await checkLog(db, config.PROOF_KEYS);
    await db.transaction().execute(async (trx) => {
      await saveCheckpoint(trx, head, signCheckpoint(config.PROOF_KEYS!, head), now());
      await saveCheck(trx, null, now());
    });
  } catch (error) {
    if (!(error instanceof BrokenLogError)) throw error;
    logger.error({ err: error }, 'the log of proofs is broken');
    await saveCheck(db, error.message, now());
  }
};
