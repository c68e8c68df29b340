import { z } from 'zod/mini';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import type { Config } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { directUrl } from '../../db/prepareDatabase.ts';
import { addJob } from '../../jobs/queue.ts';
import { queueOutdated } from '../files/files.ts';
import { lockFiles } from '../../db/lockFiles.ts';
import type { ObjectStore } from '../store/objectStore.ts';
import { markUnused } from './markUnused.ts';
import { removeUnused } from './removeUnused.ts';

/** Longer than any upload takes. */
const MAX_STAGED_MS = DAY_MS;
const AT_ONCE = 1000;

type SweepConfig = Pick<Config, 'UNUSED_UPLOADS_DAYS' | 'DATABASE_URL' | 'DATABASE_LISTEN_URL'>;

interface Parts {
  db: Db;
  store: ObjectStore;
}

/**
 * The nightly job that removes what nobody needs: interrupted uploads, files and pictures that nothing has used for
 * `UNUSED_UPLOADS_DAYS`, and objects without a row, which a crash can leave behind. While a backup runs, it retries an
 * hour later. Queues files that were read by an earlier version of the reader. Source: TRUST U6, U7, decisions/0185.
 */
export async function sweepFiles(
  _payload: unknown,
  { db, store, config, now }: Parts & { config: SweepConfig; now: () => Date },
): Promise<void> {
  const before = (ms: number) => new Date(now().getTime() - ms);
  await store.clearStage(before(MAX_STAGED_MS));
  await markUnused(directUrl(config), now());
  const removal = removeUnused(db, before(config.UNUSED_UPLOADS_DAYS * DAY_MS), (keys) =>
    removeUnknown({ db, store }, keys),
  );
  if ((await removal) === 'BackupRuns')
    await addJob(db, 'sweep-files', {}, { key: 'sweep-files-again', runAt: new Date(now().getTime() + HOUR_MS) });
  for (const kind of ['files', 'pictures'] as const) {
    let keys: string[] = [];
    for await (const { key, lastModified } of store.list(kind)) {
      if (lastModified < before(MAX_STAGED_MS)) keys.push(key);
      if (keys.length < AT_ONCE) continue;
      await removeUnknown({ db, store }, keys);
      keys = [];
    }
    await removeUnknown({ db, store }, keys);
  }
  await queueOutdated(db, AT_ONCE);
}

/** Removes objects without a row, under the lock of uploads, so that no row is created while its file is removed. */
async function removeUnknown({ db, store }: Parts, keys: string[]): Promise<void> {
  for (const key of await unknownAmong(db, keys))
    await db.transaction().execute(async (trx) => {
      await lockFiles(trx);
      if ((await unknownAmong(trx, [key])).length > 0) await store.delete(key);
    });
}

/** The part of a file's or picture's key that identifies its row: the digest or the id. */
const nameIn = (key: string): string => key.split('/')[2] ?? '';
const isUuid = (name: string): boolean => z.safeParse(z.uuid(), name).success;

async function unknownAmong(db: Db, keys: string[]): Promise<string[]> {
  const names = (kind: string) => keys.filter((key) => key.startsWith(`${kind}/`)).map(nameIn);
  const [digests, ids] = [names('files'), names('pictures').filter(isUuid)];
  const files =
    digests.length === 0
      ? []
      : await db
          .selectFrom('files')
          .select('sha256')
          .where(
            'sha256',
            'in',
            digests.map((digest) => Buffer.from(digest, 'hex')),
          )
          .execute();
  const pictures =
    ids.length === 0 ? [] : await db.selectFrom('pictures').select('id').where('id', 'in', ids).execute();
  const ownedKeys = new Set([...files.map(({ sha256 }) => sha256.toString('hex')), ...pictures.map(({ id }) => id)]);
  return keys.filter((key) => !ownedKeys.has(nameIn(key)));
}
