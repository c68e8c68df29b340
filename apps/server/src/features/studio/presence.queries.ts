import { sql, type Kysely, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import {
  ItemProgress,
  STUDIO_PRESENCE_MS,
  StudioState,
  type changeStudioItem,
  type followStudioItem,
  type StudioCaret,
  type StudioPerson,
} from '@portico/contracts/studio/studio';
import type { Db } from '../../db/pool.ts';
import { compileOnce, readRows, storedJson } from '../../db/rows.ts';
import type { DB } from '../../db/schema.generated.ts';
import { found } from '../../errors.ts';
import { announcement } from '../../push/announce.ts';
import { displayName } from '../../sign-in/displayName.ts';
import { assertMayDo, type StudioActor } from './access/actor.ts';
import { selectDrafts, storedOf, StoredRow, withoutTrees } from './draftStore.queries.ts';
import { savedUpTo, savesSince, StoredSaves } from './savedChanges.queries.ts';
import {
  describedStanding,
  latestReview,
  LatestReview,
  standingColumns,
  standingOf,
  standingShape,
} from './standing.queries.ts';
import { stateOf, waitingColumns } from './studioItems.queries.ts';

/** A tab that has been silent for longer counts as closed, and is not sent what others save. */
export const GONE_AFTER_MS = 3 * STUDIO_PRESENCE_MS;

/** A tab that reports the same position again this soon is not recorded again. */
export const REPORT_AGAIN_MS = STUDIO_PRESENCE_MS / 3;

export const openSince = (now: Date): Date => new Date(now.getTime() - GONE_AFTER_MS);
export const reportedSince = (now: Date): Date => new Date(now.getTime() - REPORT_AGAIN_MS);

const PersonRow = z.object({
  clientId: z.uuid(),
  name: z.string(),
  isSelf: z.boolean(),
  focus: z.nullable(z.string()),
  caret: z.nullable(storedJson<StudioCaret>()),
});
type PersonRow = z.infer<typeof PersonRow>;

const shownPerson = ({ caret, ...person }: PersonRow): StudioPerson => (caret ? { ...person, caret } : person);

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
  return rows.map(shownPerson);
}

/** The ids of the people who have this item open, each once. `but` leaves out some of the tabs. */
export const editorsOf = (itemId: string, since: Date, but: RawBuilder<unknown> = sql``): RawBuilder<unknown> => sql`
  select distinct user_id::text as recipient from studio_presence where item_id = ${itemId} and seen_at > ${since}${but}`;

/** Notifies the open tabs of an item that something has changed. */
export async function announceToEditors(db: Kysely<DB>, itemId: string, now: Date): Promise<void> {
  await sql`with ${announcement('studio', editorsOf(itemId, openSince(now)))} select from announced`.execute(db);
}

type Body = Received<typeof followStudioItem>['body'];

const FollowRow = z.extend(StoredRow, {
  ...standingShape,
  state: StudioState,
  ...ItemProgress.shape,
  latestReview: LatestReview,
  saves: StoredSaves,
  people: storedJson<PersonRow[]>(),
  /** Whether this tab was here and reported this position a moment ago. */
  isReported: z.boolean(),
});

interface Tab {
  clientId: string;
  userId: string;
  /** The latest save that it has seen. */
  since: number;
  focus: string | null;
  /** As JSON. */
  caret: string | null;
  isLeaving: boolean;
}

interface Following extends Tab {
  itemId: string;
  now: Date;
  openSince: Date;
  reportedSince: Date;
}

/** Everything that a tab with an item open wants to know, without components: each save makes every open tab ask. */
const readForFollowing = compileOnce(FollowRow, (tab: Following) =>
  selectDrafts(sql`item.id = ${tab.itemId}`, {
    columns: withoutTrees,
    joins: sql` left join studio_releases release on release.id = waiting.release_id`,
    more: sql`, ${standingColumns}, ${stateOf(tab.now)} as state, ${waitingColumns}, ${latestReview},
      ${savesSince(tab.since)} as saves, ${peopleWith(tab)} as people, exists (
        select from studio_presence where client_id = ${tab.clientId} and item_id = item.id and user_id = ${tab.userId}
          and focus is not distinct from ${tab.focus} and caret is not distinct from ${tab.caret}::jsonb
          and seen_at > ${tab.reportedSince}) as "isReported"`,
  }),
);

