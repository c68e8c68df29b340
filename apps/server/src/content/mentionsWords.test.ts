import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { contentMaker } from '../testing/contentMaker.ts';
import { testDatabase } from '../testing/testDatabase.ts';
import { mentionsWords } from './mentionsWords.ts';

test('a list narrowed by words keeps what has all of them, the last one also as a beginning', async () => {
  const { db } = await testDatabase();
  const make = contentMaker(db, { now: new Date() });
  await make.event({ header: 'Retirement planning in Boston', description: 'Rules of the 401(k) for smaller companies.' });
  await make.event({ header: 'Estate planning', description: 'Trusts and wills.', audience: ['Nla'] });
  await make.event({ header: 'Not published: retirement', isDraft: true });
  const found = async (text: string) => (await sql<{ header: string }>`
    select rev.header from content_items item join content_revisions rev on rev.id = item.published_revision_id
    where ${mentionsWords(text)} order by 1`.execute(db)).rows.map(({ header }) => header);
  const [retirement, estate] = ['Retirement planning in Boston', 'Estate planning'];
  expect(await found('planning')).toEqual([estate, retirement]);
  expect(await found('PLANS')).toEqual([estate, retirement]);
  expect(await found('plan retirem')).toEqual([retirement]);
  expect(await found('retirem plan')).toEqual([]);
  expect(await found('planning for')).toEqual([estate, retirement]);
  expect(await found('401k rules')).toEqual([retirement]);
  expect(await found('rules 401-k')).toEqual([retirement]);
  expect(await found('company the 40')).toEqual([retirement]);
  expect(await found('trusts wills boston')).toEqual([]);
  for (const nothing of ['???', '\' & | ! :*', '\u{1f4c8}', 'of the', "'); drop table search_items; --"]) expect(await found(nothing)).toEqual([]);
});
