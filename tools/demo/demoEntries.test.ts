import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entryIssues, storedValues } from '@portico/contracts/formValidation';
import { EntryState } from '@portico/contracts/studio/formsDesk';
import { withConnection } from '@portico/dev-database/databases';
import { demoAccounts } from '@portico/dev-identity/demoAccounts';
import type { Form } from '@portico/kinds/formFields';
import { matchesPattern } from '@portico/server/content/fieldPatterns';
import { readRows } from '@portico/server/db/rows';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { collection, now, portal } from '../content-import/testing/testCollection.ts';
import { root } from '../root.ts';
import { addColleagues, Colleague } from './demoColleagues.ts';
import { answersOf, loadDemoEntries, readDemoEntries } from './demoEntries.ts';

const TODAY = '2026-03-09';

interface Page {
  id: string;
  path: string;
  header: string;
  components: Array<Form | { type: 'Other' }>;
}
const isForm = (component: Page['components'][number]): component is Form => component.type === 'Form';
/** The demo's pages with forms, without everything else on them. */
const pages = (JSON.parse(readFileSync(join(root, 'demo/pages.json'), 'utf8')) as Page[])
  .map(({ id, path, header, components }) => ({ id, path, header, components: components.filter(isForm) }))
  .filter(({ components }) => components.length > 0);
const forms = new Map(pages.flatMap(({ components }) => components.map((form) => [form.id, form])));

/** The demo's accounts and colleagues, without anything else that they have. */
async function addPeople(url: string): Promise<void> {
  const { colleagues } = z.parse(
    z.looseObject({ colleagues: z.array(Colleague) }),
    JSON.parse(readFileSync(join(root, 'demo/people.json'), 'utf8')),
  );
  await withConnection(url, async (client) => {
    for (const { id, email, givenName, surname, advisorType } of demoAccounts)
      await client.query(
        'insert into users (issuer, subject, email, given_name, surname, advisor_type) values ($1, $2, $3, $4, $5, $6)',
        ['http://localhost:3001', id, email, givenName ?? null, surname, advisorType],
      );
    await addColleagues(client, 'http://localhost:3001', colleagues, now);
    await client.query(
      `insert into delegations (person_id, delegate_id, scopes, starts_on, ends_on, given_at)
       select person.id, delegate.id, '{Forms}', $1::date - 30, $1::date + 30, $1::date - 30 from users person, users delegate
       where person.email = 'hybrid@portico.test' and delegate.email = 'assistant@portico.test'`,
      [TODAY],
    );
  });
}

test('each entry of the demo answers its form as a person could have, and names accounts that exist [DEMO-009]', () => {
  const accounts = new Set(demoAccounts.map(({ username }) => username));
  const editors = demoAccounts
    .filter(({ roles }) => roles.includes('editor') || roles.includes('admin'))
    .map(({ username }) => username);
  const { entries } = readDemoEntries();
  for (const entry of entries) {
    const values = answersOf(entry, TODAY);
    const form = forms.get(entry.form)!;
    const title = `${entry.form} ${JSON.stringify(entry.from)}`;
    expect(entryIssues(form, values, matchesPattern), title).toEqual([]);
    expect(storedValues(form, values), title).toEqual(values);
    if ('account' in entry.from) expect(accounts, title).toContain(entry.from.account);
    if (entry.sentBy !== undefined) expect(accounts, title).toContain(entry.sentBy);
    for (const name of [entry.assignee ?? [], ...(entry.notes ?? []).map(({ by }) => by)].flat())
      expect(editors, title).toContain(name);
    expect(entry.returned !== undefined, title).toBe(entry.state === 'Returned');
  }
});

test('the demo has entries in every state, overdue ones, notes, a returned one of an account, and one that a delegate sent; loading them again changes nothing [DEMO-009, DEMO-012]', async () => {
  const { db, url, run } = await portal();
  await run(await collection({ 'pages.json': JSON.stringify(pages) }));
  await addPeople(url);
  await loadDemoEntries(url, 'America/New_York', now);
  const Row = z.object({
    state: EntryState,
    sender: z.string(),
    assignee: z.nullable(z.string()),
    note: z.nullable(z.string()),
  });
  const stored = () =>
    readRows(
      db,
      Row,
      sql`select entry.state, sender.email as sender, assignee.email as assignee, entry.return_note as note
        from form_entries entry join users sender on sender.id = entry.user_id left join users assignee on assignee.id = entry.assignee_id
        order by entry.received_at`,
    );
  const entries = await stored();
  expect(entries).toHaveLength(readDemoEntries().entries.length);
  expect(new Set(entries.map(({ state }) => state))).toEqual(new Set(EntryState.options));
  const returned = entries.filter(({ state }) => state === 'Returned');
  expect(returned).toMatchObject([{ sender: 'hybrid@portico.test', assignee: 'editor@portico.test' }]);
  expect(returned[0]!.note).toContain('which class you teach');
  const SentRow = z.object({ title: z.string(), description: z.string(), act: z.string(), delegate: z.string() });
  const sentFor = () =>
    readRows(
      db,
      SentRow,
      sql`select notice.title, notice.description, act.title as act, delegate.email as delegate
        from form_entries entry join users delegate on delegate.id = entry.acted_by
        join acts act on act.person_id = entry.user_id and act.object_id = entry.form_id::text and act.started_at = entry.received_at
        join notifications notice on notice.user_id = entry.user_id and notice.link = '/forms/entries/' || entry.id`,
    );
  const sent = {
    title: 'Submitted for you: Technology request',
    description: 'Elena Petrova submitted this form in your name.',
    act: 'Technology request',
    delegate: 'assistant@portico.test',
  };
  expect(await sentFor()).toEqual([sent]);
  const CountRow = z.object({ notes: z.int(), changes: z.int(), due: z.int(), overdue: z.int() });
  const counts = () =>
    readRows(
      db,
      CountRow,
      sql`select (select count(*)::int from form_entry_notes) as notes, (select count(*)::int from form_entry_changes) as changes,
        (select count(*)::int from form_entries where is_receipt_due or is_return_due) as due,
        (select count(*)::int from form_entries entry join form_limits using (form_id)
          where state in ('New', 'InWork') and received_at::date + days_to_do < ${TODAY}::date) as overdue`,
    );
  const counted = await counts();
  expect(counted).toEqual([{ notes: 5, changes: 7, due: 0, overdue: 3 }]);
  await loadDemoEntries(url, 'America/New_York', now);
  expect(await stored()).toEqual(entries);
  expect(await counts()).toEqual(counted);
  expect(await sentFor()).toEqual([sent]);
});
