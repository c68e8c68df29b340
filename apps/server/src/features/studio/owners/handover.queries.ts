import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { handoverDepartments, ownDepartments } from '@portico/authoring/mayDo';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import {
  LEFT_ITEMS_PAGE_SIZE,
  MAX_HANDOVER_ITEMS,
  type handOver,
  type Leaver,
  LeftItem,
  type listLeftItems,
} from '@portico/contracts/studio/owners';
import { setActor } from '../../../db/audit.ts';
import { readPage, readRow, readRows, storedJson } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { found, PortalError } from '../../../errors.ts';
import { announceToEach } from '../../../push/announce.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import type { StudioActor } from '../access/actor.ts';
import { listColleagues } from '../access/colleagues.queries.ts';
import { findEditorName } from '../editorName.ts';
import type { Reviewing } from '../reviews.queries.ts';
import { isOfAny, joined, title } from '../studioItems.queries.ts';
import { hasLeft, notAnOwner, ownerName } from './ownership.queries.ts';

/** Rows `item` and `owned` of items that have an owner or had one. */
const ownedItems = sql`${joined} join content_owners owned on owned.item_id = item.id`;

/**
 * Whether someone who hands over items of these departments, null for all, may do so with a row `owned`, if its owner
 * left. Reads the `item` only for its department.
 */
const mayHandOver = (departments: string[] | null): RawBuilder<boolean> =>
  sql`(not exists (select from content_items asset where asset.id = owned.item_id and asset.kind = 'asset') and ${isOfAny(departments)})`;

const Totals = z.object({ people: storedJson<Leaver[]>() });

/** A page of the items whose owners left and that the person may hand over, by owner and title. */
export async function listLeft(
  db: Kysely<DB>,
  { person, page = 1 }: Received<typeof listLeftItems>['query'],
  actor: StudioActor,
): Promise<CallResult<typeof listLeftItems>> {
  const pageSize = LEFT_ITEMS_PAGE_SIZE;
  const [start, end] = [(page - 1) * pageSize, page * pageSize];
  const departments = handoverDepartments(actor);
  const isHandedOver = mayHandOver(departments);
  let people: Leaver[] = [];
  const { rows, total } = await readPage(
    db,
    LeftItem,
    sql`
      with counted as materialized (
        select owned.owner_id, count(*)::int as items
        from ${departments === null ? sql`content_owners owned` : ownedItems} where owned.owner_id is not null and ${isHandedOver} group by 1
      ), leavers as materialized (
        select owner.id, ${ownerName} as name, owner.email, owner.disabled_at is not null as "isDisabled", counted.items
        from counted join users owner on owner.id = counted.owner_id where ${hasLeft}
      ), places as (
        select id, lower(name) as name, items, (sum(items) over (order by lower(name), id))::int - items as earlier
        from leavers where ${person === undefined ? sql`true` : sql`id = ${person}`}
      ), titled as (
        -- Titles are in revisions and drafts, so only those of owners on the page are read, one by one.
        select own.*, owned.owner_id as "ownerId", owned.review_on::text as "reviewOn", places.earlier
        from places join content_owners owned on owned.owner_id = places.id
        cross join lateral (
          select item.id, item.kind, ${title} as title from ${joined} where item.id = owned.item_id and ${isHandedOver} limit 1) own
        where places.earlier < ${end}::int and places.earlier + places.items > ${start}::int
      ), chosen as (
        select * from (
          select titled.*, earlier + row_number() over (partition by "ownerId" order by lower(title), id) as place from titled) placed
        where place > ${start}::int and place <= ${end}::int
      )
      select totals.total, totals.people, chosen.id, chosen.kind, chosen.title, chosen."ownerId", chosen."reviewOn"
      from (select (select coalesce(sum(items), 0)::int from places) as total,
        (select coalesce(jsonb_agg(to_jsonb(leavers) order by lower(name), id), '[]') from leavers) as people) totals
      left join chosen on true order by chosen.place`,
    { totals: { Columns: Totals, remember: (totals) => ({ people } = totals) } },
  );
  return { items: rows, page, pageSize, total, people, all: people.reduce((sum, { items }) => sum + items, 0) };
}

const MadeRow = z.object({ madeBy: z.uuid(), handedOver: z.int() });
const HandedRow = z.object({ itemId: z.uuid(), fromId: z.uuid(), fits: z.boolean() });

