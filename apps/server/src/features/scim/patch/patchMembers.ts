import { z } from 'zod/mini';
import { matches } from '../filter/matches.ts';
import type { Filter } from '../filter/parseFilter.ts';
import { isAbsent } from '../schema/readResource.ts';
import { ScimError } from '../schema/scimErrors.ts';
import type { PatchOperation } from './readOperations.ts';

/** The maximum number of members per request. More would exceed the size limit anyway. */
export const MAX_MEMBERS = 20_000;
/** The maximum number of filters that scan all members of a group. A filter by id does not. */
const MAX_SCANS = 20;

/** The ids of `members`, given as objects or strings. Throws ScimError `invalidValue`. */
export function memberIds(given: unknown): Set<string> {
  if (isAbsent(given)) return new Set();
  const values: unknown[] = Array.isArray(given) ? given : [given];
  if (values.length > MAX_MEMBERS) throw new ScimError('tooMany', `A request can name at most ${MAX_MEMBERS} members.`);
  return new Set(values.map(idOf));
}

function idOf(member: unknown): string {
  const id = typeof member === 'object' && member !== null ? (member as { value?: unknown }).value : member;
  if (typeof id !== 'string' || !isId(id)) throw new ScimError('invalidValue', 'A member must be the id of a user.');
  return id.toLowerCase();
}

/**
 * The members that the operations can change; undefined when that can be any member, because of filters other than by
 * id.
 */
export function namedMembers(operations: PatchOperation[]): string[] | undefined {
  const named = new Set<string>();
  for (const { op, path, value } of operations) {
    const id = path.filter === null ? undefined : namedMember(path.filter);
    if (op === 'replace' || (path.filter === null ? op === 'remove' && isAbsent(value) : id === undefined))
      return undefined;
    for (const one of id === undefined ? memberIds(value) : [id]) if (isId(one)) named.add(one);
  }
  return [...named];
}

const isId = (text: string): boolean => z.safeParse(z.guid(), text).success;

/** The members after applying the operations, all of which target `members`. Throws ScimError. */
export function patchMembers(members: Set<string>, operations: PatchOperation[]): Set<string> {
  let after = members;
  let scans = 0;
  for (const { op, path, found, value } of operations) {
    if (path.filter !== null) {
      if (op !== 'remove' || found.sub !== null)
        throw new ScimError('invalidPath', 'Members chosen by a filter can only be removed.');
      const id = namedMember(path.filter);
      if (id === undefined && (scans += 1) > MAX_SCANS)
        throw new ScimError(
          'tooMany',
          `A PATCH can have at most ${MAX_SCANS} member filters that do not compare the id.`,
        );
      removeChosen(after, path.filter, id);
    } else if (found.sub !== null && found.sub.name !== 'value') {
      throw new ScimError('invalidPath', 'Only the id of a member can be written.');
    } else if (op === 'replace') after = memberIds(value);
    else if (op === 'add') for (const id of memberIds(value)) after.add(id);
    else if (isAbsent(value)) after = new Set();
    else for (const id of memberIds(value)) after.delete(id);
  }
  return after;
}

function removeChosen(members: Set<string>, filter: Filter, id: string | undefined): void {
  if (id !== undefined) members.delete(id);
  else for (const member of members) if (matches(filter, { value: member, type: 'User' })) members.delete(member);
}

/** The id in `value eq "…"`. */
function namedMember(filter: Filter): string | undefined {
  const isId = filter.kind === 'compare' && filter.op === 'eq' && filter.path.name.toLowerCase() === 'value';
  return isId && typeof filter.value === 'string' ? filter.value.toLowerCase() : undefined;
}
