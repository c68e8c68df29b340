import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { mayDo } from '@portico/authoring/mayDo';
import { replaceUpload, type Substitute } from '@portico/authoring/replaceUpload';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import type { Change } from '@portico/contracts/studio/draft';
import type { MediaEntry } from '@portico/contracts/studio/media';
import type {
  previewReplacement,
  ReplacementEffect,
  replaceMedia,
  undoReplacement,
} from '@portico/contracts/studio/mediaReplacement';
import { fileFormats, formatOfExtension } from '@portico/kinds/fileFormats';
import { auditAtEnd } from '../../../content/itemUpdate.ts';
import type { Db } from '../../../db/pool.ts';
import { readRow, readRows, storedJson } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import type { Notify } from '../../../dependencies.ts';
import { found, PortalError } from '../../../errors.ts';
import type { Reader } from '../../../visibility/visibility.ts';
import {
  isAsPublished,
  readDraft,
  selectDrafts,
  storedOf,
  StoredRow,
  type StoredDraft,
} from '../draftStore.queries.ts';
import { assertSeen, findReached, publishIn, type Publisher } from '../publishItem.ts';
import { saveChangesIn } from '../saveChanges.ts';
import { assertAllowed, standingColumns, standingOf, standingShape } from '../standing.queries.ts';
import type { Chooser } from '../studioItems.queries.ts';
import { findEntry, readUses } from './mediaDesk.queries.ts';

/** Who replaces, and with what right they publish. */
interface Replacing {
  db: Db;
  notify: Notify;
  publisher: Publisher;
  reader: Reader;
}

const choosing = ({ publisher, reader }: Pick<Replacing, 'publisher' | 'reader'>): Chooser => ({
  actor: publisher,
  reader,
});

/**
 * What takes the place of a picture or file. Throws `not_found` if the person may not use one of them, `conflict` for a
 * deleted one, `invalid_input` if both are the same or of different kinds.
 */
async function findSubstitute(
  db: Kysely<DB>,
  ids: { mediaId: string; with: string },
  chooser: Chooser,
): Promise<{ id: string; substitute: Substitute }> {
  const former = await findEntry(db, ids.mediaId, chooser);
  const next = await findEntry(db, ids.with, chooser);
  if (former.id === next.id) throw new PortalError('invalid_input', 'Choose another picture or file.');
  if (former.kind !== next.kind)
    throw new PortalError('invalid_input', 'A picture is replaced by a picture, and a file by a file.');
  if (next.deletedAt !== null) throw new PortalError('conflict', 'It was deleted. Bring it back first.');
  return { id: former.id, substitute: substituteOf(next, former) };
}

function substituteOf(next: MediaEntry, former: MediaEntry): Substitute {
  const { id, width, height, widths, alt, credit, format, bytes } = next;
  if (format === null) return { kind: 'Picture', id, width: width!, height: height!, widths, alt, credit };
  return { kind: 'File', file: { fileId: id, fileName: fileNameOf(next, former), format, bytes: bytes ?? 0 } };
}

/** The name of a file as it is downloaded; if people renamed it in the library, with the ending of its format. */
function fileNameOf({ name, format }: MediaEntry, former: MediaEntry): string {
  const given = name || former.name || 'Document';
  if (formatOfExtension(given.split('.').at(-1)!) === format) return given;
  return `${given.replace(/\.[a-z0-9]{1,5}$/i, '')}.${fileFormats[format!].extensions[0]}`;
}

const PlaceRow = z.extend(StoredRow, standingShape);

/** What replacing does to each item that has it, and which stay as they are. Throws like `findSubstitute`. */
export async function previewReplacing(
  db: Kysely<DB>,
  ids: { mediaId: string; with: string },
  chooser: Chooser,
): Promise<CallResult<typeof previewReplacement>> {
  const { id, substitute } = await findSubstitute(db, ids, chooser);
  const { places, isUsedElsewhere } = (await readUses(db, [id], { chooser, versions: 'Current' }))(id);
  const opened = places.filter(({ mayOpen }) => mayOpen).map(({ itemId }) => itemId);
  const rows = await readRows(
    db,
    PlaceRow,
    selectDrafts(sql`item.id = any(${opened}::uuid[])`, { more: sql`, ${standingColumns}` }),
  );
  const described = new Map(
    rows.flatMap((row) => {
      const storedDraft = storedOf(row);
      const standing = standingOf(row, storedDraft);
      if (!mayDo(chooser.actor, 'write', standing)) return [];
      const { uses, keptTexts, droppedFocuses } = replaceUpload(storedDraft.draft, id, substitute);
      const mayPublish = mayDo(chooser.actor, 'publish', { ...standing, review: null });
      const effect = uses === 0 ? 'Nothing' : effectOn(storedDraft, mayPublish);
      const { version, sequence } = storedDraft;
      return [
        [
          row.itemId,
          {
            uses,
            keptTexts,
            droppedFocuses,
            version,
            sequence,
            effect,
            endsApproval: effect !== 'Nothing' && standing.review?.state === 'Approved',
          },
        ] as const,
      ];
    }),
  );
  const shown = places.flatMap(({ itemId, kind, title }) => {
    const facts = described.get(itemId);
    return facts ? [{ itemId, kind, title, ...facts }] : [];
  });
  return { places: shown, refused: places.length - shown.length, isUsedElsewhere };
}

