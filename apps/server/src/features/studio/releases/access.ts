import type { Kysely } from 'kysely';
import { mayManage, mayRelease } from '@portico/authoring/mayDo';
import type { DB } from '../../../db/schema.generated.ts';
import { PortalError } from '../../../errors.ts';
import type { StudioActor } from '../access/actor.ts';
import { assertMaySchedule, standingsOf } from '../standing.queries.ts';

/** Throws `forbidden` for people who cannot publish, because releases do not concern them. */
export function assertMayRelease(actor: Pick<StudioActor, 'grants'>): void {
  if (!mayRelease(actor)) throw new PortalError('forbidden', 'Your role in the studio doesn’t allow this.');
}

/**
 * Like `assertMaySchedule`, for unpublishing without an approval: if an item needs approvals, only an administrator may
 * do that.
 */
export async function assertMayUndo(db: Kysely<DB>, itemIds: string[], actor: StudioActor): Promise<void> {
  await assertMaySchedule(db, itemIds, actor);
  const standings = [...(await standingsOf(db, itemIds)).values()];
  if (standings.some(({ needsApproval }) => needsApproval) && !mayManage(actor))
    throw new PortalError('forbidden', 'Some items need approval, so only an administrator can undo this.');
}
