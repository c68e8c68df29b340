import { z } from 'zod/mini';
import type { Config } from '../config.ts';
import { createDb } from '../db/pool.ts';
import { queryRows } from '../db/rows.ts';
import { countLiveWorkers } from '../jobs/liveWorkers.ts';
import { endQuietly, openPool } from './doctorPool.ts';
import { notesOn, type Finding } from './findings.ts';

const Failed = z.object({ failed: z.int() });

/**
 * Whether any process runs jobs, and whether any job was given up. Undefined tables mean that no portal has run yet.
 */
export async function checkWorkers(config: Config): Promise<Finding[]> {
  const notes = notesOn('workers');
  const pool = openPool(config.DATABASE_URL, !config.DATABASE_PREPARE);
  try {
    const workers = await countLiveWorkers(createDb(pool));
    if (workers > 0) notes.ok(`${workers} workers are running; a process that runs jobs has three.`);
    else
      notes.fail(
        'No worker is running: email, notices and scheduled publication wait.',
        'Start a process with PORTICO_ROLE `worker` or `all`.',
      );
    const [{ failed } = { failed: 0 }] = await queryRows(
      pool,
      Failed,
      'select count(*)::int as failed from graphile_worker.jobs where attempts >= max_attempts and locked_at is null',
    );
    if (failed > 0)
      notes.warn(
        `${failed} ${failed === 1 ? 'job' : 'jobs'} used up all attempts.`,
        '`portico jobs list` shows which ones and why; `portico jobs retry --failed` runs them again.',
      );
  } catch {
    notes.fail('The workers cannot be counted.', 'See the findings about the database.');
  } finally {
    await endQuietly(pool);
  }
  return notes.findings;
}
