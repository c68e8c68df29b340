import { sql, type Kysely } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import {
  STUDIO_PRESENCE_MS,
  type changeStudioItem,
  type followStudioItem,
  type StudioCaret,
  type StudioPerson,
} from '@portico/contracts/studio/studio';
import type { Db } from '../../db/pool.ts';
import { readRows, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found } from '../../errors.ts';
import { announceToEach } from '../../push/announce.ts';
import { displayName } from '../../sign-in/displayName.ts';
import type { StudioActor } from './access/actor.ts';
import { readDraftFields } from './draftStore.queries.ts';
import { savedSince } from './savedChanges.queries.ts';
import { assertAllowed, describeStanding } from './standing.queries.ts';
import { findSummary } from './studioItems.queries.ts';

/** A tab that has been silent for longer counts as closed. */
const GONE_AFTER_MS = 3 * STUDIO_PRESENCE_MS;

const openSince = (now: Date): Date => new Date(now.getTime() - GONE_AFTER_MS);

const PersonRow = z.object({
  clientId: z.uuid(),
  name: z.string(),
  isSelf: z.boolean(),
  focus: z.nullable(z.string()),
  caret: z.nullable(storedJson<StudioCaret>()),
});

/** The people who have an item open. `isSelf` marks all tabs of the reader. */
export async function listPeople(
  db: Kysely<DB>,
  itemId: string,
  reader: { id: string; now: Date },
): Promise<StudioPerson[]> {
  const rows = await readRows(
    db,
    PersonRow,
    sql`select presence.client_id as "clientId", coalesce(${displayName('person')}, '') as name,
        presence.user_id = ${reader.id} as "isSelf", presence.focus, presence.caret
      from studio_presence presence join users person on person.id = presence.user_id
      where presence.item_id = ${itemId} and presence.seen_at > ${openSince(reader.now)} order by name, presence.client_id`,
  );
  return rows.map(({ caret, ...person }) => (caret ? { ...person, caret } : person));
}

/** Notifies the open tabs of an item that something has changed. */
export async function announceToEditors(db: Kysely<DB>, itemId: string, now: Date): Promise<void> {
  const rows = await db
    .selectFrom('studio_presence')
    .select('user_id')
    .distinct()
    .where('item_id', '=', itemId)
    .where('seen_at', '>', openSince(now).toISOString())
    .execute();
  await announceToEach(
    db,
    'studio',
    rows.map((row) => row.user_id),
  );
}

type Body = Received<typeof followStudioItem>['body'];

/** Records that a tab has an item open, or has left it, and returns what has happened since. Throws `not_found`. */
export async function follow(
  db: Db,
  itemId: string,
  { clientId, since, focus, caret, isLeaving = false }: Body,
  editor: StudioActor,
): Promise<CallResult<typeof followStudioItem>> {
  // Without components: each save makes every open tab ask.
  const storedDraft = found((await readDraftFields(db, [itemId]))[0], 'item');
  const { version, sequence } = storedDraft;
  const standing = await assertAllowed(db, storedDraft, editor, 'open');
  const isNew = isLeaving
    ? await leave(db, clientId, editor)
    : await arrive(db, itemId, { clientId, focus, caret }, editor);
  if (isNew) await announceToEditors(db, itemId, editor.now);
  const { state, isLive, ...summary } = found(await findSummary(db, itemId, editor.now), 'item');
  return {
    sequence,
    version,
    state,
    isLive,
    ...(await describeStanding(db, storedDraft, standing, editor)),
    publishedRevision: summary.publishedRevision,
    waitingRevision: summary.waitingRevision,
    goesLiveAt: summary.goesLiveAt,
    releaseId: summary.releaseId,
    releaseName: summary.releaseName,
    waitingProblem: summary.waitingProblem,
    ...(await savedSince(db, itemId, since, sequence)),
    people: await listPeople(db, itemId, editor),
  };
}

/** True if others should be notified: the tab is new, or moved to another place in the item. */
async function arrive(
  db: Db,
  itemId: string,
  { clientId, focus, caret }: Pick<Body, 'clientId' | 'focus' | 'caret'>,
  editor: { id: string; now: Date },
): Promise<boolean> {
  const stored = storedCaret(caret);
  const [row] = await readRows(
    db,
    z.object({ isNew: z.boolean() }),
    sql`
      with before as (select item_id, focus, caret from studio_presence where client_id = ${clientId} and seen_at > ${openSince(editor.now)}),
      saved as (
        insert into studio_presence (client_id, item_id, user_id, focus, caret, seen_at)
          values (${clientId}, ${itemId}, ${editor.id}, ${focus}, ${stored}::jsonb, ${editor.now})
        on conflict (client_id) do update set
          item_id = excluded.item_id, focus = excluded.focus, caret = excluded.caret, seen_at = excluded.seen_at
          where studio_presence.user_id = excluded.user_id returning 1)
      select not exists (
        select from before
        where item_id = ${itemId} and focus is not distinct from ${focus} and caret is not distinct from ${stored}::jsonb
      ) as "isNew" from saved`,
  );
  return row?.isNew ?? false;
}

const storedCaret = (caret: Body['caret']): string | null => (caret ? JSON.stringify(caret) : null);

type Position = NonNullable<Received<typeof changeStudioItem>['body']['position']>;

/** Records where the editor of a save is. A tab that has left the item in the meantime does not come back by it. */
export async function moveTo(
  db: Kysely<DB>,
  itemId: string,
  clientId: string,
  { focus, caret }: Position,
  editor: { id: string; now: Date },
): Promise<void> {
  await db
    .updateTable('studio_presence')
    .set({ focus, caret: storedCaret(caret), seen_at: editor.now.toISOString() })
    .where('client_id', '=', clientId)
    .where('item_id', '=', itemId)
    .where('user_id', '=', editor.id)
    .execute();
}

async function leave(db: Db, clientId: string, editor: { id: string }): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('studio_presence')
    .where('client_id', '=', clientId)
    .where('user_id', '=', editor.id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
