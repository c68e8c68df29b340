import { expect, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { getResource, listResources, previewResource } from '@portico/contracts/resources';
import { sharedPortal, testPortal } from '../../testing/testPortal.ts';

/** Without resources, for queries whose results do not matter. */
const shared = sharedPortal();

const headers = (page: { items: Array<{ header: string }> }) => page.items.map((item) => item.header);
const of = (department: string, more: object = {}) => ({ department, ...more });

test('resources are listed newest first, in pages, with the total [RES-004]', async () => {
  const { as, make } = await testPortal();
  for (let i = 1; i <= 13; i += 1) await make.resource({ header: `Guide ${i}` });
  await make.news({ header: 'No resource' });
  const first = await as('ana').call(listResources, { query: {} });
  expect(first).toMatchObject({ page: 1, pageSize: 12, total: 13 });
  expect(headers(first)).toEqual(Array.from({ length: 12 }, (_, index) => `Guide ${13 - index}`));
  expect(headers(await as('ana').call(listResources, { query: { page: '2' } }))).toEqual(['Guide 1']);
  expect(await as('ana').call(listResources, { query: { page: '3' } })).toMatchObject({ items: [], total: 13 });
});

test('resources are sorted by date or title and narrowed by category, department and date', async () => {
  const { as, make } = await testPortal({ now: new Date('2026-03-10T12:00:00Z') });
  await make.resource({ header: 'beta', categories: ['Tax'], publishedAt: '2026-03-01T00:00:00Z', ...of('Planning') });
  await make.resource({
    header: 'Alpha',
    categories: ['Tax', 'Audit'],
    publishedAt: '2026-03-02T00:00:00Z',
    ...of('Operations'),
  });
  await make.resource({
    header: 'Gamma',
    categories: ['Audit'],
    publishedAt: '2026-03-03T00:00:00Z',
    department: null,
  });
  const list = async (query: object) => headers(await as('ana').call(listResources, { query: query as never }));
  expect(await list({})).toEqual(['Gamma', 'Alpha', 'beta']);
  expect(await list({ sort: 'Ascending' })).toEqual(['beta', 'Alpha', 'Gamma']);
  expect(await list({ sortBy: 'Title' })).toEqual(['Alpha', 'beta', 'Gamma']);
  expect(await list({ sortBy: 'Title', sort: 'Descending' })).toEqual(['Gamma', 'beta', 'Alpha']);
  expect(await list({ category: 'Audit' })).toEqual(['Gamma', 'Alpha']);
  expect(await list({ department: ['Planning', 'Operations'] })).toEqual(['Alpha', 'beta']);
  expect(await list({ category: ['Tax'], department: 'Planning' })).toEqual(['beta']);
  expect(await list({ from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z' })).toEqual(['Alpha']);
});

test.for<Record<string, string>>([
  { page: '0' },
  { pageSize: '51' },
  { sortBy: 'Size' },
  { sort: 'Up' },
  { department: '' },
  { category: 'x'.repeat(81) },
  { to: 'tomorrow' },
])('a query beyond its limits is rejected, naming the parameter: %j', async (query) => {
  const problem = await shared().as('ana').failWith(listResources, { query });
  expect(problem).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(problem.issues![0]!.path).toContain(`querystring.${Object.keys(query)[0]}`);
});

test('a resource has its department, owner, review date and the four newest related resources [RES-003, RES-005]', async () => {
  const { as, make } = await testPortal();
  for (const header of ['1', '2', '3', '4', '5']) await make.resource({ header, categories: ['Tax'] });
  await make.resource({ header: 'Unrelated', categories: ['Travel'] });
  await make.news({ header: 'News', categories: ['Tax'] });
  await make.resource({ header: 'For others', categories: ['Tax'], audience: ['Nla'] });
  const resourceId = await make.resource({
    header: 'This',
    categories: ['Tax', 'Audit'],
    ...of('Planning', { owner: 'Ana Brandt', reviewedAt: '2026-01-05T00:00:00Z' }),
  });
  const resource = await as('ana').call(getResource, { params: { resourceId } });
  expect(resource).toMatchObject({
    id: resourceId,
    header: 'This',
    department: 'Planning',
    owner: 'Ana Brandt',
    reviewedAt: '2026-01-05T00:00:00Z',
    components: [{ type: 'BodyText' }],
  });
  expect(resource.related.map((one) => one.header)).toEqual(['5', '4', '3', '2']);
  const bare = await make.resource({ department: null, owner: null });
  expect(await as('ana').call(getResource, { params: { resourceId: bare } })).toMatchObject({
    department: null,
    owner: null,
    reviewedAt: null,
    related: [],
  });
});

test("drafts and scheduled, expired or other people's resources appear in no list, total or detail [BASE-006, A3, A4]", async () => {
  const { as, make, clock } = await testPortal();
  const at = (hours: number) => new Date(clock.now.getTime() + hours * HOUR_MS).toISOString();
  const hidden = [
    await make.resource({ isDraft: true }),
    await make.resource({ publishedAt: at(1) }),
    await make.resource({ publishedAt: at(-3), expiresAt: at(-1) }),
    await make.resource({ audience: ['Nla'] }),
    await make.news(),
  ];
  const shown = await make.resource({ audience: ['AdvisorHybrid'] });
  expect(await as('ana').call(listResources, { query: {} })).toMatchObject({ total: 1, items: [{ id: shown }] });
  const missing = await as('ana').fail(getResource, { params: { resourceId: '00000000-0000-4000-8000-000000000000' } });
  for (const resourceId of hidden)
    expect({ ...(await as('ana').fail(getResource, { params: { resourceId } })), requestId: '' }).toEqual({
      ...missing,
      requestId: '',
    });
});

test('an editor previews drafts, scheduled and expired items; others get 404 for everything [RES-005, PREVIEW-003, A4]', async () => {
  const { as, make, clock, portal } = await testPortal();
  const at = (hours: number) => new Date(clock.now.getTime() + hours * HOUR_MS).toISOString();
  await make.resource({ header: 'Related', categories: ['Tax'] });
  const draft = await make.resource({ header: 'Draft', isDraft: true, categories: ['Tax'] });
  for (const resourceId of [
    draft,
    await make.resource({ publishedAt: at(1) }),
    await make.resource({ publishedAt: at(-3), expiresAt: at(-1) }),
    await make.resource({ audience: ['Nla'] }),
  ])
    expect(await as('edda').call(previewResource, { params: { resourceId } })).toMatchObject({ id: resourceId });
  expect(await as('edda').call(previewResource, { params: { resourceId: draft } })).toMatchObject({
    header: 'Draft',
    related: [{ header: 'Related' }],
  });
  const missing = await as('ana').fail(previewResource, {
    params: { resourceId: '00000000-0000-4000-8000-000000000000' },
  });
  expect(missing).toMatchObject({ status: 404 });
  expect({ ...(await as('ana').fail(previewResource, { params: { resourceId: draft } })), requestId: '' }).toEqual({
    ...missing,
    requestId: '',
  });
  expect({ ...(await as('ana').fail(previewResource, { params: { resourceId: 'x' } })), requestId: '' }).toEqual({
    ...missing,
    requestId: '',
  });
  expect(await as('edda').fail(previewResource, { params: { resourceId: await make.news() } })).toMatchObject({
    status: 404,
  });
  const { headers: answered } = await portal.inject({
    url: `/api/v1/resources/${draft}/preview`,
    headers: await as('edda').headers(),
  });
  expect(answered['cache-control']).toBe('no-store');
});
