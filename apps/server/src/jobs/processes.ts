import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import packageJson from '../../package.json' with { type: 'json' };
import type { Config } from '../config.ts';
import type { Db } from '../db/pool.ts';

const HEARTBEAT_MS = 15_000;
/** A process without a heartbeat for this long ended without signing off. */
export const DEAD_AFTER_S = 60;

/**
 * Records that this process is running, with its role and version, until `signal` is aborted; then it signs off.
 * Removes processes that ended without doing so.
 */
export async function recordProcess(
  { db, config, build, logger }: { db: Db; config: Config; build: string; logger: Logger },
  signal: AbortSignal,
  intervalMs = HEARTBEAT_MS,
): Promise<void> {
  const own = { id: randomUUID(), role: config.PORTICO_ROLE, version: packageJson.version, build };
  const startedAt = new Date().toISOString();
  while (!signal.aborted) {
    await saveProcess(db, { ...own, startedAt }).catch((error: unknown) =>
      logger.warn({ reason: String(error) }, 'the process could not save its heartbeat'),
    );
    await sleep(intervalMs, undefined, { signal, ref: false }).catch(() => {});
  }
  await db
    .deleteFrom('portal_processes')
    .where('id', '=', own.id)
    .execute()
    .catch(() => {});
}

async function saveProcess(
  db: Db,
  {
    id,
    role,
    version,
    build,
    startedAt,
  }: { id: string; role: string; version: string; build: string; startedAt: string },
): Promise<void> {
  await sql`
    with gone as (
      delete from portal_processes where id <> ${id} and seen_at < clock_timestamp() - make_interval(secs => ${DEAD_AFTER_S})
    )
    insert into portal_processes (id, role, version, build, started_at) values (${id}, ${role}, ${version}, ${build}, ${startedAt})
    on conflict (id) do update set seen_at = clock_timestamp()`.execute(db);
}
