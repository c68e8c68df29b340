import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod/mini';
import { HOUR_MS } from '@portico/contracts/durations';
import type { ObjectStore } from '../media/store/objectStore.ts';
import { openStoreAt } from '../media/store/openStore.ts';
import { parseFilesAddress } from '../settings/filesAddress.ts';
import type { PartReader, PartWriter } from './parts.ts';

/** What can be read of a backup without its key. Written last, so a backup without it is incomplete. */
export const BackupSummary = z.object({
  format: z.literal(1),
  id: z.string(),
  takenAt: z.iso.datetime(),
  /** Version of the portal that wrote the backup. */
  version: z.string(),
  /** The last migration that had been applied. */
  migration: z.string(),
  /** The recipients it is encrypted for; empty if it is not encrypted. */
  recipients: z.array(z.string()),
  /** As stored. */
  bytes: z.int(),
  tables: z.int(),
  rows: z.int(),
  files: z.int(),
});
export type BackupSummary = z.infer<typeof BackupSummary>;

/*
 * Each backup has its parts in `parts/<id>/…` and a marker: `complete/<id>.json` with its summary once it is complete,
 * `unfinished/<id>` before that and while it is being removed. Whenever an interruption happens, one of the two markers
 * exists.
 */
const COMPLETE = 'complete';
const UNFINISHED = 'unfinished';
const markerOf = (id: string): string => `${UNFINISHED}/${id}`;
const summaryOf = (id: string): string => `${COMPLETE}/${id}.json`;
const folderOf = (id: string): string => `parts/${id}`;
const ID = /^\d{8}t\d{6}z-[0-9a-f]{4}$/;

/** A folder or bucket that holds backups. */
export type BackupStore = Awaited<ReturnType<typeof openBackupStore>>;

/** A backup, or part of one, that could not be removed. */
export interface RemovalFailure {
  what: string;
  error: unknown;
}

type StreamTransform = (source: Readable) => Promise<Readable>;

/** An upload without progress for this long is abandoned. */
const STALE_MS = HOUR_MS;

/** `address` is the value of `BACKUP_URL`. A bucket needs the data folder for uploads in progress. */
export async function openBackupStore(address: string, dataDir: string) {
  const store = await openStoreAt(address, join(dataDir, 'backups'));
  const remove = async (id: string) => {
    await removeBackup(store, id);
    const location = parseFilesAddress(address);
    if ('folder' in location) await rm(join(location.folder, folderOf(id)), { recursive: true, force: true });
  };
  return {
    /** Complete backups, newest first. Files that are not our summaries, or that we may not read, are skipped. */
    list: () => listComplete(store),
    parts: (id: string, decrypt?: StreamTransform) => storedParts(store, id, { name: `${address} ${id}`, decrypt }),
    remove,
    assertWorks: () => store.assertWorks(),
    /**
     * Removes what interrupted backups and removals left behind. The caller must hold the lock. Returns what could not
     * be removed.
     */
    async clear(now: Date): Promise<RemovalFailure[]> {
      const ids = (await listNames(store, UNFINISHED)).filter((id) => ID.test(id));
      const failures: RemovalFailure[] = [];
      for (const id of ids) await remove(id).catch((error: unknown) => failures.push({ what: id, error }));
      await store
        .clearStage(new Date(now.getTime() - STALE_MS))
        .catch((error: unknown) => failures.push({ what: 'an unfinished upload', error }));
      return failures;
    },
    /** Writes one backup. If `write` fails, everything it stored is removed, as long as the store still responds. */
    async add(
      now: Date,
      encrypt: StreamTransform | undefined,
      write: (parts: PartWriter) => Promise<Omit<BackupSummary, 'format' | 'id' | 'bytes'>>,
    ): Promise<BackupSummary> {
      const id = newId(now);
      await store.put(markerOf(id), Buffer.from('unfinished'));
      try {
        const writer = countingWriter(store, id, encrypt);
        const summary: BackupSummary = { format: 1, id, ...(await write(writer)), bytes: writer.bytes() };
        await store.put(summaryOf(id), Buffer.from(`${JSON.stringify(summary, null, 1)}\n`));
        await store.delete(markerOf(id));
        return summary;
      } catch (error) {
        await remove(id).catch(() => undefined);
        throw error;
      }
    },
  };
}

const newId = (now: Date): string =>
  `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').toLowerCase()}z-${randomBytes(2).toString('hex')}`;

async function listNames(store: ObjectStore, folder: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { key } of store.list(folder)) names.push(key.slice(folder.length + 1));
  return names;
}

async function listComplete(store: ObjectStore): Promise<BackupSummary[]> {
  const beingRemoved = new Set(await listNames(store, UNFINISHED));
  const names = (await listNames(store, COMPLETE)).filter((name) => ID.test(name.replace(/\.json$/, '')));
  const summaries = await Promise.all(
    names.map(async (name) => {
      const object = await store.open(`${COMPLETE}/${name}`).catch(undefinedIfDenied);
      const summary = object && parseSummary(await text(object.stream));
      return summary && name === `${summary.id}.json` && !beingRemoved.has(summary.id) ? [summary] : [];
    }),
  );
  return summaries.flat().sort((one, other) => other.takenAt.localeCompare(one.takenAt));
}

/** The summary of a backup that another account made is not ours to use. */
function undefinedIfDenied(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
}

function parseSummary(json: string): BackupSummary | undefined {
  try {
    return z.parse(BackupSummary, JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** Also works on a full disk, where the marker may not fit until the summary is deleted. */
async function removeBackup(store: ObjectStore, id: string): Promise<void> {
  const addMarker = async () => {
    if (!(await store.has(markerOf(id)))) await store.put(markerOf(id), Buffer.from('unfinished'));
  };
  await addMarker().catch(() => undefined);
  await store.delete(summaryOf(id));
  await addMarker();
  for await (const { key } of store.list(folderOf(id))) await store.delete(key);
  await store.delete(markerOf(id));
}

const SEALED = '.age';

function countingWriter(
  store: ObjectStore,
  id: string,
  encrypt: StreamTransform | undefined,
): PartWriter & { bytes: () => number } {
  let bytes = 0;
  async function* counted(source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  return {
    bytes: () => bytes,
    async write(path, source) {
      const content = encrypt ? await encrypt(source) : source;
      const key = `${folderOf(id)}/${path}${encrypt ? SEALED : ''}`;
      await store.put(key, Readable.from(counted(content), { objectMode: false }));
    },
  };
}

function storedParts(
  store: ObjectStore,
  id: string,
  { name, decrypt }: { name: string; decrypt: StreamTransform | undefined },
): PartReader {
  return {
    name,
    async open(path) {
      const object = await store.open(`${folderOf(id)}/${path}${decrypt ? SEALED : ''}`);
      return object && (decrypt ? decrypt(object.stream) : object.stream);
    },
  };
}
