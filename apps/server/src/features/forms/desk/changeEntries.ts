import { formDeskPath } from '@portico/contracts/forms';
import { sql, type Transaction } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import { EntryState, deskEntryPath, type changeDeskEntries } from '@portico/contracts/studio/formsDesk';
import { audit } from '../../../db/audit.ts';
import { readRows } from '../../../db/rows.ts';
import type { DB } from '../../../db/schema.generated.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { PortalError } from '../../../errors.ts';
import { announceToEach } from '../../../push/announce.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { findFormTitle } from '../receivedEntries.queries.ts';
import { listColleagues } from './deskEntries.queries.ts';

type Change = Received<typeof changeDeskEntries>['body'];
type Asked = Change['entries'][number];

const StoredEntry = z.object({
  id: z.uuid(),
  state: EntryState,
  assignee_id: z.nullable(z.uuid()),
  version: z.int(),
  is_returnable: z.boolean(),
  /** Who changed it last. */
  changed_by: z.nullable(z.string()),
  /** What this change replaced, if it was made before. */
  made_version: z.nullable(z.int()),
  from_state: z.nullable(EntryState),
  from_assignee_id: z.nullable(z.uuid()),
});
type StoredEntry = z.infer<typeof StoredEntry>;

/**
 * Changes the entries that nobody has changed since the caller saw them, and notifies who they are assigned to. The
 * rows are locked in the order of their ids, so that two changes of the same entries wait for each other.
 */
export function changeEntries(
  { db, notify }: Pick<Dependencies, 'db' | 'notify'>,
  actor: { id: string; now: Date },
  formId: string,
  { id: changeId, entries }: Change,
): Promise<CallResult<typeof changeDeskEntries>> {
  return db.transaction().execute(async (trx) => {
    const asked = new Map(entries.map((entry) => [entry.id, entry]));
    const stored = await lockEntries(trx, formId, changeId, [...asked.keys()]);
    if (stored.length < asked.size) throw new PortalError('not_found', 'An entry was not found.');
    const isDue = (entry: StoredEntry) => entry.made_version === null && entry.version === asked.get(entry.id)!.version;
    const due = stored.filter(isDue);
    const names = await namesOf(trx, [...stored, ...due.map(({ id }) => ({ assignee_id: asked.get(id)!.assigneeId }))]);
    if (due.some(({ id, is_returnable }) => asked.get(id)!.state === 'Returned' && !is_returnable))
      throw new PortalError('invalid_input', 'Say what the sender should change.');
    await assertColleagues(
      trx,
      due.flatMap(({ id, assignee_id }) => {
        const { assigneeId } = asked.get(id)!;
        return assigneeId !== null && assigneeId !== assignee_id ? [assigneeId] : [];
      }),
    );
    await store(trx, changeId, due, asked, actor);
    await notifyAssignees({ trx, notify, actor, formId }, due, asked);
    const affected = due.flatMap(({ id, assignee_id }) => [assignee_id ?? [], asked.get(id)!.assigneeId ?? []].flat());
    await announceToEach(trx, 'studio', affected);
    if (due.length > 0)
      await audit(trx, {
        actorId: actor.id,
        action: 'form.entries-changed',
        objectKind: 'form',
        objectId: formId,
        details: { changeId, entries: due.length },
      });
    const assigneeOf = (id: string | null) => (id === null ? null : { id, name: names.get(id) ?? '' });
    return {
      items: stored.map((entry) => {
        const isNew = isDue(entry);
        const { state, assigneeId } = asked.get(entry.id)!;
        const isChanged = isNew || entry.made_version === entry.version;
        const before = isNew
          ? { state: entry.state, assigneeId: entry.assignee_id }
          : entry.from_state && { state: entry.from_state, assigneeId: entry.from_assignee_id };
        return {
          id: entry.id,
          isChanged,
          state: isNew ? state : entry.state,
          assignee: assigneeOf(isNew ? assigneeId : entry.assignee_id),
          version: entry.version + (isNew ? 1 : 0),
          changedBy: isChanged ? null : entry.changed_by,
          before: isChanged ? before : null,
        };
      }),
    };
  });
}

