import type { Kysely } from 'kysely';
import { mayManage, mayRelease, refusalOf, type ItemStanding } from '@portico/authoring/mayDo';
import type { DB } from '../../../db/schema.generated.ts';
import { PortalError } from '../../../errors.ts';
import { assertMayDo, type StudioActor } from '../access/actor.ts';
import { readDrafts } from '../draftStore.queries.ts';
import { readStandings } from '../standing.queries.ts';

/** Throws `forbidden` for people who publish nothing: releases are none of their business. */
export function assertMayRelease(actor: Pick<StudioActor, 'grants'>): void {
  if (!mayRelease(actor)) throw new PortalError('forbidden', 'Your role in the studio does not include this.');
}

async function standingsOf(db: Kysely<DB>, itemIds: string[]): Promise<Map<string, ItemStanding>> {
  return readStandings(db, await readDrafts(db, itemIds));
}

/**
 * Throws unless they may decide when these items go live: anyone who may publish them, though what waits has been
 * approved already. Throws `not_found` or `forbidden`.
 */
export async function assertMaySchedule(db: Kysely<DB>, itemIds: string[], actor: StudioActor): Promise<void> {
  for (const standing of (await standingsOf(db, itemIds)).values()) {
    const refusal = refusalOf(actor, 'publish', standing);
    if (refusal !== undefined && refusal !== 'approval') assertMayDo(actor, 'publish', standing);
  }
}

/**
 * The same for what takes something from readers without an approval: for items that need one, only an administrator
 * may.
 */
export async function assertMayTakeBack(db: Kysely<DB>, itemIds: string[], actor: StudioActor): Promise<void> {
  await assertMaySchedule(db, itemIds, actor);
  const standings = [...(await standingsOf(db, itemIds)).values()];
  if (standings.some(({ needsApproval }) => needsApproval) && !mayManage(actor))
    throw new PortalError('forbidden', 'Some items need an approval, so only an administrator can undo this.');
}

/** Ids of those of the items that they may open. */
export async function openable(db: Kysely<DB>, itemIds: string[], actor: StudioActor): Promise<Set<string>> {
  const standings = await standingsOf(db, itemIds);
  return new Set(itemIds.filter((id) => standings.has(id) && !refusalOf(actor, 'open', standings.get(id)!)));
}