function effectOn(storedDraft: StoredDraft, mayPublish: boolean): ReplacementEffect {
  if (storedDraft.publishedRevisionId === null) return 'Draft';
  if (!isAsPublished(storedDraft)) return 'OtherChanges';
  return mayPublish ? 'Published' : 'Approval';
}

type Items = Received<typeof replaceMedia>['body']['items'];

/** Replaces it in all these items or in none. Throws like `findSubstitute`, `saveChanges` and `publishItem`. */
export async function replaceEverywhere(
  replacing: Replacing,
  { mediaId, items, ...body }: Received<typeof replaceMedia>['body'] & { mediaId: string },
): Promise<CallResult<typeof replaceMedia>> {
  const { id, substitute } = await findSubstitute(replacing.db, { mediaId, with: body.with }, choosing(replacing));
  const batchId = randomUUID();
  const changed = await changeItems(replacing, items, {
    batchId,
    changesOf: (_trx, storedDraft, isPublished) => {
      if (isPublished && !isAsPublished(storedDraft)) throw changedSince(storedDraft);
      return Promise.resolve(replaceUpload(storedDraft.draft, id, substitute).changes);
    },
    entry: { action: 'media.replaced', objectKind: 'media', objectId: id },
    details: { with: body.with.toLowerCase(), items: items.length },
  });
  return { batchId, items: changed };
}

/** Brings back what these items had before. Throws `conflict` if one has changed since, `not_found`. */
export async function undoReplacing(
  replacing: Replacing,
  { batchId, items }: Received<typeof undoReplacement>['body'] & { batchId: string },
): Promise<CallResult<typeof undoReplacement>> {
  await changeItems(replacing, items, {
    batchId: randomUUID(),
    changesOf: (trx, { itemId }) => findReplaced(trx, { itemId, batchId, userId: replacing.publisher.id }),
    entry: { action: 'media.replacement-undone', objectKind: 'media' },
    details: { items: items.length },
  });
  return { undone: items.length };
}

/** What a save of this person replaced. Throws `not_found`. */
async function findReplaced(
  trx: Transaction<DB>,
  { itemId, batchId, userId }: { itemId: string; batchId: string; userId: string },
): Promise<Change[]> {
  const row = await readRow(
    trx,
    z.object({ replaced: storedJson<Change[]>() }),
    sql`select replaced from studio_changes where item_id = ${itemId} and batch_id = ${batchId} and user_id = ${userId}`,
  );
  return found(row, 'replacement').replaced;
}

const titleOf = ({ draft }: StoredDraft): string => draft.fields.header.trim() || 'Untitled';
const changedSince = (storedDraft: StoredDraft) =>
  new PortalError('conflict', `“${titleOf(storedDraft)}” has changed since. Nothing was replaced. Look at it again.`);

interface Changing {
  batchId: string;
  changesOf: (trx: Transaction<DB>, storedDraft: StoredDraft, isPublished: boolean) => Promise<Change[]>;
  entry: { action: string; objectKind: string; objectId?: string };
  details: Record<string, string | number>;
}

/** Saves changes to each item, and publishes those with `isPublished`, in one transaction. */
async function changeItems(
  { db, notify, publisher, reader }: Replacing,
  items: Items,
  { batchId, changesOf, entry, details }: Changing,
): Promise<Items> {
  const ids = items.map(({ itemId }) => itemId.toLowerCase());
  if (new Set(ids).size < ids.length) throw new PortalError('invalid_input', 'An item is listed twice.');
  const reached = await findReached(db, ids);
  return db.transaction().execute(async (trx) => {
    const changed: Items = [];
    await auditAtEnd(trx, async (entries) => {
      // In the order of their ids, so that two who replace at once wait for each other.
      for (const { itemId, isPublished, ...seen } of items.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1))) {
        const storedDraft = found(await readDraft(trx, itemId, true), 'item');
        await assertAllowed(trx, storedDraft, publisher, 'write');
        try {
          assertSeen(storedDraft, seen);
        } catch (error) {
          throw error instanceof PortalError && error.code === 'conflict' ? changedSince(storedDraft) : error;
        }
        const changes = await changesOf(trx, storedDraft, isPublished);
        if (changes.length === 0) throw changedSince(storedDraft);
        const save = { clientId: batchId, batchId, base: storedDraft.sequence, changes };
        const { sequence } = await saveChangesIn(trx, notify, itemId, save, { editor: publisher, reader });
        if (isPublished) await publishNamed(trx, storedDraft, sequence, { ...publisher, reached, entries });
        const { version } = found(await readDraft(trx, itemId, true), 'item');
        changed.push({ itemId, version, sequence, isPublished });
      }
      entries.push({ actorId: publisher.id, ...entry, details });
    });
    return changed;
  });
}

/** Publishes one of several items; what keeps it from being published says of which item. */
async function publishNamed(
  trx: Transaction<DB>,
  storedDraft: StoredDraft,
  sequence: number,
  publisher: Publisher,
): Promise<void> {
  try {
    await publishIn(trx, storedDraft.itemId, { version: storedDraft.version, sequence }, publisher);
  } catch (error) {
    if (!(error instanceof PortalError) || error.code === 'not_found') throw error;
    const reasons = [error.message, ...(error.issues ?? []).map(({ message }) => message)].join(' ');
    throw new PortalError(
      error.code,
      `“${titleOf(storedDraft)}” can’t be published: ${reasons} Nothing was replaced.`,
      {
        cause: error,
      },
    );
  }
}
