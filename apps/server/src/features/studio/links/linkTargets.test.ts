import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { findLinkTargets } from '@portico/contracts/studio/pickers';
import { changeStudioItem, listStudioItems } from '@portico/contracts/studio/studio';
import { sharedPortal } from '../../../testing/testPortal.ts';

const now = new Date('2026-11-20T12:00:00Z');
const portal = sharedPortal({ now, env: { DEPARTMENTS_CLAIM: 'custom:departments' } });
const find = async (name: string, text: string) =>
  (await portal().as(name).call(findLinkTargets, { query: { text } })).items.map(({ title }) => title).sort();

test('link search offers only items that the person may open [STUDIO-341]', async () => {
  const { make } = portal();
  const [past, future] = ['2026-10-01T12:00:00Z', '2026-12-24T12:00:00Z'];
  const compliance = { authorDepartment: 'Compliance' };
  const operations = { authorDepartment: 'Operations' };
  await make.news({ ...compliance, header: 'Bonus plan for everyone' });
  await make.news({ ...compliance, header: 'Bonus plan for insurance', audience: ['InsuranceOnly'] });
  await make.news({ ...compliance, header: 'Bonus plan of next month', publishedAt: future });
  await make.news({
    ...compliance,
    header: 'Bonus plan of last month',
    publishedAt: past,
    expiresAt: '2026-11-01T12:00:00Z',
  });
  await make.news({ ...compliance, header: 'Bonus plan withheld', isDraft: true });
  await make.news({ ...operations, header: 'Bonus plan from operations', publishedAt: future });
  await make.news({ ...operations, header: 'Bonus plan for insurance desks', audience: ['InsuranceOnly'] });
  await make.news({
    ...operations,
    header: 'Bonus plan that ended',
    publishedAt: past,
    expiresAt: '2026-11-01T12:00:00Z',
  });
  const everyone = 'Bonus plan for everyone';
  const ofOperations = ['Bonus plan for insurance desks', 'Bonus plan from operations'];
  expect(await find('aud', 'bonus plan')).toEqual([everyone, ...ofOperations].sort());
  expect(await find('edda', 'bonus plan')).toEqual(
    [everyone, 'Bonus plan for insurance', 'Bonus plan of next month', ...ofOperations].sort(),
  );
});

test('the list does not name an archived item once it was moved to another department [STUDIO-341]', async () => {
  const { make, as } = portal();
  const itemId = await make.news({ header: 'Layoffs at the Tulsa branch', authorDepartment: 'Operations' });
  await make.withdraw(itemId);
  const named = async () => (await as('aud').call(listStudioItems, { query: { text: 'Tulsa' } })).total;
  expect(await named()).toBe(1);
  await as('edda').call(changeStudioItem, {
    params: { itemId },
    body: {
      clientId: randomUUID(),
      batchId: randomUUID(),
      base: 0,
      changes: [{ do: 'field', name: 'authorDepartment', value: 'Human Resources' }],
    },
  });
  expect(await named()).toBe(0);
});