/** Gives items to another owner. Throws `forbidden`, `conflict`, and `invalid_input` for one who edits no items. */
export function handOverItems(
  { db, notify }: Reviewing,
  { id, toId, what }: Received<typeof handOver>['body'],
  actor: StudioActor,
): Promise<CallResult<typeof handOver>> {
  return db.transaction().execute(async (trx) => {
    // A second attempt waits for the first one.
    await sql`select pg_advisory_xact_lock(hashtextextended(${id}, 0))`.execute(trx);
    const made = await readRow(
      trx,
      MadeRow,
      sql`select made_by as "madeBy", (select count(*)::int from content_handover_items where handover_id = made.id) as "handedOver"
        from content_handovers made where id = ${id}`,
    );
    if (made && made.madeBy !== actor.id) throw new PortalError('conflict', 'Another handover already has this ID.');
    if (made) return { handedOver: made.handedOver, skipped: 0 };
    const target = (await listColleagues(trx)).find((person) => person.id === toId);
    const departments = target ? ownDepartments({ grants: [...target.fromProvider, ...target.given] }) : [];
    if (departments?.length === 0) throw notAnOwner('toId');
    const chosen =
      what.of === 'Person' ? sql`owner.id = ${what.personId}` : sql`item.id = any(${what.itemIds}::uuid[])`;
    const rows = await readRows(
      trx,
      HandedRow,
      sql`select item.id as "itemId", owner.id as "fromId", ${isOfAny(departments)} as fits
        from ${ownedItems} join users owner on owner.id = owned.owner_id
        where ${mayHandOver(handoverDepartments(actor))} and ${hasLeft} and ${chosen} order by item.id limit ${MAX_HANDOVER_ITEMS} for update of owned`,
    );
    const fitting = rows.filter(({ fits }) => fits);
    await trx
      .insertInto('content_handovers')
      .values({ id, to_id: toId, made_by: actor.id, made_at: actor.now })
      .execute();
    await sql`insert into content_handover_items (handover_id, item_id, from_id)
      select ${id}, item_id, from_id
      from unnest(${fitting.map(({ itemId }) => itemId)}::uuid[], ${fitting.map(({ fromId }) => fromId)}::uuid[]) one (item_id, from_id)`.execute(
      trx,
    );
    await setOwners(trx, sql`${toId}::uuid`, sql`given.handover_id = ${id}`, actor);
    if (fitting.length > 0 && toId !== actor.id) {
      const name = (await findEditorName(trx, actor.id)) ?? 'Someone';
      const count = fitting.length === 1 ? 'an item' : `${fitting.length.toLocaleString('en-US')} items`;
      await notify(
        trx,
        [toId],
        {
          title: `You now own ${count}`,
          description: `${name} made you the owner. You will be asked when something is due for review.`,
          link: fitting.length === 1 ? `/studio/${fitting[0]!.itemId}?panel=settings` : '/studio/overview',
        },
        actor.now,
      );
    }
    await announceToEach(trx, 'studio', [...new Set([toId, actor.id])]);
    return { handedOver: fitting.length, skipped: rows.length - fitting.length };
  });
}

const OwnHandover = z.object({ toId: z.uuid(), isUndone: z.boolean() });
const BackRow = z.object({ itemId: z.uuid() });

/** Gives items back to who had them, unless they have yet another owner. Throws `not_found`, `conflict`. */
export function undoOwnHandover(
  { db }: Pick<Reviewing, 'db'>,
  handoverId: string,
  actor: StudioActor,
): Promise<{ givenBack: number }> {
  return db.transaction().execute(async (trx) => {
    const own = await readRow(
      trx,
      OwnHandover,
      sql`select to_id as "toId", undone_at is not null as "isUndone" from content_handovers
        where id = ${handoverId} and made_by = ${actor.id} for update`,
    );
    const { toId, isUndone } = found(own, 'handover');
    if (isUndone) throw new PortalError('conflict', 'This was already undone.');
    await trx
      .updateTable('content_handovers')
      .set({ undone_at: actor.now.toISOString() })
      .where('id', '=', handoverId)
      .execute();
    const back = await setOwners(
      trx,
      sql`given.from_id`,
      sql`given.handover_id = ${handoverId} and owned.owner_id = ${toId}`,
      actor,
    );
    await announceToEach(trx, 'studio', [...new Set([toId, actor.id])]);
    return { givenBack: back.length };
  });
}

const nameOf = (id: RawBuilder<unknown>) =>
  sql`(select coalesce(${displayName('person')}, person.id::text) from users person where person.id = ${id})`;

/** Sets the owners of items of a handover, rows `given`, with an entry in the audit log for each. */
function setOwners(
  trx: Transaction<DB>,
  owner: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
  actor: StudioActor,
): Promise<Array<z.infer<typeof BackRow>>> {
  return readRows(
    trx,
    BackRow,
    sql`
      with before as (
        select owned.item_id, item.kind, owned.owner_id as former, ${owner} as next, given.handover_id
        from content_handover_items given join content_owners owned on owned.item_id = given.item_id
        join content_items item on item.id = given.item_id
        where ${condition} order by owned.item_id for update of owned
      ), changed as (
        update content_owners owned set owner_id = before.next, version = owned.version + 1
        from before where owned.item_id = before.item_id returning owned.item_id
      ), logged as (
        insert into audit_log (actor_id, action, object_kind, object_id, details)
        select ${setActor(sql`${actor.id}`)}, before.kind || '.owner-changed', before.kind, before.item_id::text,
          jsonb_build_object('owner', ${nameOf(sql`before.next`)}, 'formerOwner', ${nameOf(sql`before.former`)}, 'handover', before.handover_id)
        from before join changed using (item_id)
      )
      select item_id as "itemId" from changed`,
  );
}
