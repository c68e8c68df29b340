import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod/mini';
import type { CallResult, Received } from '@portico/contracts/endpoint';
import {
  DESK_ENTRIES_PAGE_SIZE,
  DeskEntry,
  DeskView,
  EntryState,
  type countDeskAnswers,
  type EntryChange,
  type EntryNote,
  type getDeskEntry,
  type listDeskEntries,
  type Colleague,
} from '@portico/contracts/studio/formsDesk';
import { Form } from '@portico/kinds/formFields';
import type { Db } from '../../../db/pool.ts';
import { Instant, JsonInstant, limitTo, readRow, readRows, storedJson } from '../../../db/rows.ts';
import { isPersonFoundBy } from '../../../search/index/names.ts';
import { displayName } from '../../../sign-in/displayName.ts';
import { dueOn, isOverdue, isWaiting, waitsSince, type FirmDay } from '../dueEntries.ts';
import { inUtc, sentBy } from '../entries.queries.ts';
import { optionsOf, questionsOf } from '../entriesTable.ts';
import { limitsJson, limitsOf, StoredLimits } from '../formLimits.queries.ts';
import { filesWhere, type VersionedForm } from '../forms.queries.ts';

type DeskQuery = Received<typeof listDeskEntries>['query'];

/** Columns until somebody chooses others. */
const DEFAULT_QUESTIONS = 3;

const shownName = (users: string) => sql`coalesce(${displayName(users)}, ${sql.ref(`${users}.email`)}, '')`;
const assigneeJson = sql`(select jsonb_build_object('id', assignee.id, 'name', ${shownName('assignee')})
  from users assignee where assignee.id = entry.assignee_id)`;
const senderJson = sql`jsonb_build_object('name', coalesce(${displayName('person')}, ''), 'email', person.email)`;

/** Whether an entry has this answer, given as `alias:value`. */
function hasAnswer(filter: string): RawBuilder<boolean> {
  const alias = filter.slice(0, filter.indexOf(':'));
  const value = filter.slice(alias.length + 1);
  const isAnswer = (answer: unknown) => sql<boolean>`entry.values @> ${JSON.stringify({ [alias]: answer })}::jsonb`;
  const answers = [value, [value], ...(value === 'true' || value === 'false' ? [value === 'true'] : [])];
  return sql<boolean>`(${sql.join(answers.map(isAnswer), sql` or `)})`;
}

/** Who looks at the desk, and when. */
export interface DeskReader extends FirmDay {
  userId: string;
}

/** Of the form with this id. */
const daysToDo = (formId: RawBuilder<unknown>) =>
  sql`(select days_to_do from form_limits where form_limits.form_id = ${formId})`;

