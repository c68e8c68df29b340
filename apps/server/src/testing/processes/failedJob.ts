import { sql } from 'kysely';
import { z } from 'zod/mini';
import type { Db } from '../../db/pool.ts';
import { BigInteger, readRowOrThrow } from '../../db/rows.ts';

/** Adds a job that has used up its attempts; if run again, it finds nothing to do and succeeds. Returns its id. */
export async function addFailedJob(db: Db, problem: string): Promise<string> {
  const { id } = await readRowOrThrow(
    db,
    z.object({ id: BigInteger }),
    sql`select id::text from graphile_worker.add_job('read-file', json_build_object('fileId', gen_random_uuid()),
      run_at := now() + interval '1 day', max_attempts := 1)`,
  );
  await sql`update graphile_worker._private_jobs set attempts = 1, last_error = ${problem}
    where id = ${id}::bigint`.execute(db);
  return id;
}
