import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod/mini';
import type { ObjectStore } from '../media/store/objectStore.ts';
import { openStoreAt } from '../media/store/openStore.ts';
import { parseFilesAddress } from '../settings/filesAddress.ts';
import type { PartReader, PartWriter } from './parts.ts';

/** What anyone may know of a backup without its key; stored last, so that a backup without it is not complete. */
export const BackupSummary = z.object({
  format: z.literal(1),
  id: z.string(),
  takenAt: z.iso.datetime(),
  /** Of the portal that wrote it. */
  version: z.string(),
  /** The last migration that had run. */
  migration: z.string(),
  /** For whom it is encrypted; empty when it is not. */
  recipients: z.array(z.string()),
  /** As stored. */
  bytes: z.int(),
  tables: z.int(),
  rows: z.int(),
  files: z.int(),
});
export type BackupSummary = z.infer<typeof BackupSummary>;

/*
 * A place has `parts/<id>/…` for each backup, and a note about it: `complete/<id>.json` with its summary once it is
 * whole, `unfinished/<id>` before that and while it is being removed. An interruption at any point leaves one of them.
 */
const COMPLETE = 'complete';
const UNFINISHED = 'unfinished';
const noteOf = (id: string): string => `${UNFINISHED}/${id}`;
const summaryOf = (id: string): string => `${COMPLETE}/${id}.json`;
const folderOf = (id: string): string => `parts/${id}`;
const ID = /^\d{8}t\d{6}z-[0-9a-f]{4}$/;

/** A folder or bucket with backups. */
export type BackupPlace = Awaited<ReturnType<typeof openPlace>>;

type Change = (source: Readable) => Promise<Readable>;

/** An upload that has not moved for this long is nobody's any more. */
const STALE_MS = 3_600_000;

/** `address` is that of `BACKUP_URL`. A bucket needs the data folder for uploads in progress. */
export async function openPlace(address: string, dataDir: string) {
  const store = await openStoreAt(address, join(dataDir, 'backups'));
  const remove = async (id: string) => {
    await removeBackup(store, id);
    const place = parseFilesAddress(address);
    if ('folder' in place) await rm(join(place.folder, folderOf(id)), { recursive: true, force: true });
  };
  return {
    /** Complete backups, the newest first. What is no summary of ours is left out. */
    list: () => listComplete(store),
    parts: (id: string, decrypt?: Change) => storedParts(store, id, { name: `${address} ${id}`, decrypt }),
    remove,
    assertWorks: () => store.assertWorks(),
    /** Removes what interrupted backups and removals left; nobody else may be writing. Returns how many there were. */
    async clear(now: Date): Promise<number> {
      const ids = (await listNames(store, UNFINISHED)).filter((id) => ID.test(id));
      for (const id of ids) await remove(id);
      await store.clearStage(new Date(now.getTime() - STALE_MS));
      return ids.length;
    },
    /** Writes one backup. When `write` fails, nothing of it stays, as far as the place still answers. */
    async add(
      now: Date,
      encrypt: Change | undefined,
      write: (parts: PartWriter) => Promise<Omit<BackupSummary, 'format' | 'id' | 'bytes'>>,
    ): Promise<BackupSummary> {
      const id = newId(now);
      await store.put(noteOf(id), Buffer.from('unfinished'));
      try {
        const writer = countingWriter(store, id, encrypt);
        const summary: BackupSummary = { format: 1, id, ...(await write(writer)), bytes: writer.bytes() };
        await store.put(summaryOf(id), Buffer.from(`${JSON.stringify(summary, null, 1)}\n`));
        await store.delete(noteOf(id));
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
  const found = await Promise.all(
    names.map(async (name) => {
      const object = await store.open(`${COMPLETE}/${name}`);
      const summary = object && parseSummary(await text(object.stream));
      return summary && name === `${summary.id}.json` && !beingRemoved.has(summary.id) ? [summary] : [];
    }),
  );
  return found.flat().sort((one, other) => other.takenAt.localeCompare(one.takenAt));
}

function parseSummary(json: string): BackupSummary | undefined {
  try {
    return z.parse(BackupSummary, JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** Works on a full disk too, which may have no room for the note before the summary is gone. */
async function removeBackup(store: ObjectStore, id: string): Promise<void> {
  const takeNote = async () => {
    if (!(await store.has(noteOf(id)))) await store.put(noteOf(id), Buffer.from('unfinished'));
  };
  await takeNote().catch(() => undefined);
  await store.delete(summaryOf(id));
  await takeNote();
  for await (const { key } of store.list(folderOf(id))) await store.delete(key);
  await store.delete(noteOf(id));
}

const SEALED = '.age';

function countingWriter(
  store: ObjectStore,
  id: string,
  encrypt: Change | undefined,
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
      const stored = encrypt ? await encrypt(source) : source;
      const key = `${folderOf(id)}/${path}${encrypt ? SEALED : ''}`;
      await store.put(key, Readable.from(counted(stored), { objectMode: false }));
    },
  };
}

function storedParts(
  store: ObjectStore,
  id: string,
  { name, decrypt }: { name: string; decrypt: Change | undefined },
): PartReader {
  return {
    name,
    async open(path) {
      const object = await store.open(`${folderOf(id)}/${path}${decrypt ? SEALED : ''}`);
      return object && (decrypt ? decrypt(object.stream) : object.stream);
    },
  };
}
