import type { Config } from '../../config.ts';
import type { JobName } from '../../jobs/registry.ts';
import type { Jobs, Task } from '../../jobs/worker.ts';
import { BrokenLogError, findCosigned, readSoundHead, signCheckpoint } from '../../proofs/checkpoints.ts';
import { askWitness } from './askWitness.ts';
import { checkLog, saveCheck, saveCheckpoint } from './checkLog.queries.ts';

/**
 * Compares the log with every checkpoint that was published, checks every record, which takes about a minute for a
 * million, and publishes the next checkpoint, with the signature of the witness if it gives one. Of a broken log,
 * nothing is signed.
 */
export const publishCheckpoint: Task<'publish-checkpoint'> = async (_payload, { db, config, logger, now }) => {
  const { PROOF_KEYS: keys, PROOF_WITNESS: witness } = config;
  if (keys === undefined) return;
  try {
    const head = await checkLog(db, keys);
    const line = witness && (await askWitness(db, { keys, witness, head, now: now() }));
    const note = `${signCheckpoint(keys, head)}${line === undefined ? '' : `${line}\n`}`;
    await db.transaction().execute(async (trx) => {
      await saveCheckpoint(trx, head, note, now());
      await saveCheck(trx, null, now());
    });
  } catch (error) {
    if (!(error instanceof BrokenLogError)) throw error;
    logger.error({ err: error }, 'the log of proofs is broken');
    await saveCheck(db, error.message, now());
  }
};

/** Has the witness sign what was recorded since it last did. */
export const askProofWitness: Task<'ask-proof-witness'> = async (_payload, { db, config, logger, now }) => {
  const { PROOF_KEYS: keys, PROOF_WITNESS: witness } = config;
  if (keys === undefined || witness === undefined) return;
  try {
    const head = await readSoundHead(db);
    const last = await findCosigned(db, witness);
    if (head.size === (last?.size ?? 0)) return;
    await askWitness(db, { keys, witness, head, now: now() });
  } catch (error) {
    // The daily check says so where people look.
    if (!(error instanceof BrokenLogError)) throw error;
    logger.error({ err: error }, 'the log of proofs is broken');
  }
};

/** When the witness is asked, if there is one. */
export const witnessTimes = ({
  PROOF_WITNESS: witness,
}: Pick<Config, 'PROOF_WITNESS'>): Array<Jobs['timed'][number] & { task: JobName }> =>
  witness === undefined ? [] : [{ task: 'ask-proof-witness', match: '*/10 * * * *' }];