function lockEntries(trx: Transaction<DB>, formId: string, changeId: string, ids: string[]): Promise<StoredEntry[]> {
  return readRows(
    trx,
    StoredEntry,
    sql`
      select entry.id, entry.state, entry.assignee_id, entry.desk_version as version,
        entry.return_note is not null as is_returnable,
        (select ${displayName('actor')} from form_entry_changes last join users actor on actor.id = last.actor_id
          where last.entry_id = entry.id order by last.version desc limit 1) as changed_by,
        made.version as made_version, made.from_state, made.from_assignee_id
      from form_entries entry
      left join form_entry_changes made on made.entry_id = entry.id and made.change_id = ${changeId}
      where entry.form_id = ${formId} and entry.id = any (${ids}::uuid[])
      order by entry.id for update of entry`,
  );
}

async function namesOf(
  trx: Transaction<DB>,
  entries: ReadonlyArray<{ assignee_id: string | null }>,
): Promise<Map<string, string>> {
  const ids = [...new Set(entries.flatMap(({ assignee_id }) => assignee_id ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await readRows(
    trx,
    z.object({ id: z.uuid(), name: z.string() }),
    sql`select person.id, coalesce(${displayName('person')}, person.email, '') as name from users person where person.id = any (${ids}::uuid[])`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

async function assertColleagues(trx: Transaction<DB>, assigneeIds: string[]): Promise<void> {
  const ids = [...new Set(assigneeIds)];
  if (ids.length === 0) return;
  const colleagues = await listColleagues(trx, ids);
  if (colleagues.length < ids.length)
    throw new PortalError('invalid_input', 'This person can’t read entries, so none can be assigned to them.');
}

async function store(
  trx: Transaction<DB>,
  changeId: string,
  due: StoredEntry[],
  asked: ReadonlyMap<string, Asked>,
  actor: { id: string; now: Date },
): Promise<void> {
  if (due.length === 0) return;
  const rows = due.map(({ id }) => {
    const { state, assigneeId } = asked.get(id)!;
    return { id, state, assignee_id: assigneeId };
  });
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted (id uuid, state text, assignee_id uuid)
    ), recorded as (
      insert into form_entry_changes (change_id, entry_id, actor_id, version, from_state, to_state, from_assignee_id, to_assignee_id, changed_at)
      select ${changeId}, entry.id, ${actor.id}, entry.desk_version + 1, entry.state, wanted.state, entry.assignee_id, wanted.assignee_id, ${actor.now}
      from wanted join form_entries entry on entry.id = wanted.id
    )
    update form_entries entry set state = wanted.state, assignee_id = wanted.assignee_id, desk_version = entry.desk_version + 1,
      desk_changed_at = ${actor.now}
    from wanted where entry.id = wanted.id`.execute(trx);
}

/** One notification for each person, whatever the number of entries; none about what people assign to themselves. */
async function notifyAssignees(
  {
    trx,
    notify,
    actor,
    formId,
  }: Pick<Dependencies, 'notify'> & { trx: Transaction<DB>; actor: { id: string; now: Date }; formId: string },
  due: StoredEntry[],
  asked: ReadonlyMap<string, Asked>,
): Promise<void> {
  const assigned = new Map<string, string[]>();
  for (const { id, assignee_id } of due) {
    const { assigneeId } = asked.get(id)!;
    if (assigneeId !== null && assigneeId !== assignee_id && assigneeId !== actor.id)
      assigned.set(assigneeId, [...(assigned.get(assigneeId) ?? []), id]);
  }
  if (assigned.size === 0) return;
  const form = await findFormTitle(trx, formId);
  for (const [userId, [first, ...others]] of assigned) {
    const count = others.length + 1;
    const notice = {
      title: count === 1 ? `An entry is yours: ${form}` : `${count} entries are yours: ${form}`,
      description: 'A colleague assigned this to you.',
      link: count === 1 ? deskEntryPath(formId, first!) : `${formDeskPath(formId)}?assigned=Me`,
    };
    await notify(trx, [userId], notice, actor.now);
  }
}