/** The condition on `form_entries entry` and `users person`. */
export function filtersOf(
  formId: string,
  { state, version, due, assigned, text, answer = [] }: Received<typeof countDeskAnswers>['query'],
  reader: DeskReader,
): RawBuilder<boolean> {
  const typed = text?.toLowerCase();
  const conditions = [
    sql`entry.form_id = ${formId}`,
    ...(state ? [sql`entry.state = ${state}`] : []),
    ...(due ? [isOverdue(reader, daysToDo(sql`${formId}`))] : []),
    ...(version === undefined ? [] : [sql`entry.form_version = ${version}`]),
    ...(assigned === undefined
      ? []
      : [
          assigned === 'Nobody'
            ? sql`entry.assignee_id is null`
            : sql`entry.assignee_id = ${assigned === 'Me' ? reader.userId : assigned}`,
        ]),
    ...answer.map(hasAnswer),
    ...(text === undefined
      ? []
      : [
          sql`(coalesce(${isPersonFoundBy('person', text)}, false) or strpos(entry.id::text, ${typed}) = 1
            or exists (select from jsonb_each_text(entry.values) answer where strpos(lower(answer.value), ${typed}) > 0))`,
        ]),
  ];
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** A number of up to 15 digits, so that "9" comes before "10". */
const numberIn = (text: RawBuilder<unknown>) =>
  sql`case when replace(${text}, ',', '') ~ '^-?\\d{1,15}(\\.\\d{1,10})?$' then replace(${text}, ',', '')::numeric else 'Infinity' end`;

/** The key that a page is sorted and continued by; the last part is the id. */
function orderOf({ sort = 'Newest', by }: DeskQuery): { key: RawBuilder<unknown>[]; isDescending: boolean } {
  const id = sql`entry.id`;
  switch (sort) {
    case 'Due':
      return { key: [sql`not ${isWaiting}`, waitsSince, id], isDescending: false };
    case 'Name':
      return { key: [sql`lower(${shownName('person')}) collate "und-x-icu"`, id], isDescending: false };
    case 'Changed':
      return { key: [sql`coalesce(entry.desk_changed_at, entry.received_at)`, id], isDescending: true };
    case 'Answer': {
      const answer = sql`(entry.values ->> ${by ?? ''}::text)`;
      const text = sql`coalesce(lower(${answer}), '')`;
      return {
        key: [sql`${answer} is null`, numberIn(text), sql`${text} collate "und-x-icu"`, id],
        isDescending: false,
      };
    }
    default:
      return { key: [sql`entry.received_at`, id], isDescending: sort === 'Newest' };
  }
}

const ListRow = z.object({
  versions: z.array(storedJson<VersionedForm>()),
  chosen: z.array(z.string()),
  counts: z.partialRecord(EntryState, z.int()),
  overdue: z.int(),
  views: z.array(DeskView),
  limits: StoredLimits,
  total: z.int(),
  items: z.array(z.extend(z.omit(DeskEntry, { unasked: true }), { receivedAt: JsonInstant })),
});

const sentEntries = sql`form_entries entry join users person on person.id = entry.user_id`;

/** The statement of one page: the form, its counts, the caller's views and the entries. */
export function deskPage(formId: string, query: DeskQuery, reader: DeskReader): RawBuilder<unknown> {
  const filters = filtersOf(formId, query, reader);
  const days = daysToDo(sql`${formId}`);
  const { key, isDescending } = orderOf(query);
  const keys = sql.join(key);
  const order = sql.join(key.map((part) => (isDescending ? sql`${part} desc` : part)));
  const isLater = query.after
    ? sql`(${keys}) ${isDescending ? sql`<` : sql`>`} (
        select ${keys} from ${sentEntries}
        where entry.id = ${query.after} and entry.form_id = ${formId})`
    : sql`true`;
  return sql`
    with chosen as (
      select ${
        query.questions
          ? sql`${query.questions}::text[]`
          : sql`coalesce((
              select array_agg(field ->> 'alias' order by place) from (
                select field, place from form_versions newest, jsonb_array_elements(newest.definition -> 'fields') with ordinality as part (field, place)
                where newest.form_id = ${formId} and field ? 'alias' order by newest.version desc, place limit ${DEFAULT_QUESTIONS}) first), '{}')`
      } as aliases
    ), matching as ${query.text === undefined ? sql`not materialized` : sql`materialized`} (
      select entry.* from ${query.text === undefined ? sql`form_entries entry` : sentEntries} where ${filters}
    ), page as (
      select entry.*, row_number() over (order by ${order}) as place
      from matching entry ${query.sort === 'Name' ? sql`join users person on person.id = entry.user_id` : sql``}
      where ${isLater} order by ${order} ${limitTo(DESK_ENTRIES_PAGE_SIZE + 1)}
    ), shown as (
      select entry.place, entry.id, entry.received_at as "receivedAt", entry.form_version as "formVersion", entry.state,
        entry.desk_version as version, ${dueOn(reader, days)} as "dueOn", ${isOverdue(reader, days)} as "isOverdue",
        ${assigneeJson} as assignee, ${senderJson} as person, ${sentBy} as "sentBy",
        (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(entry.values) where key = any (chosen.aliases)) as values,
        ${filesWhere(sql`file.entry_id = entry.id and file.field = any (chosen.aliases)`)} as files,
        (select count(*)::int from form_entry_notes note where note.entry_id = entry.id) as notes
      from page entry join users person on person.id = entry.user_id cross join chosen
    )
    select (select coalesce(json_agg(json_build_object('formVersion', version, 'form', definition) order by version desc), '[]')
        from form_versions where form_id = ${formId}) as versions,
      chosen.aliases as chosen,
      (select coalesce(json_object_agg(state, entries), '{}') from (
        select state, count(*)::int as entries from form_entries where form_id = ${formId} group by state) counted) as counts,
      (select count(*)::int from form_entries entry where entry.form_id = ${formId} and ${isOverdue(reader, days)}) as overdue,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name, 'query', query) order by lower(name), id), '[]')
        from form_desk_views where user_id = ${reader.userId} and form_id = ${formId}) as views,
      ${limitsJson(formId)} as limits,
      (select count(*)::int from matching) as total,
      (select coalesce(json_agg(to_jsonb(shown) - 'place' order by place), '[]') from shown) as items
    from chosen`;
}

/** A page of entries, or undefined for an unknown form. */
export async function findDeskPage(
  db: Db,
  formId: string,
  query: DeskQuery,
  reader: DeskReader,
): Promise<CallResult<typeof listDeskEntries> | undefined> {
  const row = await readRow(db, ListRow, deskPage(formId, query, reader));
  const [newest] = row?.versions ?? [];
  if (!row || !newest) return undefined;
  const items = row.items.slice(0, DESK_ENTRIES_PAGE_SIZE);
  const asked = new Map(row.versions.map(({ formVersion, form }) => [formVersion, aliasesOf(form)]));
  return {
    title: newest.form.title,
    newestVersion: newest.formVersion,
    counts: { New: 0, InWork: 0, Done: 0, Returned: 0, ...row.counts },
    overdue: row.overdue,
    questions: questionsOf(row.versions.map(({ form }) => form)).map(({ alias, label, versions }) => {
      const options = optionsOf(versions);
      const isGone = !asked.get(newest.formVersion)!.has(alias);
      return { alias, label, type: versions[0]!.type, isGone, ...(options.length > 0 ? { options } : {}) };
    }),
    chosen: row.chosen,
    views: row.views,
    limits: limitsOf(row.limits),
    total: row.total,
    items: items.map((entry) => ({
      ...entry,
      receivedAt: inUtc(entry.receivedAt),
      unasked: row.chosen.filter((alias) => !asked.get(entry.formVersion)!.has(alias)),
    })),
    next: row.items.length > items.length ? items.at(-1)!.id : null,
  };
}

const aliasesOf = ({ fields }: Form): Set<string> =>
  new Set(fields.flatMap((field) => ('alias' in field ? [field.alias] : [])));

const EntryRow = z.extend(z.omit(DeskEntry, { notes: true, receivedAt: true, unasked: true }), {
  receivedAt: Instant,
  form: storedJson<Form>(),
  newestVersion: z.int(),
  correctedAt: z.nullable(Instant),
  returned: z.nullable(storedJson<{ note: string; at: string }>()),
  earlier: z.array(storedJson<CallResult<typeof getDeskEntry>['earlier'][number]>()),
  notes: z.array(storedJson<EntryNote>()),
  changes: z.array(storedJson<EntryChange>()),
});

/** One entry with notes and changes, or undefined if the form has no such entry. */
export async function findDeskEntry(
  db: Db,
  formId: string,
  entryId: string,
  day: FirmDay,
): Promise<CallResult<typeof getDeskEntry> | undefined> {
  const days = daysToDo(sql`entry.form_id`);
  const nameOf = (id: RawBuilder<unknown>) =>
    sql`(select ${shownName('named')} from users named where named.id = ${id})`;
  const side = (which: 'from' | 'to') =>
    sql`json_build_object('state', ${sql.ref(`change.${which}_state`)}, 'assignee', ${nameOf(sql.ref(`change.${which}_assignee_id`))})`;
  const row = await readRow(
    db,
    EntryRow,
    sql`
      select entry.id, entry.received_at as "receivedAt", entry.state, entry.desk_version as version, ${assigneeJson} as assignee,
        ${senderJson} as person, ${sentBy} as "sentBy", entry.values, entry.form_version as "formVersion", made.definition as form,
        ${dueOn(day, days)} as "dueOn", ${isOverdue(day, days)} as "isOverdue",
        (select max(version) from form_versions newest where newest.form_id = entry.form_id) as "newestVersion",
        ${filesWhere(sql`file.entry_id = entry.id`)} as files, entry.corrected_at as "correctedAt",
        case when entry.state = 'Returned' then json_build_object('note', entry.return_note, 'at', entry.returned_at) end as returned,
        (select coalesce(json_agg(json_build_object('form', former.definition, 'values', rev.values, 'sentAt', rev.sent_at, 'note', rev.return_note)
          order by rev.number), '[]') from form_entry_revisions rev
          join form_versions former on former.form_id = rev.form_id and former.version = rev.form_version where rev.entry_id = entry.id) as earlier,
        (select coalesce(json_agg(json_build_object('id', note.id, 'by', ${nameOf(sql`note.author_id`)}, 'at', note.written_at, 'text', note.text)
          order by note.written_at, note.id), '[]') from form_entry_notes note where note.entry_id = entry.id) as notes,
        (select coalesce(json_agg(json_build_object('id', change.change_id, 'by', ${nameOf(sql`change.actor_id`)}, 'at', change.changed_at,
          'from', ${side('from')}, 'to', ${side('to')}) order by change.version), '[]')
          from form_entry_changes change where change.entry_id = entry.id) as changes
      from form_entries entry join users person on person.id = entry.user_id
      join form_versions made on made.form_id = entry.form_id and made.version = entry.form_version
      where entry.id = ${entryId} and entry.form_id = ${formId}`,
  );
  if (!row) return undefined;
  const atUtc = <Event extends { at: string }>(event: Event): Event => ({ ...event, at: inUtc(event.at) });
  return {
    ...row,
    receivedAt: inUtc(row.receivedAt),
    correctedAt: row.correctedAt && inUtc(row.correctedAt),
    returned: row.returned && atUtc(row.returned),
    earlier: row.earlier.map((rev) => ({ ...rev, sentAt: inUtc(rev.sentAt) })),
    notes: row.notes.map(atUtc),
    changes: row.changes.map(atUtc),
  };
}

/** Whether a row of `users` may read entries, as `findPerson` in sign-in/people.ts decides. */
const mayReadEntries = (users: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${users}.${name}`);
  return sql<boolean>`${column('disabled_at')} is null and ('editor' = any (${column('roles')})
    or ${column('studio_grants')} @> '[{"role": "administrator", "department": null}]'
    or exists (select from studio_roles given where given.user_id = ${column('id')} and given.role = 'administrator' and given.department is null))`;
};

const ColleagueRow = z.object({ id: z.uuid(), name: z.string() });

/** Everyone who may read entries, by name; with `ids`, only these. */
export function listColleagues(db: Db, ids?: string[]): Promise<Colleague[]> {
  return readRows(
    db,
    ColleagueRow,
    sql`select person.id, ${shownName('person')} as name from users person
      where ${mayReadEntries('person')} and ${ids ? sql`person.id = any (${ids}::uuid[])` : sql`true`}
      order by lower(${shownName('person')}) collate "und-x-icu", person.id`,
  );
}
