import {
  mayCreate,
  mayHandOver,
  mayManage,
  mayOversee,
  maySeeConfirmations,
  refusalOf,
  type Actor,
  type ItemStanding,
  type Refusal,
} from '@portico/authoring/mayDo';
import type { ItemAction } from '@portico/contracts/studio/roles';
import { PortalError } from '../../../errors.ts';
import type { Person } from '../../../sign-in/people.ts';
import type { Reader } from '../../../visibility/visibility.ts';

/** Someone using the studio, at the time of their request. */
export interface StudioActor extends Actor {
  now: Date;
}

export const actorOf = ({ person, reader }: { person: Person; reader: Reader }): StudioActor => ({
  id: person.id,
  grants: person.grants,
  now: reader.now,
});

const refusals: Record<Refusal, [code: 'forbidden' | 'conflict', message: string]> = {
  role: ['forbidden', 'Your role in the studio doesn’t allow this.'],
  department: ['forbidden', 'This item belongs to a department that you don’t have a role in.'],
  author: ['forbidden', 'Someone else has to approve it because you edited it or requested approval.'],
  approval: ['forbidden', 'This needs approval first.'],
  state: ['conflict', 'This isn’t possible in the item’s current state. Review it and try again.'],
};

/**
 * Throws `not_found` for an item that they may not open, and `forbidden` or `conflict` if this action is not allowed on
 * it.
 */
export function assertMayDo(actor: Actor, action: ItemAction, item: ItemStanding): void {
  if (refusalOf(actor, 'open', item)) throw new PortalError('not_found', 'The item was not found.');
  const refusal = refusalOf(actor, action, item);
  if (refusal) throw new PortalError(...refusals[refusal]);
}

/** Throws `forbidden`. */
export function assertMayCreate(person: Pick<Person, 'grants'>): void {
  if (!mayCreate(person)) throw new PortalError(...refusals.role);
}

/** Throws `forbidden`. */
export function assertMaySeeConfirmations(person: Pick<Actor, 'grants'>): void {
  if (!maySeeConfirmations(person)) throw new PortalError(...refusals.role);
}

/** Throws `forbidden`. */
export function assertMayManage(actor: Pick<Actor, 'grants'>): void {
  if (!mayManage(actor)) throw new PortalError(...refusals.role);
}

/** Throws `forbidden`. */
export function assertMayOversee(actor: Pick<Actor, 'grants'>): void {
  if (!mayOversee(actor)) throw new PortalError(...refusals.role);
}

/** Throws `forbidden`. */
export function assertMayHandOver(actor: Pick<Actor, 'grants'>): void {
  if (!mayHandOver(actor)) throw new PortalError(...refusals.role);
}
