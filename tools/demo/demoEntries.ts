import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@portico/contracts/durations';
import { entryPath } from '@portico/contracts/forms';
import type { FormValues } from '@portico/contracts/formValues';
import { EntryState, MAX_DAYS_TO_DO } from '@portico/contracts/studio/formsDesk';
import { dayAfter, dayIn } from '@portico/contracts/times';
import { withConnection } from '@portico/dev-database/databases';
import { queryRows } from '@portico/server/db/rows';
import type pg from 'pg';
import { z } from 'zod/mini';
import { itemIdOf } from '../content-import/itemId.ts';
import { root } from '../root.ts';
import { colleagueEmail } from './demoColleagues.ts';

/** A day, counted from the one on which the demo is loaded. */
const Day = z.strictObject({ daysFromNow: z.int() });

const DemoEntry = z.strictObject({
  /** Id of the component. */
  form: z.string(),
  /** An account by user name, or a colleague by their place in `demo/people.json`. */
  from: z.union([z.strictObject({ account: z.string() }), z.strictObject({ colleague: z.int() })]),
  /** The account that filled it in for the one that it is from. */
  sentBy: z.optional(z.string()),
  daysAgo: z.int(),
  values: z.record(z.string(), z.union([z.string(), z.boolean(), z.array(z.string()), Day])),
  state: EntryState,
  assignee: z.nullable(z.string()),
  notes: z.optional(z.array(z.strictObject({ by: z.string(), daysAgo: z.int(), text: z.string() }))),
  /** What the sender is to change, if the state is `Returned`. */
  returned: z.optional(z.strictObject({ daysAgo: z.int(), text: z.string() })),
});
export type DemoEntry = z.infer<typeof DemoEntry>;

const DemoEntries = z.strictObject({
  /** By the id of the component. */
  daysToDo: z.record(z.string(), z.int().check(z.minimum(1), z.maximum(MAX_DAYS_TO_DO))),
  entries: z.array(DemoEntry),
});

/** What people have sent with the demo's forms, and what the desk has done about it. */
export const readDemoEntries = (): z.infer<typeof DemoEntries> =>
  z.parse(DemoEntries, JSON.parse(readFileSync(join(root, 'demo/entries.json'), 'utf8')));

const People = z.looseObject({
  colleagues: z.array(z.looseObject({ givenName: z.string(), surname: z.string() })),
});

const emailOf = (account: string): string => `${account}@portico.test`;

/** The answers with the days that they name. */
export const answersOf = ({ values }: DemoEntry, today: string): FormValues =>
  Object.fromEntries(
    Object.entries(values).map(([alias, value]) => [
      alias,
      typeof value === 'object' && 'daysFromNow' in value ? dayAfter(today, value.daysFromNow) : value,
    ]),
  );

/**
 * Adds the entries of `demo/entries.json` as if they had been sent, assigned and answered in the past, without emails.
 * Running it again completes what was interrupted and changes nothing else.
 */
export async function loadDemoEntries(databaseUrl: string, firmTimeZone: string, now = new Date()): Promise<void> {
  const { daysToDo, entries } = readDemoEntries();
  const { colleagues } = z.parse(People, JSON.parse(readFileSync(join(root, 'demo/people.json'), 'utf8')));
  const senderOf = ({ from }: DemoEntry): string => {
    if ('account' in from) return emailOf(from.account);
    const { givenName, surname } = colleagues[from.colleague]!;
    return colleagueEmail(givenName, surname);
  };
  await withConnection(databaseUrl, async (client) => {
    await client.query('begin');
    const forms = await findForms(client);
    const known = (component: string): string => {
      const formId = forms.get(component);
      if (formId === undefined) throw new Error(`demo/entries.json names ${component}, which is no published form.`);
      return formId;
    };
    for (const [component, days] of Object.entries(daysToDo))
      await client.query('insert into form_limits (form_id, days_to_do) values ($1, $2) on conflict do nothing', [
        known(component),
        days,
      ]);
    for (const entry of entries)
      await addEntry(client, entry, {
        formId: known(entry.form),
        sender: senderOf(entry),
        values: answersOf(entry, dayIn(firmTimeZone, now)),
        now,
      });
    await client.query('commit');
  });
}

