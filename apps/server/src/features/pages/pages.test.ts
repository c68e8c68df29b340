import { expect, test } from 'vitest';
import { contentPagePaths } from '@portico/kinds/contentPagePaths';
import { getContentPage, previewContentPage } from '@portico/contracts/pages';
import { publish } from '../../content/publication.ts';
import { testPortal } from '../../testing/testPortal.ts';

test('people find a content page by its path if they may see it', async () => {
  const { as, make, clock } = await testPortal();
  const support = await make.page({ header: 'Support', description: 'How to reach us.' });
  await make.page({ header: 'Accounts', path: '/accounts', audience: ['Nla'] });
  await make.page({ header: 'Records', path: '/records', isDraft: true });
  await make.page({
    header: 'Explore',
    path: '/explore',
    publishedAt: new Date(clock.now.getTime() + 1000).toISOString(),
  });
  expect(await as('ana').call(getContentPage, { query: { path: '/support' } })).toMatchObject({
    id: support,
    path: '/support',
    header: 'Support',
    description: 'How to reach us.',
    image: null,
    components: [{ type: 'BodyText' }],
  });
  for (const path of contentPagePaths.filter((one) => one !== '/support'))
    expect(await as('ana').fail(getContentPage, { query: { path } })).toMatchObject({
      status: 404,
      detail: 'The page was not found.',
    });
  expect(await as('nils').call(getContentPage, { query: { path: '/accounts' } })).toMatchObject({ header: 'Accounts' });
  for (const path of ['/', '/nowhere', '', '/support/', '/SUPPORT'])
    expect(await as('ana').failWith(getContentPage, { query: { path } })).toMatchObject({
      status: 400,
      code: 'invalid_input',
    });
});

test('two published pages cannot have the same path', async () => {
  const { make } = await testPortal();
  await make.page();
  await expect(make.page()).rejects.toMatchObject({ code: '23505' });
});

test('an editor previews the draft at a path before and after publication; others get 404 [PREVIEW-003, A4]', async () => {
  const { as, make, db, clock, portal } = await testPortal();
  const records = await make.page({ header: 'Records draft', path: '/records', isDraft: true });
  const support = await make.page({ header: 'Support' });
  const shown = async (path: '/support' | '/records') =>
    (await as('edda').call(previewContentPage, { query: { path } })).header;
  expect([await shown('/records'), await shown('/support')]).toEqual(['Records draft', 'Support']);
  const draft = await make.redraft(support, { header: 'Better support' });
  expect(await shown('/support')).toBe('Better support');
  expect(await as('edda').call(getContentPage, { query: { path: '/support' } })).toMatchObject({ header: 'Support' });
  await publish(db, draft, { now: clock.now });
  expect(await as('ana').call(getContentPage, { query: { path: '/support' } })).toMatchObject({
    header: 'Better support',
  });
  await make.page({ header: 'Another try', isDraft: true });
  expect(await shown('/support')).toBe('Another try');

  const missing = await as('ana').fail(previewContentPage, { query: { path: '/community' } });
  for (const path of ['/records', '/support'] as const)
    expect({ ...(await as('ana').fail(previewContentPage, { query: { path } })), requestId: '' }).toEqual({
      ...missing,
      requestId: '',
    });
  expect(await as('edda').fail(previewContentPage, { query: { path: '/community' } })).toMatchObject({ status: 404 });
  const answer = await portal.inject({
    url: '/api/v1/pages/preview?path=/records',
    headers: await as('edda').headers(),
  });
  expect([answer.headers['cache-control'], answer.json<{ id: string }>().id]).toEqual(['no-store', records]);
});
