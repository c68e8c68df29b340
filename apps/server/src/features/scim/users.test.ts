import { describe, expect, test } from 'vitest';
import { ENTERPRISE, patchOf, provision, scimClient, USER } from '../../testing/scimClient.ts';
import { testPortal } from '../../testing/testPortal.ts';

async function setup() {
  const portal = await testPortal();
  return { ...portal, scim: await scimClient(portal) };
}

const work = (value: string) => [{ value, type: 'work', primary: true }];

describe('SCIM users', () => {
  test('are created, read, replaced and deleted [OPS-301]', async () => {
    const { scim } = await setup();
    const made = await scim('POST', '/Users', {
      schemas: [USER, ENTERPRISE],
      userName: 'Ana@Example.com',
      externalId: '00u1',
      name: { givenName: 'Ana', familyName: 'Brandt' },
      emails: work('ana@example.com'),
      [ENTERPRISE]: { department: 'Advice', unknown: 'x' },
      password: 'secret',
      unknown: [1, 2],
    });
    expect(made.status).toBe(201);
    const { id, meta } = made.body as { id: string; meta: Record<string, string> };
    expect(made.headers).toMatchObject({ location: meta['location'], etag: meta['version'] });
    expect(meta['location']).toMatch(new RegExp(`^http://localhost:\\d+/scim/v2/Users/${id}$`));
    expect(made.body).toEqual({
      schemas: [USER, ENTERPRISE],
      id,
      userName: 'Ana@Example.com',
      externalId: '00u1',
      active: true,
      name: { givenName: 'Ana', familyName: 'Brandt' },
      emails: work('ana@example.com'),
      [ENTERPRISE]: { department: 'Advice' },
      meta: expect.objectContaining({ resourceType: 'User' }) as unknown,
    });
    expect((await scim('GET', `/Users/${id}`)).body).toEqual(made.body);

    const put = await scim('PUT', `/Users/${id}`, { userName: 'ana@example.com', displayName: 'Ana B.', active: true });
    expect(put.status).toBe(200);
    expect(put.body).toMatchObject({ displayName: 'Ana B.' });
    expect(put.body).not.toHaveProperty('name');
    expect(put.body).not.toHaveProperty('externalId');
    expect((await scim('DELETE', `/Users/${id}`)).status).toBe(204);
    for (const method of ['GET', 'DELETE'] as const) expect((await scim(method, `/Users/${id}`)).status).toBe(404);
    expect((await scim('PUT', `/Users/${id}`, { userName: 'x' })).status).toBe(404);
    expect((await scim('GET', '/Users/1')).status).toBe(404);
    expect((await scim('GET', '/Nothing')).status).toBe(404);
  });

  test('have a unique name and address [OPS-302]', async () => {
    const { scim } = await setup();
    await provision(scim, 'ana', { emails: work('ana@example.com') });
    const other = await provision(scim, 'nils');
    const taken = { status: 409, body: { scimType: 'uniqueness' } };
    expect(await scim('POST', '/Users', { userName: 'ANA' })).toMatchObject(taken);
    expect(await scim('POST', '/Users', { userName: 'x', emails: work('Ana@Example.com') })).toMatchObject(taken);
    expect(await scim('PUT', `/Users/${other}`, { userName: 'ana' })).toMatchObject(taken);
    expect(
      await scim('PATCH', `/Users/${other}`, patchOf({ op: 'replace', path: 'userName', value: 'ana' })),
    ).toMatchObject(taken);
    const many = await Promise.all(Array.from({ length: 8 }, () => scim('POST', '/Users', { userName: 'same' })));
    expect(many.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409]);
  });

  test('are connected by addresses with any character that is allowed without quotes [BASE-030]', async () => {
    const { scim, db } = await setup();
    await provision(scim, 'research', { emails: work('R&D@Example.com') });
    await provision(scim, "o'brien&sons@example.com");
    const rows = await db.selectFrom('scim_users').select('email').orderBy('created_at').execute();
    expect(rows.map(({ email }) => email)).toEqual(['r&d@example.com', "o'brien&sons@example.com"]);
  });

  test('are changed only if the client read the current version [OPS-303]', async () => {
    const { scim } = await setup();
    const id = await provision(scim, 'ana');
    const { headers } = await scim('GET', `/Users/${id}`);
    const etag = String(headers['etag']);
    expect((await scim('GET', `/Users/${id}`, undefined, { 'if-none-match': etag })).status).toBe(304);
    const title = (value: string) => patchOf({ op: 'replace', path: 'title', value });
    expect((await scim('PATCH', `/Users/${id}`, title('One'), { 'if-match': etag })).status).toBe(200);
    const calls = [
      ['PATCH', title('Two')],
      ['PUT', { userName: 'ana' }],
      ['DELETE', undefined],
    ] as const;
    for (const [method, body] of calls)
      expect((await scim(method, `/Users/${id}`, body, { 'if-match': etag })).status).toBe(412);
    expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ title: 'One' });
    expect((await scim('PUT', `/Users/${id}`, { userName: 'ana' }, { 'if-match': '*' })).status).toBe(200);
    // Without a change, the version stays the same.
    const before = (await scim('GET', `/Users/${id}`)).body['meta'] as object;
    await scim('PUT', `/Users/${id}`, { userName: 'ana' });
    expect((await scim('GET', `/Users/${id}`)).body['meta']).toEqual(before);
  });

  test('are returned with the requested attributes, and always with id and schemas [OPS-304]', async () => {
    const { scim } = await setup();
    const id = await provision(scim, 'ana', {
      name: { givenName: 'Ana', familyName: 'B' },
      emails: work('a@example.com'),
      [ENTERPRISE]: { department: 'Advice', division: 'East' },
    });
    const keys = async (query: string) => {
      const { body } = await scim('GET', `/Users/${id}?${query}`);
      const { schemas: _schemas, id: _id, ...rest } = body;
      expect([_id, Array.isArray(_schemas)]).toEqual([id, true]);
      return rest;
    };
    expect(await keys('attributes=userName')).toEqual({ userName: 'ana' });
    expect(await keys('attributes=USERNAME,name.givenName,emails.value')).toEqual({
      userName: 'ana',
      name: { givenName: 'Ana' },
      emails: [{ value: 'a@example.com' }],
    });
    expect(await keys(`attributes=${ENTERPRISE}:department`)).toEqual({ [ENTERPRISE]: { department: 'Advice' } });
    expect(await keys('attributes=nothing')).toEqual({});
    expect(await keys(`excludedAttributes=meta,name.familyName,emails,active,id,${ENTERPRISE}`)).toEqual({
      userName: 'ana',
      name: { givenName: 'Ana' },
    });
    const { body } = await scim('GET', '/Users?attributes=userName&count=1');
    expect(Object.keys((body['Resources'] as object[])[0]!).sort()).toEqual(['id', 'schemas', 'userName']);
  });

  test('are filtered, sorted and paged [OPS-305]', async () => {
    const { scim } = await setup();
    for (const [index, name] of ['dora', 'Carl', 'bea', 'Anton'].entries())
      await provision(scim, name, {
        externalId: `X${index}`,
        displayName: `Person "${name}" \\ ${index}`,
        active: index !== 3,
        ...(index < 2 ? { emails: [{ value: `${name}@example.com`, type: index === 0 ? 'work' : 'home' }] } : {}),
        [ENTERPRISE]: { department: index % 2 ? 'Odd' : 'Even' },
      });
    const names = async (query: Record<string, string>) => {
      const { body } = await scim('GET', `/Users?${new URLSearchParams(query)}`);
      return (body['Resources'] as Array<{ userName: string }>).map(({ userName }) => userName);
    };
    const filtered = (filter: string) => names({ filter, sortBy: 'externalId' });
    const cases: Array<[string, string[]]> = [
      ['userName eq "CARL"', ['Carl']],
      ['externalId eq "x1"', []],
      ['externalId eq "X1"', ['Carl']],
      ['userName ne "carl"', ['dora', 'bea', 'Anton']],
      ['userName co "A"', ['dora', 'Carl', 'bea', 'Anton']],
      ['userName sw "an" or userName ew "EA"', ['bea', 'Anton']],
      ['not (userName sw "an" or userName ew "EA")', ['dora', 'Carl']],
      ['emails pr', ['dora', 'Carl']],
      ['emails[type eq "work"]', ['dora']],
      ['emails[type eq "work" and value co "carl"]', []],
      ['emails.type eq "home" and active eq true', ['Carl']],
      ['emails[type eq "work"].value ew "example.com"', ['dora']],
      ['active eq "False"', ['Anton']],
      ['active eq false or active ne true', ['Anton']],
      [`${ENTERPRISE}:department eq "odd"`, ['Carl', 'Anton']],
      ['urn:ietf:params:scim:schemas:core:2.0:User:userName eq "bea"', ['bea']],
      ['displayName eq "Person \\"bea\\" \\\\ 2"', ['bea']],
      ['title pr', []],
      ['title eq null', ['dora', 'Carl', 'bea', 'Anton']],
      ['userName gt "b" and userName le "carl"', ['Carl', 'bea']],
      ['meta.created gt "2020-01-01T00:00:00Z"', ['dora', 'Carl', 'bea', 'Anton']],
      ['meta.lastModified lt "2020-01-01T00:00:00Z"', []],
      ['userName eq "dora" or userName eq "bea" and active eq false', ['dora']],
      ['(userName eq "dora" or userName eq "bea") AND active EQ false', []],
      ['groups.display pr', []],
    ];
    for (const [filter, expected] of cases) expect(await filtered(filter), filter).toEqual(expected);
    expect(await names({ sortBy: 'userName' })).toEqual(['Anton', 'bea', 'Carl', 'dora']);
    expect(await names({ sortBy: 'userName', sortOrder: 'descending' })).toEqual(['dora', 'Carl', 'bea', 'Anton']);
    expect(await names({ sortBy: 'userName', startIndex: '2', count: '2' })).toEqual(['bea', 'Carl']);
    expect((await scim('GET', '/Users?startIndex=-5&count=0')).body).toMatchObject({
      totalResults: 4,
      startIndex: 1,
      itemsPerPage: 0,
      Resources: [],
    });
    expect((await scim('GET', '/Users?startIndex=5')).body).toMatchObject({ totalResults: 4, Resources: [] });
    expect((await scim('GET', '/Users?sortBy=nothing')).status).toBe(400);
  });

  test('are patched by path, selected value and extension, ignoring what the portal does not store [OPS-306]', async () => {
    const { scim } = await setup();
    const id = await provision(scim, 'ana', {
      name: { givenName: 'Ana', familyName: 'B' },
      emails: [
        { value: 'w@example.com', type: 'work', primary: true },
        { value: 'h@example.com', type: 'home' },
      ],
    });
    const patch = async (...operations: object[]) => {
      const { status, body } = await scim('PATCH', `/Users/${id}`, patchOf(...operations));
      expect(status, JSON.stringify(body)).toBe(200);
      return body;
    };
    expect(await patch({ op: 'add', path: 'name.formatted', value: 'Ana B' })).toMatchObject({
      name: { givenName: 'Ana', familyName: 'B', formatted: 'Ana B' },
    });
    expect((await patch({ op: 'remove', path: 'name.formatted' }))['name']).toEqual({
      givenName: 'Ana',
      familyName: 'B',
    });
    expect(await patch({ op: 'replace', path: 'emails[type eq "home"].primary', value: true })).toMatchObject({
      emails: [{ primary: false }, { primary: true }],
    });
    expect(
      (await patch({ op: 'add', path: 'emails', value: [{ value: 'o@example.com', type: 'other' }] }))['emails'],
    ).toHaveLength(3);
    expect(
      await patch({ op: 'add', path: 'Emails', value: [{ value: 'p@example.com', type: 'other', primary: true }] }),
    ).toMatchObject({
      emails: [{ primary: false }, { primary: false }, {}, { value: 'p@example.com', primary: true }],
    });
    for (const address of ['o@example.com', 'p@example.com'])
      await patch({ op: 'remove', path: `emails[value eq "${address}"]` });
    expect(await patch({ op: 'replace', path: `${ENTERPRISE}:department`, value: 'Law' })).toMatchObject({
      [ENTERPRISE]: { department: 'Law' },
    });
    expect(await patch({ op: 'remove', path: ENTERPRISE })).not.toHaveProperty(ENTERPRISE);
    expect(await patch({ op: 'add', value: { [ENTERPRISE]: { division: 'East' }, title: 'Boss' } })).toMatchObject({
      title: 'Boss',
      [ENTERPRISE]: { division: 'East' },
    });
    // Attributes that the portal does not store do not block the end of an account.
    expect(
      await patch(
        { op: 'add', path: 'phoneNumbers[type eq "work"].value', value: '1' },
        { op: 'replace', path: 'active', value: false },
      ),
    ).toMatchObject({ active: false });

    const bad: Array<[object, string]> = [
      [{ op: 'replace', path: 'emails[type eq', value: 'x' }, 'invalidPath'],
      [{ op: 'replace', path: 'name[givenName eq "x"].familyName', value: 'x' }, 'invalidPath'],
      [{ op: 'replace', path: 'id', value: 'x' }, 'mutability'],
      [{ op: 'add', path: 'groups', value: [{ value: 'x' }] }, 'mutability'],
      [{ op: 'remove' }, 'noTarget'],
      [{ op: 'remove', path: 'userName' }, 'invalidValue'],
      [{ op: 'replace', path: 'active', value: 'maybe' }, 'invalidValue'],
      [{ op: 'replace', path: 'emails[value co "nobody"].value', value: 'x' }, 'noTarget'],
      [{ op: 'move', path: 'title' }, 'invalidSyntax'],
      [{ op: 'add', value: 'x' }, 'invalidValue'],
    ];
    for (const [operation, scimType] of bad)
      expect(
        await scim('PATCH', `/Users/${id}`, patchOf({ op: 'add', path: 'title', value: 'Lost' }, operation)),
        JSON.stringify(operation),
      ).toMatchObject({ status: 400, body: { scimType } });
    expect((await scim('GET', `/Users/${id}`)).body).toMatchObject({ title: 'Boss' });
  });

  test('and the rest of the API are described as implemented [OPS-307]', async () => {
    const { scim } = await setup();
    expect((await scim('GET', '/ServiceProviderConfig')).body).toMatchObject({
      patch: { supported: true },
      bulk: { supported: false },
      filter: { supported: true, maxResults: 200 },
      sort: { supported: true },
      etag: { supported: true },
      changePassword: { supported: false },
    });
    const types = (await scim('GET', '/ResourceTypes')).body['Resources'] as Array<Record<string, string>>;
    expect(types.map(({ endpoint }) => endpoint)).toEqual(['/Users', '/Groups']);
    expect((await scim('GET', '/ResourceTypes/User')).body).toMatchObject({ schema: USER });
    const schemas = (await scim('GET', '/Schemas')).body['Resources'] as Array<{ id: string; attributes: object[] }>;
    expect(schemas).toHaveLength(4);
    for (const { id } of schemas) expect((await scim('GET', `/Schemas/${id}`)).body).toMatchObject({ id });
    expect((await scim('GET', '/Schemas/urn:none')).status).toBe(404);
    expect((await scim('POST', '/Bulk', {})).status).toBe(404);
  });
});