/** The people who have the item open, as JSON, as if the position of this tab were stored already. */
const peopleWith = (own: Following) => sql`(
  select coalesce(jsonb_agg(jsonb_build_object('clientId', tab.client_id, 'name', coalesce(${displayName('person')}, ''),
      'isSelf', tab.user_id = ${own.userId}, 'focus', tab.focus, 'caret', tab.caret)
      order by coalesce(${displayName('person')}, ''), tab.client_id), '[]')
  from (
    select client_id, user_id, focus, caret from studio_presence
      where item_id = item.id and seen_at > ${own.openSince} and (client_id <> ${own.clientId} or user_id <> ${own.userId})
    union all
    select ${own.clientId}::uuid, ${own.userId}::uuid, ${own.focus}::text, ${own.caret}::jsonb where not ${own.isLeaving}::boolean
  ) tab join users person on person.id = tab.user_id)`;

/** Records that a tab has an item open, or has left it, and returns what has happened since. Throws `not_found`. */
export async function follow(
  db: Db,
  itemId: string,
  { clientId, since, focus, caret, isLeaving = false }: Body,
  editor: StudioActor,
): Promise<CallResult<typeof followStudioItem>> {
  const { id: userId, now } = editor;
  const tab: Tab = { clientId, userId, since, focus, caret: storedCaret(caret), isLeaving };
  const times = { now, openSince: openSince(now), reportedSince: reportedSince(now) };
  const [row] = await readForFollowing(db, { itemId, ...tab, ...times });
  const { saves, people, isReported, latestReview: latest, state, ...stored } = found(row, 'item');
  const storedDraft = storedOf(stored);
  const standing = standingOf(stored, storedDraft);
  assertMayDo(editor, 'open', standing);
  if (isLeaving ? await leave(db, clientId, editor) : !isReported && (await arrive(db, itemId, tab, now)))
    await announceToEditors(db, itemId, now);
  const { version, sequence } = storedDraft;
  return {
    sequence,
    version,
    state,
    isLive: stored.isLive,
    ...describedStanding(latest, standing, editor),
    publishedRevision: stored.publishedRevision,
    waitingRevision: stored.waitingRevision,
    goesLiveAt: stored.goesLiveAt,
    releaseId: stored.releaseId,
    releaseName: stored.releaseName,
    waitingProblem: stored.waitingProblem,
    ...savedUpTo(saves, { since, sequence }),
    people: people.map(shownPerson),
  };
}

/** True if others should be notified: the tab is new, or moved to another place in the item. */
async function arrive(db: Db, itemId: string, tab: Tab, now: Date): Promise<boolean> {
  const { clientId, userId, since, focus, caret } = tab;
  const [row] = await readRows(
    db,
    z.object({ isNew: z.boolean() }),
    sql`
      with before as (select item_id, focus, caret from studio_presence where client_id = ${clientId} and seen_at > ${openSince(now)}),
      saved as (
        insert into studio_presence (client_id, item_id, user_id, since, focus, caret, seen_at)
          values (${clientId}, ${itemId}, ${userId}, ${since}, ${focus}, ${caret}::jsonb, ${now})
        on conflict (client_id) do update set item_id = excluded.item_id, since = excluded.since,
          focus = excluded.focus, caret = excluded.caret, seen_at = excluded.seen_at
          where studio_presence.user_id = excluded.user_id returning 1)
      select not exists (
        select from before
        where item_id = ${itemId} and focus is not distinct from ${focus} and caret is not distinct from ${caret}::jsonb
      ) as "isNew" from saved`,
  );
  return row?.isNew ?? false;
}

export const storedCaret = (caret: Body['caret']): string | null => (caret ? JSON.stringify(caret) : null);

type Position = NonNullable<Received<typeof changeStudioItem>['body']['position']>;

/** Records where the editor of a save is. A tab that has left the item in the meantime does not come back by it. */
export async function moveTo(
  db: Kysely<DB>,
  itemId: string,
  { clientId, since, focus, caret }: Position & Pick<Tab, 'clientId' | 'since'>,
  editor: { id: string; now: Date },
): Promise<void> {
  await db
    .updateTable('studio_presence')
    .set({ since, focus, caret: storedCaret(caret), seen_at: editor.now.toISOString() })
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
