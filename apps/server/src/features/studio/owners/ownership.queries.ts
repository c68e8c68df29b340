import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import { mayDo, type ItemStanding } from '@portico/authoring/mayDo';
import { Ownership } from '@portico/contracts/studio/owners';
import type { StudioColleague } from '@portico/contracts/studio/roles';
import { Instant, readRow, storedJson } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { PortalError } from '../../../errors.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import type { StudioActor } from '../access/actor.ts';
import { findColleagues, listColleagues } from '../access/colleagues.queries.ts';
import { isReviewDue } from '../reviewDates.ts';

/** Whether an owner, a row of `users` called `owner`, left: they are disabled or have no role for items. */
export const hasLeft: RawBuilder<boolean> = sql`(owner.disabled_at is not null or not (
  jsonb_path_exists(owner.studio_grants, '$[*] ? (@.role != "compliance")')
  or exists (select from studio_roles own where own.user_id = owner.id and own.role <> 'compliance')))`;

export const ownerName: RawBuilder<string> = sql`coalesce(${displayName('owner')}, owner.email, '')`;

const OwnershipRow = z.extend(z.omit(Ownership, { mayChange: true, owner: true, confirmedAt: true }), {
  owner: z.nullable(storedJson<Ownership['owner']>()),
  confirmedAt: z.nullable(Instant),
});

/** Who owns an item, for someone who may open it. `today` is a day of the firm. */
export async function readOwnership(
  db: Kysely<DB>,
  itemId: string,
  { standing, actor, today }: { standing: ItemStanding; actor: StudioActor; today: string },
): Promise<Ownership> {
  const row = await readRow(
    db,
    OwnershipRow,
    sql`select owned.version, owned.review_on::text as "reviewOn", coalesce(${isReviewDue(actor.now, today)}, false) as "isDue",
        owned.confirmed_at as "confirmedAt",
        (select ${displayName('person')} from users person where person.id = owned.confirmed_by) as "confirmedBy",
        (select jsonb_build_object('id', owner.id, 'name', ${ownerName}, 'email', owner.email, 'hasLeft', ${hasLeft})
          from users owner where owner.id = owned.owner_id) as owner
      from content_owners owned join content_items item on item.id = owned.item_id where item.id = ${itemId}`,
  );
  const nothing = { version: 0, owner: null, reviewOn: null, isDue: false, confirmedAt: null, confirmedBy: null };
  return { ...(row ?? nothing), mayChange: mayDo(actor, 'write', standing) };
}

const StoredOwnership = z.object({
  ownerId: z.nullable(z.uuid()),
  reviewOn: z.nullable(z.iso.date()),
  confirmedFrom: z.nullable(z.iso.date()),
  version: z.int(),
});
export type StoredOwnership = z.infer<typeof StoredOwnership>;

/** What is stored of an item that the caller has locked. */
export async function readStoredOwnership(trx: Kysely<DB>, itemId: string): Promise<StoredOwnership> {
  const stored = await readRow(
    trx,
    StoredOwnership,
    sql`select owner_id as "ownerId", review_on::text as "reviewOn", confirmed_from::text as "confirmedFrom", version
      from content_owners where item_id = ${itemId}`,
  );
  return stored ?? { ownerId: null, reviewOn: null, confirmedFrom: null, version: 0 };
}

const isWriterOf = ({ id, fromProvider, given }: StudioColleague, standing: ItemStanding): boolean =>
  mayDo({ id, grants: [...fromProvider, ...given] }, 'write', standing);

/** Throws `invalid_input` unless the person may edit the item. */
export async function assertMayOwn(trx: Transaction<DB>, ownerId: string, standing: ItemStanding): Promise<void> {
  const person = (await listColleagues(trx)).find(({ id }) => id === ownerId);
  if (person && isWriterOf(person, standing)) return;
  throw notAnOwner('ownerId');
}

export const notAnOwner = (path: string): PortalError =>
  new PortalError('invalid_input', 'This person can’t edit the item. Give them a role in the studio first.', {
    issues: [{ path, message: 'Can’t edit the item' }],
  });

const MAX_CANDIDATES = 20;

/** People who are found by the text and may edit the item, or any items without one; the best matches first. */
export async function findCandidates(db: Kysely<DB>, text: string, standing: ItemStanding | undefined) {
  const people = (await findColleagues(db, text)).filter((person) =>
    standing
      ? isWriterOf(person, standing)
      : [...person.fromProvider, ...person.given].some(({ role }) => role !== 'approver' && role !== 'compliance'),
  );
  return people.slice(0, MAX_CANDIDATES).map(({ id, name, email }) => ({ id, name, email }));
}
