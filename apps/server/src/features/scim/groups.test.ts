import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { countAudience, listAudienceFacts } from '@portico/contracts/studio/audience';
import { listNews } from '@portico/contracts/news';
import { GROUP, patchOf, provision, provisionGroup, scimClient } from '../../testing/scimClient.ts';
import { createDb, createPool } from '../../db/pool.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { patchGroup } from './groups.queries.ts';

async function setup() {
  const portal = await testPortal();
  const scim = await scimClient(portal);
  const [ana, nils, cora] = [
    await provision(scim, 'ana'),
    await provision(scim, 'nils'),
    await provision(scim, 'cora'),
  ];
  const membersOf = async (id: string) => {
    const { body } = await scim('GET', `/Groups/${id}`);
    return ((body['members'] ?? []) as Array<{ value: string }>).map(({ value }) => value).sort();
  };
  return { ...portal, scim, ana, nils, cora, membersOf };
}

describe('SCIM groups', () => {
  test('have members, and users list their groups [OPS-308]', async () => {
    const { scim, ana, nils } = await setup();
    const made = await scim('POST', '/Groups', {
      schemas: [GROUP],
      displayName: 'Tax desk',
      externalId: 'g-1',
      members: [{ value: ana }, { value: nils }, { value: ana }],
    });
    expect(made.status).toBe(201);
    const id = made.body['id'] as string;
    expect(made.body).toMatchObject({ displayName: 'Tax desk', externalId: 'g-1', meta: { resourceType: 'Group' } });
    expect(made.body['members']).toHaveLength(2);
    expect((await scim('GET', `/Groups/${id}?excludedAttributes=members`)).body).not.toHaveProperty('members');
    expect((await scim('GET', `/Users/${ana}`)).body).toMatchObject({ groups: [{ value: id, display: 'Tax desk' }] });
    const list = async (filter: string) =>
      (await scim('GET', `/Groups?${new URLSearchParams({ filter })}`)).body['totalResults'] as number;
    expect(await list('displayName eq "tax desk"')).toBe(1);
    expect(await list(`members eq "${ana}"`)).toBe(1);
    expect(await list(`id eq "${id}" and members[value eq "${nils}"]`)).toBe(1);
    expect(await list('members.value eq "x"')).toBe(0);
    const inGroup = await scim('GET', `/Users?${new URLSearchParams({ filter: `groups.value eq "${id}"` })}`);
    expect(inGroup.body['totalResults']).toBe(2);
    expect((await scim('DELETE', `/Groups/${id}`)).status).toBe(204);
    expect((await scim('GET', `/Users/${ana}`)).body).not.toHaveProperty('groups');
  });

  test('have a unique name that is valid as a fact, and only users as members [OPS-308]', async () => {
    const { scim, ana } = await setup();
    const id = await provisionGroup(scim, 'Blue');
    expect(await scim('POST', '/Groups', { displayName: 'BLUE' })).toMatchObject({
      status: 409,
      body: { scimType: 'uniqueness' },
    });
    const wrong = [
      {},
      { displayName: 'x'.repeat(101) },
      { displayName: 'Red', members: [{ value: id }] },
      { displayName: 'Red', members: [{ value: 'ana' }] },
      { displayName: 'Red', members: [{ value: '00000000-0000-4000-8000-000000000000' }] },
      { displayName: 'Red', members: 5 },
    ];
    for (const body of wrong)
      expect(await scim('POST', '/Groups', body), JSON.stringify(body)).toMatchObject({
        status: 400,
        body: { scimType: 'invalidValue' },
      });
    expect((await scim('GET', '/Groups')).body['totalResults']).toBe(1);
    expect((await scim('POST', '/Groups', { displayName: 'x'.repeat(100), members: [ana] })).status).toBe(201);
  });

  test('are changed in part, with every way to name members [OPS-309]', async () => {
    const { scim, ana, nils, cora, membersOf } = await setup();
    const id = await provisionGroup(scim, 'Blue', [ana]);
    const patch = (...operations: object[]) => scim('PATCH', `/Groups/${id}`, patchOf(...operations));
    await patch({ op: 'Add', path: 'members', value: [{ value: nils }, { value: cora, display: 'Cora' }] });
    expect(await membersOf(id)).toEqual([ana, nils, cora].sort());
    await patch({ op: 'remove', path: `members[value eq "${ana}"]` });
    expect(await membersOf(id)).toEqual([nils, cora].sort());
    await patch({ op: 'Remove', path: 'members', value: [{ value: nils }] });
    expect(await membersOf(id)).toEqual([cora]);
    await patch({ op: 'replace', path: 'members', value: [{ value: ana }] });
    expect(await membersOf(id)).toEqual([ana]);
    await patch(
      { op: 'add', value: { members: [{ value: nils }] } },
      { op: 'replace', path: 'displayName', value: 'Red' },
    );
    expect(await membersOf(id)).toEqual([ana, nils].sort());
    await patch({ op: 'remove', path: `members[value ne "${ana}"]` });
    expect(await membersOf(id)).toEqual([ana]);
    await patch({ op: 'remove', path: 'members' });
    expect(await membersOf(id)).toEqual([]);
    expect((await scim('GET', `/Groups/${id}`)).body).toMatchObject({ displayName: 'Red' });
    expect(await patch({ op: 'remove', path: `members[value eq "x"].display` })).toMatchObject({ status: 400 });
    await patch({ op: 'add', path: 'members', value: [{ value: ana }] });
    const version = async () => ((await scim('GET', `/Groups/${id}`)).body['meta'] as { version: string }).version;
    const before = await version();
    await patch({ op: 'add', path: 'members', value: [{ value: ana }] });
    expect(await version()).toBe(before);
  });

  test('are teams that audiences can name, counted before the first sign-in and in effect from the next call [OPS-310]', async () => {
    const { scim, as, make, ana, nils } = await setup();
    const id = await provisionGroup(scim, 'Tax desk', [ana, nils]);
    const rule = { include: { team: ['Tax desk'] }, exclude: {} };
    await make.news({ header: 'For the tax desk', audienceRule: rule });
    const count = () => as('edda').call(countAudience, { body: { audience: [], audienceRule: rule } });
    expect(await count()).toMatchObject({ reached: 2 });
    expect((await as('edda').call(listAudienceFacts, {})).items).toContainEqual({
      dimension: 'team',
      value: 'Tax desk',
      people: 2,
    });
    // The issuer of the tests identifies people by subject, which is also the provider's id.
    await scim('PATCH', `/Users/${ana}`, patchOf({ op: 'add', path: 'externalId', value: 'ana' }));
    const seen = async (name: string) => (await as(name).call(listNews, { query: {} })).total;
    expect([await seen('ana'), await seen('cora')]).toEqual([1, 0]);
    expect(await count()).toMatchObject({ reached: 2 });
    await scim('PATCH', `/Groups/${id}`, patchOf({ op: 'remove', path: `members[value eq "${ana}"]` }));
    await expect.poll(() => seen('ana')).toBe(0);
    expect(await count()).toMatchObject({ reached: 1 });
    await scim('PATCH', `/Groups/${id}`, patchOf({ op: 'add', path: 'members', value: [{ value: ana }] }));
    await expect.poll(() => seen('ana')).toBe(1);
    await scim('PATCH', `/Groups/${id}`, patchOf({ op: 'replace', path: 'displayName', value: 'Tax law' }));
    await expect.poll(() => seen('ana')).toBe(0);
  });

  test('keep their other members when some are changed, and apply a new name to all members [OPS-309]', async () => {
    const { scim, db, ana, nils, cora, membersOf } = await setup();
    const id = await provisionGroup(scim, 'Blue', [ana, nils]);
    const patch = (...operations: object[]) => scim('PATCH', `/Groups/${id}`, patchOf(...operations));
    await patch(
      { op: 'add', path: 'members', value: [{ value: cora.toUpperCase() }, { value: ana }] },
      { op: 'remove', path: `members[value eq "${ana}"]` },
      { op: 'remove', path: 'members[value eq "nobody"]' },
      { op: 'replace', path: 'displayName', value: 'Red' },
    );
    expect(await membersOf(id)).toEqual([nils, cora].sort());
    const teamsOf = async (person: string) =>
      (
        await db.selectFrom('users').select('facts').where('scim_id', '=', person).executeTakeFirstOrThrow()
      ).facts.filter((fact) => fact.startsWith('team:'));
    expect([await teamsOf(ana), await teamsOf(nils), await teamsOf(cora)]).toEqual([[], ['team:Red'], ['team:Red']]);
    const versions = async (person: string) => (await scim('GET', `/Users/${person}`)).headers['etag'];
    const before = await versions(nils);
    await patch({ op: 'remove', path: 'members', value: [{ value: cora }] });
    expect(await versions(nils)).toBe(before);
    expect(await membersOf(id)).toEqual([nils]);
  });

  test('with thousands of members are found by member, changed in batches, and not returned as a whole [OPS-319]', async () => {
    const { scim, db, ana } = await setup();
    const count = 2500;
    await sql`insert into scim_users (data, is_active, created_at, modified_at)
      select jsonb_build_object('userName', 'p-' || n), true, now(), now() from generate_series(1, ${count}) n`.execute(
      db,
    );
    await sql`insert into users (issuer, subject, scim_id)
      select 'https://elsewhere.example.com', data->>'userName', id from scim_users where data->>'userName' like 'p-%'`.execute(
      db,
    );
    const people = await db.selectFrom('scim_users').select('id').execute();
    const id = await provisionGroup(scim, 'All');
    const members = people.map((person) => ({ value: person.id }));
    const filled = await scim('PATCH', `/Groups/${id}`, patchOf({ op: 'add', path: 'members', value: members }));
    expect(filled).toMatchObject({ status: 204, headers: { etag: 'W/"2"' } });
    const removal = patchOf({ op: 'remove', path: `members[value eq "${ana}"]` });
    const filtered = await scim('PATCH', `/Groups/${id}?attributes=displayName`, removal);
    expect(filtered).toMatchObject({ status: 200, body: { displayName: 'All' } });
    const { body } = await scim('GET', `/Groups/${id}`);
    expect(body['members']).toHaveLength(people.length - 1);
    const found = async (filter: string) =>
      (await scim('GET', `/Groups?${new URLSearchParams({ filter, attributes: 'id' })}`)).body['totalResults'];
    const one = people.find((person) => person.id !== ana)!.id;
    expect(await found(`members[value eq "${one}" and type eq "User"]`)).toBe(1);
    expect(await found(`members[value eq "${one}" and type eq "Group"]`)).toBe(0);
    expect(await found(`members[value eq "${ana}"]`)).toBe(0);
  });

  test('are renamed without a statement that scans all people [OPS-412]', async () => {
    const { scim, db, url, parts } = await setup();
    await sql`insert into scim_users (data, is_active, created_at, modified_at)
      select jsonb_build_object('userName', 'p-' || n), true, now(), now() from generate_series(1, 20000) n`.execute(
      db,
    );
    await sql`analyze scim_users`.execute(db);
    const people = await db.selectFrom('scim_users').select('id').orderBy('created_at', 'desc').limit(600).execute();
    const group = await provisionGroup(scim, 'All');
    const members = people.map(({ id }) => ({ value: id }));
    await scim('PATCH', `/Groups/${group}`, patchOf({ op: 'add', path: 'members', value: members }));
    const statements: Array<{ text: string; values: readonly unknown[] }> = [];
    const pool = createPool({ url, max: 1, prepare: false, statementTimeoutMs: 60_000 });
    onTestFinished(() => pool.end());
    const observed = createDb(pool, ({ query }) => void statements.push({ text: query.sql, values: query.parameters }));
    const { tokenId } = await db.selectFrom('api_tokens').select('id as tokenId').executeTakeFirstOrThrow();
    await patchGroup(observed, group, patchOf({ op: 'replace', path: 'displayName', value: 'Everyone' }), {
      tokenId,
      issuer: parts.config.OIDC_ISSUER,
      now: new Date(),
      ifMatch: undefined,
    });
    // Members are updated in two batches of at most 500. Each batch locks them, changes them, updates their sign-ins,
    // and finds out who is disabled.
    const ofPeople = statements.filter(({ values }) =>
      values.some((value) => Array.isArray(value) && value.length > 50),
    );
    expect(ofPeople).toHaveLength(8);
    for (const { text, values } of ofPeople) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, [...values]);
      expect(rows.map((row) => row['QUERY PLAN']).join('\n'), text).not.toContain('Seq Scan on scim_users');
    }
    expect(await scim('GET', `/Groups/${group}?attributes=displayName`)).toMatchObject({
      body: { displayName: 'Everyone' },
    });
  });

  test('lose no changes when many are made concurrently [OPS-309]', async () => {
    const { scim, membersOf, ana, nils, cora } = await setup();
    const [blue, red] = [await provisionGroup(scim, 'Blue'), await provisionGroup(scim, 'Red')];
    const people = [ana, nils, cora];
    const calls = [blue, red].flatMap((group) =>
      people.map((person) =>
        scim('PATCH', `/Groups/${group}`, patchOf({ op: 'add', path: 'members', value: [{ value: person }] })),
      ),
    );
    const titles = people.map((person, index) =>
      scim('PATCH', `/Users/${person}`, patchOf({ op: 'add', path: 'title', value: `Title ${index}` })),
    );
    for (const { status } of await Promise.all([...calls, ...titles])) expect(status).toBe(200);
    for (const group of [blue, red]) expect(await membersOf(group)).toEqual([...people].sort());
    await Promise.all([
      ...people.map((person) => scim('DELETE', `/Users/${person}`)),
      scim('DELETE', `/Groups/${red}`),
    ]);
    expect(await membersOf(blue)).toEqual([]);
  });
});
