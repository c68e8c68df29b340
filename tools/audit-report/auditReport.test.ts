import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { withConnection } from '@portico/dev-database/databases';
import { publish, saveDraft, unpublish } from '@portico/server/content/publication';
import { audit } from '@portico/server/db/audit';
import type { Db } from '@portico/server/db/pool';
import { crashDraft } from '@portico/server/testing/processes/crashWriter';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';
import { reportItem } from './itemReport.ts';

const change = { now: new Date() };

const addPerson = async (db: Db, name: string, advisorType: string | null, more: object = {}) =>
  (
    await db
      .insertInto('users')
      .values({
        issuer: 'https://idp.test',
        subject: name,
        given_name: name,
        advisor_type: advisorType,
        created_at: '2026-01-01T00:00:00Z',
        ...more,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** An item shown to hybrids, then to everyone, then to no one. */
async function shownItem() {
  const { db, url } = await testDatabase();
  const [hybrid, corporate, editor] = [
    await addPerson(db, 'Ana', 'AdvisorHybrid'),
    await addPerson(db, '=Cora', 'AdvisorCorporate'),
    await addPerson(db, 'Edda', null),
  ];
  await addPerson(db, 'Gone', 'AdvisorHybrid', { disabled_at: '2026-01-02T00:00:00Z' });
  const itemId = crypto.randomUUID();
  const draft = (header: string, audience: string[]) =>
    ({ ...crashDraft(itemId, 1), header, audience }) as ReturnType<typeof crashDraft>;
  const by = { ...change, actorId: editor };
  await saveDraft(db, { itemId, kind: 'news', version: 0 }, draft('For hybrids', ['AdvisorHybrid']), by);
  await publish(db, { itemId, version: 1 }, by);
  await audit(db, { actorId: hybrid, action: 'user.signed-in', objectKind: 'user', objectId: hybrid });
  await saveDraft(db, { itemId, kind: 'news', version: 2 }, draft('For all', []), by);
  await publish(db, { itemId, version: 3 }, by);
  await audit(db, { actorId: hybrid, action: 'user.signed-in', objectKind: 'user', objectId: hybrid });
  await audit(db, { actorId: hybrid, action: 'document.downloaded', objectKind: 'document', objectId: itemId });
  await unpublish(db, { itemId, version: 4 }, by);
  await audit(db, { actorId: corporate, action: 'user.signed-in', objectKind: 'user', objectId: corporate });
  return { db, url, itemId, hybrid, corporate, editor };
}

test('a report lists who could see an item and since when, who signed in meanwhile, and what happened to it [L6]', async () => {
  const { url, itemId, hybrid, corporate, editor } = await shownItem();
  const report = await reportItem(url, itemId);
  expect(report?.publications).toMatchObject([
    { revision: 1, header: 'For hybrids', audience: ['AdvisorHybrid'], publishedBy: 'Edda' },
    { revision: 2, header: 'For all', audience: [], publishedBy: 'Edda' },
  ]);
  const [first, second] = report!.publications;
  expect(first!.to).toBe(second!.from);
  expect(second!.to).not.toBeNull();
  expect(report?.couldSee).toMatchObject([
    { id: corporate, name: '=Cora', since: second!.from, signInsMeanwhile: 0 },
    { id: hybrid, name: 'Ana', since: first!.from, signInsMeanwhile: 2 },
    { id: editor, since: second!.from },
  ]);
  expect(report?.entries.map(({ action }) => action)).toEqual([
    'news.draft-saved',
    'news.published',
    'news.draft-saved',
    'news.published',
    'document.downloaded',
    'news.unpublished',
  ]);
  expect(report?.entries[4]).toMatchObject({ actor: 'Ana' });
  expect(await reportItem(url, crypto.randomUUID())).toBeUndefined();
});

test('an item that is scheduled or was never visible was seen by no one [L6]', async () => {
  const { db, url } = await testDatabase();
  await addPerson(db, 'Ana', 'AdvisorHybrid');
  const itemId = crypto.randomUUID();
  await saveDraft(
    db,
    { itemId, kind: 'news', version: 0 },
    { ...crashDraft(itemId, 1), publishedAt: '2099-01-01T00:00:00Z' },
    change,
  );
  await publish(db, { itemId, version: 1 }, change);
  expect(await reportItem(url, itemId)).toMatchObject({ publications: [], couldSee: [] });
});

test('among 2,000 people and 200,000 entries the answer takes less than five seconds [L6]', async () => {
  const { url, itemId } = await shownItem();
  await withConnection(url, async (client) => {
    await client.query(
      `insert into users (issuer, subject, advisor_type, created_at) select 'https://idp.test', 'person ' || i, 'AdvisorHybrid', '2026-01-01' from generate_series(1, 2000) i`,
    );
    await client.query('set session_replication_role = replica');
    await client.query(`insert into audit_log (id, at, actor_id, action, object_kind, object_id, previous_hash, hash)
      select 1000 + row_number() over (), now(), person.id, 'user.signed-in', 'user', person.id::text, '', '' from users person, generate_series(1, 100)`);
    await client.query('analyze');
  });
  const begun = performance.now();
  expect((await reportItem(url, itemId))?.couldSee).toHaveLength(2003);
  expect(performance.now() - begun).toBeLessThan(5000);
});

test('the command prints JSON or CSV, and errors on one line [L6]', async () => {
  const { url, itemId } = await shownItem();
  const run = async (...args: string[]) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL('./main.ts', import.meta.url)), ...args], {
      env: { PATH: process.env.PATH, DATABASE_URL: url },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number]>,
    ]);
    return { code, out, err };
  };
  const { code, out, err } = await run('--item', itemId);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(out)).toMatchObject({ item: { id: itemId, kind: 'news' } });
  const people = (await run('--item', itemId, '--csv', 'people')).out.split('\r\n');
  expect(people[0]).toBe('"id","name","email","advisorType","since","signInsMeanwhile"');
  expect(people[1]).toContain(`"'=Cora"`);
  expect(await run('--item', crypto.randomUUID())).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no item') as string,
  });
  expect(await run('--item', 'x')).toMatchObject({ code: 2 });
});

test('CSV keeps quotes, commas and line breaks, and no text becomes a formula [X6]', () => {
  expect(
    toCsv([
      { a: 'x "y", z\n', b: -1, c: null },
      { a: '=1+1', b: { d: '@e' }, c: '-2' },
    ]),
  ).toBe('"a","b","c"\r\n"x ""y"", z\n","-1",\r\n"\'=1+1","{""d"":""@e""}","\'-2"\r\n');
});
