import type { ReviewPurpose } from '@portico/contracts/studio/reviews';
import { itemActions, type ItemAction, type StudioGrant, type StudioRole } from '@portico/contracts/studio/roles';
import { sameName } from './sameName.ts';

/** A person in the studio with all their roles. */
export interface Actor {
  id: string;
  grants: readonly StudioGrant[];
}

/** Everything about an item that decides who may do what with it. */
export interface ItemStanding {
  isLive: boolean;
  hasChanges: boolean;
  /** The departments of the draft and of the published version. Null for none. */
  departments: ReadonlyArray<string | null>;
  needsApproval: boolean;
  /** The open request, or the approval of exactly the current draft. */
  review: { state: 'Requested' | 'Approved'; purpose: ReviewPurpose; requestedBy: string | null } | null;
  /** Everyone who edited it since the last approval. */
  authors: readonly string[];
}

/**
 * Why an action is refused: the person's role, their department, being an author of the changes, a missing approval, or
 * the item's state.
 */
export type Refusal = 'role' | 'department' | 'author' | 'approval' | 'state';

const writers: readonly StudioRole[] = ['author', 'editor', 'administrator'];
const publishers: readonly StudioRole[] = ['editor', 'approver', 'administrator'];

/**
 * Which roles may do it, and whether they need the role in every department of the item or in one of them. Someone who
 * moves an item to another department may still edit it, but publishing it needs both.
 */
const rules: Record<ItemAction, { roles: readonly StudioRole[]; isForEach?: boolean }> = {
  open: { roles: [...writers, 'approver'] },
  comment: { roles: [...writers, 'approver'] },
  write: { roles: writers },
  requestReview: { roles: writers },
  requestArchive: { roles: writers },
  withdraw: { roles: writers },
  approve: { roles: ['approver', 'administrator'], isForEach: true },
  return: { roles: ['approver', 'administrator'], isForEach: true },
  publish: { roles: publishers, isForEach: true },
  archive: { roles: publishers, isForEach: true },
  delete: { roles: ['administrator'] },
};

/** The single permission rule of the studio: whether a person may do this with an item. Source: decisions/0093. */
export const mayDo = (actor: Actor, action: ItemAction, item: ItemStanding): boolean =>
  refusalOf(actor, action, item) === undefined;

/** Whether a person may open an item of these departments. */
export const mayOpen = ({ grants }: Pick<Actor, 'grants'>, departments: ItemStanding['departments']): boolean =>
  grants.some((grant) => rules.open.roles.includes(grant.role) && departments.some((name) => covers(grant, name)));

/** Everything that a person may do with an item. */
export const allowedActions = (actor: Actor, item: ItemStanding): ItemAction[] =>
  itemActions.filter((action) => mayDo(actor, action, item));

/** Why a person may not do something; undefined when they may. */
export function refusalOf(actor: Actor, action: ItemAction, item: ItemStanding): Refusal | undefined {
  const { roles, isForEach = false } = rules[action];
  const grants = actor.grants.filter(({ role }) => roles.includes(role));
  if (grants.length === 0) return 'role';
  const isTheirs = (department: string | null) => grants.some((grant) => covers(grant, department));
  if (!(isForEach ? item.departments.every(isTheirs) : item.departments.some(isTheirs))) return 'department';
  return standingRefusal(actor, action, item, grants);
}

function standingRefusal(
  actor: Actor,
  action: ItemAction,
  item: ItemStanding,
  grants: readonly StudioGrant[],
): Refusal | undefined {
  const { review, authors, isLive, hasChanges } = item;
  if (action === 'requestReview') return review || (isLive && !hasChanges) ? 'state' : undefined;
  if (action === 'requestArchive') return review || !isLive ? 'state' : undefined;
  if (action === 'withdraw') {
    if (!review) return 'state';
    return review.requestedBy === actor.id || isAdministrator(grants) ? undefined : 'role';
  }
  if (action === 'return') return review?.state === 'Requested' ? undefined : 'state';
  if (action === 'approve') {
    if (review?.state !== 'Requested') return 'state';
    return authors.includes(actor.id) || review.requestedBy === actor.id ? 'author' : undefined;
  }
  if (action === 'publish') return releaseRefusal(grants, item, 'Publish');
  // Only people who manage the whole studio; deletion itself checks the item’s retention.
  if (action === 'delete') return mayManage({ grants }) ? undefined : 'role';
  if (action === 'archive') return isLive ? releaseRefusal(grants, item, 'Archive') : 'state';
  return undefined;
}

