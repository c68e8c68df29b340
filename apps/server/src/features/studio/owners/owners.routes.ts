import type { FastifyInstance } from 'fastify';
import {
  confirmContent,
  findOwners,
  getOwnership,
  handOver,
  letContentExpire,
  listLeftItems,
  saveOwnership,
  undoHandover,
} from '@portico/contracts/studio/owners';
import { dayIn } from '@portico/contracts/times';
import type { Dependencies } from '../../../dependencies.ts';
import { found } from '../../../errors.ts';
import { route } from '../../../http/api/route.ts';
import type { Person } from '../../../sign-in/people.ts';
import type { Reader } from '../../../visibility/visibility.ts';
import { actorOf, assertMayCreate, assertMayHandOver } from '../access/actor.ts';
import { readDraft } from '../draftStore.queries.ts';
import { assertAllowed } from '../standing.queries.ts';
import { confirmItem, letItemExpire, setOwnership, type OwnerActor } from './changeOwnership.ts';
import { handOverItems, listLeft, undoOwnHandover } from './handover.queries.ts';
import { findCandidates, readOwnership } from './ownership.queries.ts';

/** Who owns items, when they are due for review, and what becomes of the items of people who left. */
export function ownersRoutes(
  portal: FastifyInstance,
  { db, notify, config }: Pick<Dependencies, 'db' | 'notify' | 'config'>,
): void {
  const timeZone = config.FIRM_TIME_ZONE;
  const ownerActor = (caller: { person: Person; reader: Reader }): OwnerActor => ({
    ...actorOf(caller),
    today: dayIn(timeZone, caller.reader.now),
  });
  route(portal, getOwnership, async ({ params: { itemId }, ...caller }) => {
    const actor = ownerActor(caller);
    const standing = await assertAllowed(db, found(await readDraft(db, itemId, false), 'item'), actor, 'open');
    return readOwnership(db, itemId, { standing, actor, today: actor.today });
  });
  route(portal, saveOwnership, ({ params, body, ...caller }) =>
    setOwnership({ db, notify }, params.itemId, body, ownerActor(caller)),
  );
  route(portal, confirmContent, ({ params, body, ...caller }) =>
    confirmItem({ db }, params.itemId, body, ownerActor(caller)),
  );
  route(portal, letContentExpire, ({ params, body, ...caller }) =>
    letItemExpire({ db, notify, timeZone }, params.itemId, body.reviewOn, ownerActor(caller), caller.reader),
  );
  route(portal, findOwners, async ({ query: { text, itemId }, ...caller }) => {
    assertMayCreate(caller.person);
    const actor = actorOf(caller);
    const standing =
      itemId === undefined
        ? undefined
        : await assertAllowed(db, found(await readDraft(db, itemId, false), 'item'), actor, 'write');
    return { items: await findCandidates(db, text, standing) };
  });
  route(portal, listLeftItems, ({ query, ...caller }) => {
    const actor = actorOf(caller);
    assertMayHandOver(actor);
    return listLeft(db, query, actor);
  });
  route(portal, handOver, ({ body, ...caller }) => {
    const actor = actorOf(caller);
    assertMayHandOver(actor);
    return handOverItems({ db, notify }, body, actor);
  });
  route(portal, undoHandover, ({ params, ...caller }) => {
    const actor = actorOf(caller);
    assertMayHandOver(actor);
    return undoOwnHandover({ db }, params.handoverId, actor);
  });
}
