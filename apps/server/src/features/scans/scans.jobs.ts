import { Readable } from 'node:stream';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { DocumentFormat } from '@portico/kinds/media';
import type { Config } from '../../config.ts';
import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/pool.ts';
import { Bytes, readRow } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import type { Dependencies } from '../../dependencies.ts';
import { addJob } from '../../jobs/queue.ts';
import type { JobName } from '../../jobs/registry.ts';
import type { Jobs, Task } from '../../jobs/worker.ts';
import { fileKey, formFileKey, queueReading } from '../../media/files/files.ts';
import type { Verdict } from '../../media/scanning/clamd.ts';

/** Generous, because nobody waits for these scans. */
const DEADLINE_MS = 120_000;
/** Keeps each run shorter than the interval between runs. The next run scans the remaining files. */
const RUN_MS = 45_000;

/** The job runs only when a scanner is configured. */
export const scanTimes = (config: Config): Array<Jobs['timed'][number] & { task: JobName }> =>
  config.CLAMAV_URL === undefined ? [] : [{ task: 'scan-files', match: '* * * * *', options: { queueName: 'scan' } }];

const UnscannedFile = z.object({
  tableName: z.enum(['files', 'form_files']),
  id: z.uuid(),
  sha256: Bytes,
  format: DocumentFormat,
  fileName: z.nullable(z.string()),
  userId: z.nullable(z.uuid()),
});
type UnscannedFile = z.infer<typeof UnscannedFile>;

/**
 * Scans files without a verdict: first those held for a scan, then those stored before there was a scanner. If the
 * scanner fails on a file, the next run retries that file after the others.
 */
export const scanFiles: Task<'scan-files'> = async (_payload, dependencies) => {
  const { db, scanner, config, logger, isServing = () => true } = dependencies;
  if (!scanner) return;
  if (config.CLAMAV_FAIL_OPEN) await releaseHeldFiles(db);
  const started = performance.now();
  const tried: string[] = [];
  while (isServing() && performance.now() - started < RUN_MS) {
    const file = await findUnscanned(db, tried);
    if (!file) return;
    tried.push(file.id);
    const verdict = await scanStored(dependencies, file);
    if (verdict?.result === 'unavailable') {
      logger.warn({ reason: verdict.reason, fileId: file.id }, 'the virus scanner did not scan a file');
      const isReachable = await scanner.ping().then(
        () => true,
        () => false,
      );
      if (!isReachable) return;
    } else if (verdict) await db.transaction().execute((trx) => saveVerdict(trx, file, verdict, dependencies));
  }
};

/** Releases files that no longer have to wait for a scan. Refused files stay refused. */
async function releaseHeldFiles(db: Db): Promise<void> {
  for (const table of ['files', 'form_files'] as const) {
    const released = await db
      .updateTable(table)
      .set({ scan: null })
      .where('scan', 'in', ['Waiting', 'TooLarge'])
      .returning(['id', 'format'])
      .execute();
    if (table === 'files') for (const { id, format } of released) await queueReading(db, id, format);
  }
}

const findUnscanned = (db: Db, tried: string[]): Promise<UnscannedFile | undefined> =>
  readRow(
    db,
    UnscannedFile,
    sql`
      select "tableName", id, sha256, format, "fileName", "userId" from (
        select 'files' as "tableName", id, sha256, format, null as "fileName", null::uuid as "userId", scan, created_at from files where scanned_at is null
        union all
        select 'form_files', id, sha256, format, file_name, user_id, scan, created_at from form_files where scanned_at is null
      ) unscanned
      where id <> all (${tried}::uuid[]) order by scan is null, created_at limit 1`,
  );

const keyOf = ({ tableName, id, sha256 }: UnscannedFile): string =>
  tableName === 'files' ? fileKey(sha256) : formFileKey(id);

/** Undefined when the file no longer exists. */
async function scanStored(
  { store, scanner }: Pick<Dependencies, 'store' | 'scanner'>,
  file: UnscannedFile,
): Promise<Verdict | undefined> {
  let isGone = false;
  const open = async (): Promise<Readable> => {
    const object = await store.open(keyOf(file));
    isGone = object === undefined;
    return object?.stream ?? Readable.from([]);
  };
  const verdict = await scanner!.scan(open, DEADLINE_MS);
  return isGone ? undefined : verdict;
}

async function saveVerdict(
  trx: Transaction<DB>,
  file: UnscannedFile,
  verdict: Exclude<Verdict, { result: 'unavailable' }>,
  { config, notify, now }: Pick<Dependencies, 'config' | 'notify' | 'now'>,
): Promise<void> {
  const threat = verdict.result === 'infected' ? verdict.threat : null;
  const skipped = config.CLAMAV_FAIL_OPEN ? null : ('TooLarge' as const);
  const scan = ({ clean: 'Clean', infected: 'Refused', tooLarge: skipped } as const)[verdict.result];
  const { numUpdatedRows } = await trx
    .updateTable(file.tableName)
    .set({ scan, threat, scanned_at: sql`now()` })
    .where('id', '=', file.id)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return;
  if (verdict.result === 'clean' && file.tableName === 'files') await queueReading(trx, file.id, file.format);
  if (threat === null) return;
  await audit(trx, {
    action: 'file.refused',
    objectKind: file.tableName === 'files' ? 'file' : 'form-file',
    objectId: file.id,
    details: { threat, fileName: file.fileName },
  });
  if (file.tableName === 'files') await deleteTexts(trx, file.id);
  if (file.userId !== null)
    await notify(
      trx,
      [file.userId],
      {
        title: `A virus was found in ${file.fileName}`,
        description: 'You submitted this file with a form. No one can open it. Please submit a clean copy.',
        link: null,
      },
      now(),
    );
}

/** Removes the text of a refused file from search and previews. */
async function deleteTexts(trx: Transaction<DB>, fileId: string): Promise<void> {
  await trx.deleteFrom('file_texts').where('file_id', '=', fileId).execute();
  await trx.deleteFrom('file_previews').where('file_id', '=', fileId).execute();
  const items = await trx.selectFrom('content_items').select('id').where('file_id', '=', fileId).execute();
  for (const { id } of items) await addJob(trx, 'content-changed', { itemId: id });
}
