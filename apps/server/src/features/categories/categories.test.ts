import { expect, test } from 'vitest';
import { listNewsCategories } from '@portico/contracts/categories';
import { testPortal } from '../../testing/testPortal.ts';

test('categories are those of the news that the reader may see, with how many there are, by name [NEWS-012, BASE-006]', async () => {
  const { as, make, clock } = await testPortal();
  await make.news({ categories: ['Tax', 'audit'] });
  await make.news({ categories: ['Tax'] });
  await make.news({ categories: ['Secret', 'Tax'], audience: ['AdvisorCorporate'] });
  await make.news({ categories: ['Draft'], isDraft: true });
  await make.news({ categories: ['Gone'], expiresAt: new Date(clock.now.getTime() - 1000).toISOString() });
  await make.event({ categories: ['Event'] });
  expect(await as('ana').call(listNewsCategories, {})).toEqual([{ name: 'audit', count: 1 }, { name: 'Tax', count: 2 }]);
  expect(await as('cora').call(listNewsCategories, {})).toEqual([{ name: 'audit', count: 1 }, { name: 'Secret', count: 1 }, { name: 'Tax', count: 3 }]);
});

test('without news there are no categories', async () => {
  const { as } = await testPortal();
  expect(await as('ana').call(listNewsCategories, {})).toEqual([]);
});
