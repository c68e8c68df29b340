import { sql, type Transaction } from 'kysely';
import { tidyCategory } from '@portico/authoring/categoryProblem';
import { canUndo } from '@portico/authoring/filing/formerNames';
import { sameName } from '@portico/authoring/sameName';
import { MAX_CATEGORY_LENGTH } from '@portico/kinds/itemParts';
import type { FilingChangeKind, FilingList, FilingName, FilingScope } from '@portico/contracts/studio/filing';
import { audit } from '../../../db/audit.ts';
import type { Db } from '../../../db/pool.ts';
import type { DB } from '../../../db/schema.generated.ts';
import { found, PortalError } from '../../../errors.ts';
import { addJob } from '../../../jobs/queue.ts';
import { announce, EVERYBODY } from '../../../push/announce.ts';
import { ACCESS_CHANNEL } from '../../../push/postgresSource.ts';
import type { StudioActor } from '../access/actor.ts';
import { formerOf, listChanges, listNames, readFilingList, versionOf, type StoredChange } from './filing.queries.ts';

interface Asked {
  version: number;
  kind: FilingChangeKind;
  from: string;
  to: string | null;
}

const pastOf: Record<FilingChangeKind, string> = { Rename: 'renamed', Merge: 'merged', Retire: 'retired' };

/**
 * Renames, merges or retires a name. Filters accept the former name at once; items get the other name by a job. Throws
 * `conflict` if someone else changed names of the scope since `version`, or the name is not as it was, and
 * `invalid_input` for a name that can't be given.
 */
export function changeName(
  db: Db,
  scope: FilingScope,
  { version, kind, from, ...asked }: Asked,
  actor: StudioActor,
): Promise<FilingList> {
  return db.transaction().execute(async (trx) => {
    const changes = await lockChanges(trx, scope, version);
    const to = asked.to === null ? null : tidyCategory(asked.to);
    assertPossible(await listNames(trx, scope), { scope, kind, from, to });
    const { id } = await trx
      .insertInto('filing_changes')
      .values({
        scope,
        kind,
        from_name: from,
        to_name: to,
        made_by: actor.id,
        made_at: actor.now,
        finished_at: to === null ? actor.now : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await applyChanges(trx, scope, [...changes, { kind, from, to, undoneAt: null }]);
    if (to !== null) await addJob(trx, 'rename-filed-items', { changeId: id });
    await audit(trx, {
      actorId: actor.id,
      action: `${scope}.${pastOf[kind]}`,
      objectKind: scope,
      details: { from, to },
    });
    return readFilingList(trx, scope);
  });
}

/**
 * Undoes a change. Items that had the former name get it again. Throws `not_found`, and `conflict` like `changeName`.
 */
export function undoChange(
  db: Db,
  scope: FilingScope,
  { changeId, version }: { changeId: number; version: number },
  actor: StudioActor,
): Promise<FilingList> {
  return db.transaction().execute(async (trx) => {
    const changes = await lockChanges(trx, scope, version);
    const change = found(
      changes.find(({ id }) => id === changeId),
      'change',
    );
    if (change.undoneAt !== null || !canUndo(change, formerOf(changes)))
      throw new PortalError('conflict', 'This can no longer be undone, because the name was changed again since.');
    const undoneAt = actor.now.toISOString();
    await trx
      .updateTable('filing_changes')
      .set({ undone_by: actor.id, undone_at: undoneAt, finished_at: change.to === null ? undoneAt : null })
      .where('id', '=', changeId)
      .execute();
    await applyChanges(
      trx,
      scope,
      changes.map((each) => (each === change ? { ...each, undoneAt } : each)),
    );
    if (change.to !== null) await addJob(trx, 'rename-filed-items', { changeId });
    await audit(trx, {
      actorId: actor.id,
      action: `${scope}.change-undone`,
      objectKind: scope,
      details: { kind: change.kind, from: change.from, to: change.to },
    });
    return readFilingList(trx, scope);
  });
}

/** Locks the names until the transaction ends, and returns what was done with those of the scope. Throws `conflict`. */
async function lockChanges(trx: Transaction<DB>, scope: FilingScope, version: number): Promise<StoredChange[]> {
  await sql`lock table filing_changes in share row exclusive mode`.execute(trx);
  const changes = await listChanges(trx, scope);
  if (versionOf(changes) !== version)
    throw new PortalError('conflict', 'Someone else changed these names while you were looking at them.');
  if (changes.some(({ isFinished }) => !isFinished))
    throw new PortalError('conflict', 'The last change is still being applied. Try again in a moment.');
  return changes;
}

function assertPossible(
  names: readonly FilingName[],
  { scope, kind, from, to }: { scope: FilingScope; kind: FilingChangeKind; from: string; to: string | null },
): void {
  const conflict = (message: string) => new PortalError('conflict', message);
  const invalid = (message: string) => new PortalError('invalid_input', message, { issues: [{ path: 'to', message }] });
  const current = names.find(({ name }) => name === from);
  if (!current) throw conflict(`“${from}” no longer exists. Somebody may have renamed it.`);
  if (current.isRetired) throw conflict(`“${from}” is retired. Bring it back first.`);
  if (kind === 'Retire') {
    if (to !== null) throw invalid('A retired name has no other one. Merge it instead.');
    return;
  }
  if (to === null || to === '') throw invalid('Enter the other name.');
  if (to === from) throw invalid('It already has this name.');
  if (scope === 'category' && to.length > MAX_CATEGORY_LENGTH)
    throw invalid(`A category can have ${MAX_CATEGORY_LENGTH} letters.`);
  if (kind === 'Merge') {
    const target = names.find(({ name }) => name === to);
    if (!target) throw conflict(`“${to}” no longer exists. Somebody may have renamed it.`);
    if (target.isRetired) throw conflict(`“${to}” is retired. Bring it back first.`);
    return;
  }
  const other = names.find(({ name }) => name !== from && sameName(name, to));
  if (other) throw conflict(`“${other.name}” already exists. Merge the two instead.`);
}

/** Stores what follows from all changes of a scope, and has everyone see it. */
async function applyChanges(
  trx: Transaction<DB>,
  scope: FilingScope,
  changes: ReadonlyArray<Pick<StoredChange, 'kind' | 'from' | 'to' | 'undoneAt'>>,
): Promise<void> {
  await trx.deleteFrom('filing_names').where('scope', '=', scope).execute();
  const former = [...formerOf(changes)];
  if (former.length > 0)
    await trx
      .insertInto('filing_names')
      .values(
        former.map(([key, { name, current }]) => ({
          scope,
          former_key: key,
          former_name: name,
          current_name: current,
        })),
      )
      .execute();
  if (scope === 'department')
    await sql`
      select pg_notify(${ACCESS_CHANNEL}, person.id::text) from users person
      where person.studio_grants::text like '%"department": "%' or exists (
        select from studio_roles role where role.user_id = person.id and role.department is not null)`.execute(trx);
  await announce(trx, 'content', EVERYBODY);
}