/** The ids of the published forms by those of their components. */
async function findForms(client: pg.Client): Promise<Map<string, string>> {
  const rows = await queryRows(
    client,
    z.object({ component: z.string(), form: z.uuid() }),
    'select component_id as component, form_id as form from published_forms',
  );
  return new Map(rows.map(({ component, form }) => [component, form]));
}

async function addEntry(
  client: pg.Client,
  { form, sentBy, daysAgo, state, assignee, notes = [], returned }: DemoEntry,
  { formId, sender, values, now }: { formId: string; sender: string; values: FormValues; now: Date },
): Promise<void> {
  const before = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const id = itemIdOf(`entry ${form} ${sender}`);
  const changedAt = before(returned?.daysAgo ?? daysAgo - 1);
  const isChanged = state !== 'New' || assignee !== null;
  const { rowCount } = await client.query(
    `insert into form_entries (id, form_id, form_version, user_id, values, received_at, is_receipt_due, state, assignee_id, desk_version,
       desk_changed_at, return_note, returned_at, acted_by)
     select $1, made.form_id, made.version, person.id, $4, $5, false, $6, (select id from users where email = $7), $8, $9, $10, $11,
       (select id from users where email = $12)
     from form_versions made, users person where made.form_id = $2 and person.email = $3 order by made.version desc limit 1
     on conflict do nothing`,
    [
      id,
      formId,
      sender,
      JSON.stringify(values),
      before(daysAgo),
      state,
      assignee && emailOf(assignee),
      isChanged ? 2 : 1,
      isChanged ? changedAt : null,
      returned?.text ?? null,
      returned ? changedAt : null,
      sentBy === undefined ? null : emailOf(sentBy),
    ],
  );
  if (rowCount === 0) return;
  if (sentBy !== undefined) await addAct(client, id);
  if (isChanged)
    await client.query(
      `insert into form_entry_changes (change_id, entry_id, actor_id, version, from_state, to_state, to_assignee_id, changed_at)
       select $1, entry.id, entry.assignee_id, 2, 'New', entry.state, entry.assignee_id, $3 from form_entries entry where entry.id = $2`,
      [itemIdOf(`change of ${id}`), id, changedAt],
    );
  for (const [index, { by, daysAgo: days, text }] of notes.entries())
    await client.query(
      `insert into form_entry_notes (id, entry_id, author_id, text, written_at)
       select $1, $2, id, $4, $5 from users where email = $3`,
      [itemIdOf(`note ${index} of ${id}`), id, emailOf(by), text, before(days)],
    );
}

/** Lists an entry among what was done for its person, and notifies them, unless nobody could submit it for them. */
async function addAct(client: pg.Client, entryId: string): Promise<void> {
  await client.query(
    `with entry as (
       select own.user_id, own.acted_by, own.form_id, own.received_at, made.definition->>'title' as title
       from form_entries own join form_versions made on made.form_id = own.form_id and made.version = own.form_version where own.id = $1
     ), act as (
       insert into acts (id, delegation_id, person_id, action, object_id, title, started_at, done_at)
       select $2, given.id, entry.user_id, 'submitEntry', entry.form_id, entry.title, entry.received_at, entry.received_at
       from entry join delegations given on given.person_id = entry.user_id and given.delegate_id = entry.acted_by
       where 'Forms' = any (given.scopes) and entry.received_at >= given.given_at returning id
     )
     insert into notifications (id, user_id, audience, title, description, link, created_at)
     select act.id, entry.user_id, '{}', 'Submitted for you: ' || entry.title,
       delegate.given_name || ' ' || delegate.surname || ' submitted this form in your name.', $3, entry.received_at
     from act, entry join users delegate on delegate.id = entry.acted_by`,
    [entryId, itemIdOf(`act of ${entryId}`), entryPath(entryId)],
  );
}
