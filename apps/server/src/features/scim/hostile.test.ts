import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patchOf, provision, provisionGroup, scimClient, type ScimClient } from '../../testing/scimClient.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { parseFilter, parsePatchPath, type Filter } from './filter/parseFilter.ts';
import { ScimError } from './schema/scimErrors.ts';
import { expectWithin } from '../../testing/expectWithin.ts';

/* The test client fails on any response with status 500 or above. */

const shared = sharedPortal();
let client: Promise<ScimClient> | undefined;
const connect = () => (client ??= scimClient(shared()));

const words = ['userName', 'emails', 'name.givenName', 'members', 'active', 'meta.created', 'groups', 'id', 'x'];
const pieces = fc.constantFrom(
  ...words,
  'eq',
  'ne',
  'co',
  'sw',
  'ew',
  'pr',
  'gt',
  'le',
  'and',
  'or',
  'not',
  '(',
  ')',
  '[',
  ']',
  '.value',
  ',',
  ':',
  '"a"',
  '"%"',
  '"\\u0000"',
  '"\\ud800"',
  '"2026-01-01T00:00:00Z"',
  '"',
  'true',
  'null',
  '1e999',
  '-1',
  '\\',
  "'",
  'urn:ietf:params:scim:schemas:core:2.0:User:userName',
);

test('filters and paths of any kind get a response other than a server error [OPS-317]', async () => {
  const scim = await connect();
  await provision(scim, 'somebody', { emails: [{ value: 'a@example.com', type: 'work' }] });
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 12 }), fc.constantFrom('Users', 'Groups'), async (text, kind) => {
      const query = new URLSearchParams({ filter: text.join(' '), sortBy: text[0] ?? '', attributes: text.join('') });
      await scim('GET', `/${kind}?${query}`);
    }),
    { numRuns: 400 },
  );
  const long = [
    `userName eq "${'a'.repeat(3500)}"`,
    `${'('.repeat(500)}userName pr${')'.repeat(500)}`,
    `${'not ('.repeat(14)}userName pr${')'.repeat(14)}`,
    Array.from({ length: 200 }, () => 'emails co "a"').join(' or '),
    `emails[${'('.repeat(50)}type pr${')'.repeat(50)}]`,
  ];
  for (const filter of long)
    expect([200, 400]).toContain((await scim('GET', `/Users?filter=${encodeURIComponent(filter)}`)).status);
  expect((await scim('GET', `/Users?filter=${'a'.repeat(5000)}`)).status).toBe(400);
  for (const query of ['filter=a&filter=b', 'count[]=1', 'startIndex=1e9', 'count=99999999999', '__proto__=1'])
    expect([200, 400]).toContain((await scim('GET', `/Users?${query}`)).status);
});

test('bodies of any kind get a response other than a server error, and change nothing [OPS-317]', async () => {
  const scim = await connect();
  const user = await provision(scim, 'kept', { title: 'Kept' });
  const group = await provisionGroup(scim, 'Kept', [user]);
  const values = fc.jsonValue({ maxDepth: 4 });
  const operation = fc.record({
    op: fc.constantFrom('add', 'Replace', 'remove', 'move', 1),
    path: fc.oneof(
      fc.array(pieces, { maxLength: 5 }).map((parts) => parts.join('')),
      fc.constantFrom('emails[type eq "work"].value', 'members', 'nothing', 'name', 'emails', 'externalId'),
      values,
    ),
    value: values,
  });
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 4 }), values, async (operations, body) => {
      const bad = { op: 'replace', path: 'userName', value: null };
      await scim('PATCH', `/Users/${user}`, patchOf(...operations, bad));
      await scim('PATCH', `/Groups/${group}`, patchOf(...operations, { ...bad, path: 'displayName' }));
      await scim('POST', '/Users', { ...Object(body), userName: ['x'] });
      await scim('PUT', `/Groups/${group}`, { members: body });
      await scim('POST', '/Groups', JSON.stringify(body));
    }),
    { numRuns: 150 },
  );
  expect((await scim('GET', `/Users/${user}`)).body).toMatchObject({ userName: 'kept', title: 'Kept' });
  expect((await scim('GET', `/Groups/${group}`)).body).toMatchObject({
    displayName: 'Kept',
    members: [{ value: user }],
  });
});