/** Publishing and archiving need an approval for that purpose, or an editor when no approval is needed. */
function releaseRefusal(
  grants: readonly StudioGrant[],
  { review, needsApproval }: ItemStanding,
  purpose: ReviewPurpose,
): Refusal | undefined {
  const isApproved = review?.state === 'Approved' && review.purpose === purpose;
  const mayWithout = !needsApproval && grants.some(({ role }) => role !== 'approver');
  return isApproved || mayWithout ? undefined : 'approval';
}

const isAdministrator = (grants: readonly StudioGrant[]): boolean =>
  grants.some(({ role }) => role === 'administrator');

const covers = (grant: StudioGrant, department: string | null): boolean =>
  grant.department === null || (department !== null && sameName(grant.department, department));

/** Whether a person manages the studio: its roles, and what needs approval. */
export const mayManage = ({ grants }: Pick<Actor, 'grants'>): boolean =>
  grants.some(({ role, department }) => role === 'administrator' && department === null);

/** Whether a person sees what everybody has earned: officers, and editors and administrators of all departments. */
export const mayOversee = ({ grants }: Pick<Actor, 'grants'>): boolean =>
  isOfficer({ grants }) ||
  grants.some(({ role, department }) => (role === 'editor' || role === 'administrator') && department === null);

/** Whether a person is a compliance officer. */
export const isOfficer = ({ grants }: Pick<Actor, 'grants'>): boolean =>
  grants.some(({ role }) => role === 'compliance');

/** Whether a person has a role for items. The role of officers is not one. */
export const hasItems = ({ grants }: Pick<Actor, 'grants'>): boolean =>
  grants.some(({ role }) => role !== 'compliance');

/** Whether a person sees who has confirmed items. */
export const maySeeConfirmations = (actor: Pick<Actor, 'grants'>): boolean => mayCreate(actor) || isOfficer(actor);

/** Whether a person may prepare releases of items that go live together. */
export const mayRelease = ({ grants }: Pick<Actor, 'grants'>): boolean =>
  grants.some(({ role }) => publishers.includes(role));

/** Whether a person may create items and upload pictures and files. */
export const mayCreate = ({ grants }: Pick<Actor, 'grants'>): boolean =>
  grants.some(({ role }) => writers.includes(role));

/** Whether a person may add a category that no item has yet. */
export const mayCreateCategory = ({ grants }: Pick<Actor, 'grants'>): boolean =>
  grants.some(({ role }) => role === 'editor' || role === 'administrator');

/** The departments in which a person has one of the roles; null for all. */
function departmentsOf({ grants }: Pick<Actor, 'grants'>, has: (role: StudioRole) => boolean): string[] | null {
  const names = grants.filter(({ role }) => has(role)).map(({ department }) => department);
  return names.some((name) => name === null) ? null : [...new Set(names as string[])];
}

/** The departments that a person writes for; null for all. */
export const ownDepartments = (actor: Pick<Actor, 'grants'>): string[] | null =>
  departmentsOf(actor, (role) => writers.includes(role));

/** The departments whose items a person may open; null for all. */
export const openDepartments = (actor: Pick<Actor, 'grants'>): string[] | null =>
  departmentsOf(actor, (role) => role !== 'compliance');

/** The departments whose items a person may give to other owners; null for all. */
export const handoverDepartments = (actor: Pick<Actor, 'grants'>): string[] | null =>
  departmentsOf(actor, (role) => role === 'editor' || role === 'administrator');

/** Whether a person may give the items of people who left to other owners. */
export const mayHandOver = (actor: Pick<Actor, 'grants'>): boolean => handoverDepartments(actor)?.length !== 0;
