import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { approveStudioItem, requestStudioReview } from '@portico/contracts/studio/reviews';
import { setApprovalRules } from '@portico/contracts/studio/roles';
import { getStudioRevision, listStudioRevisions } from '@portico/contracts/studio/studio';
import { expect, test } from 'vitest';
import { studioActions, titled } from '../../testing/studioActions.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { publishDue } from './releases/publishDue.ts';
import { purgeStudio } from './studio.jobs.ts';

/** Two editors, and the writers of each revision of an item, newest first. */
async function twoEditors() {
  const portal = await testPortal();
  const actionsOf = (name: string) => studioActions(() => portal.as(name));
  const writersOf = async (itemId: string) =>
    (await portal.as('edda').call(listStudioRevisions, { params: { itemId } })).items.map(({ writers }) => writers);
  const pass = (ms: number) => {
    portal.clock.now = new Date(portal.clock.now.getTime() + ms);
  };
  return { portal, edda: actionsOf('edda'), adam: actionsOf('adam'), writersOf, pass };
}

const BOTH = ['Adam Vance', 'Edda Mohr'];

test('a revision names everyone who wrote in it since the one before, no matter who publishes it [COWRITE-063]', async () => {
  const { portal, edda, adam, writersOf } = await twoEditors();
  const itemId = await edda.write('First');
  await adam.change(itemId, [titled('First, by both')]);
  await edda.publish(itemId);
  expect(await writersOf(itemId)).toEqual([BOTH]);
  await edda.change(itemId, [titled('Second')]);
  await adam.publish(itemId);
  expect(await writersOf(itemId)).toEqual([['Edda Mohr'], BOTH]);
  // Both wrote in the item before, so nothing of theirs needs its lock but the first key after a publication.
  await edda.change(itemId, [titled('Third')]);
  await adam.change(itemId, [titled('Third, by both')]);
  await adam.change(itemId, [titled('Third, by both again')]);
  await edda.publish(itemId);
  expect(await writersOf(itemId)).toEqual([BOTH, ['Edda Mohr'], BOTH]);
  const third = await portal.as('edda').call(getStudioRevision, { params: { itemId, number: '3' } });
  expect(third).toMatchObject({ createdBy: 'Edda Mohr', writers: BOTH });
});

test('an approval and the end of single saves leave the writers known [COWRITE-063]', async () => {
  const { portal, edda, adam, writersOf, pass } = await twoEditors();
  await portal.as('edda').call(setApprovalRules, { body: { rules: [{ scope: 'kind', value: 'news' }] } });
  const itemId = await adam.write('Draft');
  pass(30 * DAY_MS);
  await purgeStudio({}, portal.parts);
  await edda.change(itemId, [titled('Draft, by both')]);
  const review = { purpose: 'Publish', note: '', dueOn: null } as const;
  await portal.as('edda').call(requestStudioReview, { params: { itemId }, body: review });
  const { version, sequence } = await edda.open(itemId);
  await portal.as('abe').call(approveStudioItem, { params: { itemId }, body: { version, sequence, comment: '' } });
  await edda.publish(itemId);
  expect(await writersOf(itemId)).toEqual([BOTH]);
});

test('a version that replaces one that waits names the writers of both [COWRITE-063]', async () => {
  const { portal, edda, adam, writersOf, pass } = await twoEditors();
  const itemId = await edda.write('First');
  await edda.publish(itemId);
  const goesLiveAt = new Date(portal.clock.now.getTime() + HOUR_MS).toISOString();
  await adam.change(itemId, [titled('Second')]);
  await adam.publish(itemId, { goesLiveAt });
  await edda.change(itemId, [titled('Second, by both')]);
  await edda.publish(itemId, { goesLiveAt });
  expect((await writersOf(itemId))[0]).toEqual(BOTH);
  pass(HOUR_MS);
  await publishDue({}, portal.parts);
  await edda.change(itemId, [titled('Third')]);
  await edda.publish(itemId);
  expect((await writersOf(itemId))[0]).toEqual(['Edda Mohr']);
});