test('a request that is too large or not JSON gets a clear error in SCIM format [OPS-317]', async () => {
  const scim = await connect();
  const group = await provisionGroup(scim, 'Large');
  const patch = (count: number, value: unknown) =>
    scim(
      'PATCH',
      `/Groups/${group}`,
      patchOf(...Array.from({ length: count }, () => ({ op: 'add', path: 'members', value }))),
    );
  const id = '00000000-0000-4000-8000-000000000000';
  expect((await patch(1001, [])).body).toMatchObject({ scimType: 'tooMany' });
  expect((await patch(1000, [])).status).toBe(200);
  expect(
    (
      await patch(
        1,
        Array.from({ length: 15_000 }, () => ({ value: id })),
      )
    ).body,
  ).toMatchObject({
    scimType: 'invalidValue',
  });
  expect(
    (
      await patch(
        1,
        Array.from({ length: 25_000 }, () => ({ value: id })),
      )
    ).status,
  ).toBe(413);
  expect((await scim('POST', '/Users', `{"userName":${'['.repeat(50)}${']'.repeat(50)}}`)).status).toBe(413);
  for (const body of ['', '{', '[]', '"x"', 'null', '{"userName":"a","__proto__":{"b":1}}'])
    expect((await scim('POST', '/Users', body)).status, body).toBe(400);
  expect((await scim('POST', '/Users', 'x', { 'content-type': 'text/plain' })).status).toBe(415);
  for (const userName of ['a\u0000b', 'x'.repeat(1001), 5.5e300, true, { a: 1 }, '  '])
    expect([201, 400]).toContain((await scim('POST', '/Users', { userName })).status);
  const many = Array.from({ length: 101 }, (_, index) => ({ value: `${index}@example.com` }));
  expect((await scim('POST', '/Users', { userName: 'many', emails: many })).status).toBe(400);
  for (const headers of [{ authorization: 'Bearer x' }, { authorization: '' }])
    expect((await scim('GET', '/Users', undefined, headers)).status).toBe(401);
});

/** Serializes a filter, in one of several equivalent ways. */
function serialize(filter: Filter): string {
  const pathOf = ({ schema, name, sub }: { schema: string | null; name: string; sub: string | null }) =>
    `${schema === null ? '' : `${schema}:`}${name}${sub === null ? '' : `.${sub}`}`;
  switch (filter.kind) {
    case 'compare':
      return `${pathOf(filter.path)} ${filter.op.toUpperCase()}  ${JSON.stringify(filter.value)}`;
    case 'present':
      return `${pathOf(filter.path)} pr`;
    case 'not':
      return `not (${serialize(filter.filter)})`;
    case 'values':
      return `${pathOf(filter.path)}[${serialize(filter.filter)}]`;
    case 'and':
    case 'or':
      return filter.filters.map((each) => `(${serialize(each)})`).join(` ${filter.kind} `);
  }
}

const names = fc.constantFrom('userName', 'emails', 'a', 'not-here', '$ref');
const paths = fc.record({
  schema: fc.constantFrom(null, 'urn:ietf:params:scim:schemas:core:2.0:User'),
  name: names,
  sub: fc.option(names),
});
const values = fc.oneof(fc.string({ unit: 'binary' }), fc.integer(), fc.boolean(), fc.constant(null));
const filters = fc.letrec<{ any: Filter; leaf: Filter }>((tie) => ({
  leaf: fc.oneof(
    fc.record({ kind: fc.constant('present' as const), path: paths }),
    fc.record({
      kind: fc.constant('compare' as const),
      path: paths,
      op: fc.constantFrom('eq', 'co', 'gt'),
      value: values,
    }),
  ) as fc.Arbitrary<Filter>,
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    tie('leaf'),
    fc.record({ kind: fc.constant('not' as const), filter: tie('any') }),
    fc.record({ kind: fc.constant('values' as const), path: paths, filter: tie('any') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      filters: fc.array(tie('any'), { minLength: 2, maxLength: 3 }),
    }),
  ) as fc.Arbitrary<Filter>,
})).any;

test('a serialized filter is parsed to the same filter [OPS-305]', () => {
  let read = 0;
  fc.assert(
    fc.property(filters, (filter) => {
      try {
        expect(parseFilter(serialize(filter))).toEqual(filter);
        read += 1;
      } catch (error) {
        // Too long, too deeply nested or with too many conditions.
        if (!(error instanceof ScimError)) throw error;
        expect(error.message).toMatch(/too long|too deeply|conditions/);
      }
    }),
    { numRuns: 500 },
  );
  expect(read).toBeGreaterThan(300);
});

test(
  'any text is parsed as a filter or a path, or rejected, within a limited time [OPS-317]',
  { tags: 'timed' },
  () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(pieces).map((parts) => parts.join(' ')),
          fc.string({ unit: 'binary', maxLength: 60 }),
        ),
        (text) => {
          for (const parse of [parseFilter, parsePatchPath]) {
            try {
              parse(text);
            } catch (error) {
              expect(error).toBeInstanceOf(ScimError);
            }
          }
        },
      ),
      { numRuns: 2000 },
    );
    const started = performance.now();
    for (const text of [
      `a eq "${'\\'.repeat(3990)}`,
      'a.'.repeat(1990),
      `${' '.repeat(3990)}x`,
      `${'1'.repeat(3990)}e`,
    ])
      expect(() => parseFilter(text)).toThrow(ScimError);
    expectWithin(500, performance.now() - started);
  },
);
