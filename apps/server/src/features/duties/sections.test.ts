import { hash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { confirmItem, getItemConfirmation, listDuties, type ConfirmedView } from '@portico/contracts/duties';
import type { Change } from '@portico/contracts/studio/draft';
import { getAskedItem } from '@portico/contracts/studio/confirmations';
import { addToRelease, createRelease } from '@portico/contracts/studio/releases';
import { listSectionChanges } from '@portico/contracts/studio/sections';
import { publishStudioItem } from '@portico/contracts/studio/studio';
import type { ContentComponent } from '@portico/kinds/content';
import { owedDuties } from '../../content/duties.ts';
import { readRows } from '../../db/rows.ts';
import { addJob } from '../../jobs/queue.ts';
import { studioActions, titled } from '../../testing/studioActions.ts';
import { testPortal } from '../../testing/testPortal.ts';

const MORNING = new Date('2026-06-10T14:00:00Z');
const READERS = ['ana', 'cora', 'dora'];

const textOf = (text: string) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text }] }],
});
const body = (id: string, text: string): ContentComponent => ({ id, type: 'BodyText', body: textOf(text) });
const header = (id: string, text: string): ContentComponent => ({ id, type: 'Header', level: 2, text });
const inserted = (components: ContentComponent[]): Change[] =>
  components.map((component, index) => ({
    do: 'insert',
    component,
    place: { tree: 'components', parent: null, after: components[index - 1]?.id ?? null },
  }));
const set = (id: string, text: string): Change => ({ do: 'set', component: body(id, text) });

const policy = inserted([
  header('h1', 'Gifts'),
  body('gifts', 'Up to $100 a year.'),
  header('h2', 'Meals'),
  body('meals', 'Ordinary meals are fine.'),
  header('h3', 'Records'),
  body('records', 'Keep the log.'),
  { id: 'ask', type: 'Confirmation', statement: 'I have read the policy.', dueDate: '2026-06-20' },
]);

async function setup() {
  const portal = await testPortal({ now: MORNING });
  const { as, db, clock } = portal;
  const actions = studioActions(() => as('edda'));
  for (const name of ['edda', ...READERS]) await as(name).call(listDuties, { query: {} });
  const changes = (itemId: string) => as('edda').call(listSectionChanges, { params: { itemId } });
  return {
    ...portal,
    ...actions,
    changes,
    read: actions.open,
    /** Publishes with these sections marked as material, and all others as small. */
    mark: async (itemId: string, material: string[], more: { goesLiveAt?: string; asksAgain?: string } = {}) => {
      const { sections } = await changes(itemId);
      const reason = material.length > 0 ? { asksAgain: 'New rules' } : {};
      await actions.publish(itemId, {
        ...reason,
        ...more,
        sections: sections.map(({ key, heading }) => ({ key, isMaterial: material.includes(heading) })),
      });
      clock.now = new Date(clock.now.getTime() + 60_000);
    },
    asked: (name: string, itemId: string) => as(name).call(getItemConfirmation, { params: { itemId } }),
    confirm: async (name: string, itemId: string, view?: ConfirmedView) => {
      const { revisionId } = await as(name).call(getItemConfirmation, { params: { itemId } });
      const press = { revisionId, openedFrom: 'Page' as const, ...(view ? { view } : {}) };
      return as(name).call(confirmItem, { params: { itemId }, body: press });
    },
    open: async () => {
      const lists = await Promise.all(
        READERS.map(async (name) => (await as(name).call(listDuties, { query: {} })).items),
      );
      const Owed = z.object({ count: z.int() });
      const [recount] = await readRows(
        db,
        Owed,
        sql`select count(*)::int as count from (${owedDuties(clock.now)}) owed join users person on person.id = owed.user_id
          where person.subject <> 'edda'`,
      );
      expect(lists.flat()).toHaveLength(recount!.count);
      return READERS.filter((_, index) => lists[index]!.length > 0);
    },
  };
}

test('only what an editor marks as material asks again, with the sections and the words that each person confirmed [DUTY-022, DUTY-024]', async () => {
  const { write, publish, change, mark, confirm, asked, open, as, changes } = await setup();
  const itemId = await write('Gift policy', policy);
  await publish(itemId);
  expect(await changes(itemId)).toEqual({ sections: [], confirmed: [] });
  for (const name of ['ana', 'cora']) await confirm(name, itemId);
  await change(itemId, [set('gifts', 'Up to $50 a year.'), set('meals', 'Ordinary meals are okay.')]);
  const { sections, confirmed } = await changes(itemId);
  expect(sections.map(({ heading, change: how, before, after }) => [heading, how, before, after])).toEqual([
    ['Gifts', 'Changed', 'Up to $100 a year.', 'Up to $50 a year.'],
    ['Meals', 'Changed', 'Ordinary meals are fine.', 'Ordinary meals are okay.'],
  ]);
  expect(confirmed).toEqual([{ people: 2, keys: sections.map(({ key }) => key), isAskedByAny: false }]);
  await mark(itemId, []);
  expect(await open()).toEqual(['dora']);
  expect((await asked('ana', itemId)).changedSince).toBeNull();
  await change(itemId, [set('records', 'Keep the log for five years.')]);
  await mark(itemId, ['Records']);
  expect(await open()).toEqual(READERS);
  expect((await asked('ana', itemId)).changedSince).toMatchObject({
    revision: 1,
    sections: [{ heading: 'Records', before: 'Keep the log.', after: 'Keep the log for five years.' }],
    small: ['Gifts', 'Meals'],
  });
  expect((await as('ana').call(listDuties, { query: {} })).items).toMatchObject([{ changed: ['Records'] }]);
  // Who never confirmed reads the whole page.
  expect((await asked('dora', itemId)).changedSince).toBeNull();
  expect((await as('dora').call(listDuties, { query: {} })).items).toMatchObject([{ changed: [] }]);
});

test('who skipped two versions reads the material changes of both, compared with the version they confirmed [DUTY-024]', async () => {
  const { write, publish, change, mark, confirm, asked, as } = await setup();
  const itemId = await write('Gift policy', policy);
  await publish(itemId);
  for (const name of ['ana', 'cora']) await confirm(name, itemId);
  await change(itemId, [set('gifts', 'Up to $75 a year.')]);
  await mark(itemId, ['Gifts']);
  await confirm('cora', itemId, 'Changes');
  await change(itemId, [set('gifts', 'Up to $75 a year!'), set('meals', 'No meals.'), set('records', 'Keep the log!')]);
  await mark(itemId, ['Meals']);
  const read = async (name: string) =>
    (await asked(name, itemId)).changedSince?.sections.map(({ heading, before }) => [heading, before]);
  expect(await read('ana')).toEqual([
    ['Gifts', 'Up to $100 a year.'],
    ['Meals', 'Ordinary meals are fine.'],
  ]);
  expect(await read('cora')).toEqual([['Meals', 'Ordinary meals are fine.']]);
  expect((await as('ana').call(listDuties, { query: {} })).items).toMatchObject([{ changed: ['Gifts', 'Meals'] }]);
  expect((await confirm('ana', itemId, 'Changes')).changedSince).toBeNull();
  expect((await as('ana').call(listDuties, { query: { state: 'Done' } })).items).toHaveLength(2);
});

test('a change that is taken back asks only those who confirmed it; the others are done, and the numbers say so before [DUTY-025]', async () => {
  const { write, publish, change, mark, confirm, asked, open, changes, as } = await setup();
  const itemId = await write('Gift policy', policy);
  await publish(itemId);
  for (const name of READERS) await confirm(name, itemId);
  await change(itemId, [set('gifts', 'Up to $50 a year.')]);
  await mark(itemId, ['Gifts']);
  await confirm('cora', itemId);
  expect(await open()).toEqual(['ana', 'dora']);
  await change(itemId, [set('gifts', 'Up to $100 a year.')]);
  const { sections, confirmed } = await changes(itemId);
  expect(confirmed).toEqual([{ people: 1, keys: [sections[0]!.key], isAskedByAny: false }]);
  await mark(itemId, ['Gifts']);
  expect(await open()).toEqual(['cora']);
  expect((await asked('ana', itemId)).confirmed).toMatchObject({ revision: 1 });
  expect((await asked('cora', itemId)).changedSince).toMatchObject({
    revision: 2,
    sections: [{ before: 'Up to $50 a year.', after: 'Up to $100 a year.' }],
  });
  const numbers = () => as('edda').call(getAskedItem, { params: { itemId } });
  expect(await numbers()).toMatchObject({ confirmed: 2 });
  await confirm('cora', itemId);
  expect(await numbers()).toMatchObject({ confirmed: 3 });
  // A small change leaves those confirmations as they are.
  await change(itemId, [set('gifts', 'Up to $100 per year.')]);
  await mark(itemId, []);
  expect(await open()).toEqual([]);
});

test('a confirmation records each section with its digest, and which were shown as changed since which version [DUTY-026]', async () => {
  const { write, publish, change, mark, confirm, db } = await setup();
  const itemId = await write('Gift policy', policy);
  await publish(itemId);
  await confirm('ana', itemId);
  await change(itemId, [set('gifts', 'Up to $50 a year.')]);
  await mark(itemId, ['Gifts']);
  await confirm('ana', itemId, 'Changes');
  const records = (await db.selectFrom('confirmations').select('record').orderBy('confirmed_at').execute()).map(
    ({ record }) => JSON.parse(record) as Record<string, unknown>,
  );
  const gifts = (text: string) =>
    hash(
      'sha256',
      `[{"id":"h1","level":2,"text":"Gifts","type":"Header"},{"body":{"content":[{"content":[{"text":"${text}","type":"text"}],"type":"paragraph"}],"type":"doc"},"id":"gifts","type":"BodyText"}]`,
      'hex',
    );
  const first = records[0] as { revision: { id: string } };
  expect(records).toMatchObject([
    {
      type: 'portico-confirmation-2',
      sections: [
        { heading: 'Title and summary' },
        { heading: 'Gifts', sha256: gifts('Up to $100 a year.') },
        { heading: 'Meals' },
        { heading: 'Records' },
        { heading: 'What you confirm' },
      ],
      changes: null,
    },
    {
      changes: {
        since: { id: first.revision.id, number: 1 },
        sections: [
          {
            heading: 'Gifts',
            change: 'Changed',
            sections: [{ heading: 'Gifts', sha256: gifts('Up to $50 a year.') }],
          },
        ],
        shown: 'Changes',
      },
    },
  ]);
  const [leaf] = await db.selectFrom('proof_leaves').select('record').orderBy('number', 'desc').limit(1).execute();
  expect(JSON.parse(leaf!.record)).toMatchObject({ ...records[1], type: 'confirmation', version: 2 });
});

test('marks are stored with the version for good and are in the audit log; wrong ones change nothing [DUTY-023]', async () => {
  const { write, publish, change, mark, confirm, changes, as, db, read } = await setup();
  const itemId = await write('Gift policy', policy);
  await publish(itemId);
  await confirm('ana', itemId);
  await change(itemId, [set('gifts', 'Up to $50 a year.'), set('meals', 'No meals.')]);
  const { sections } = await changes(itemId);
  const marked = (isMaterial: boolean) => sections.map(({ key }) => ({ key, isMaterial }));
  const seen = await read(itemId);
  const fail = (more: object) =>
    as('edda').fail(publishStudioItem, {
      params: { itemId },
      body: { version: seen.version, sequence: seen.sequence, ...more },
    });
  expect(await fail({ sections: marked(true).slice(1), asksAgain: 'x' })).toMatchObject({ status: 409 });
  expect(
    await fail({ sections: [...marked(true), { key: '0'.repeat(64), isMaterial: true }], asksAgain: 'x' }),
  ).toMatchObject({ status: 409 });
  expect(await fail({ sections: marked(true) })).toMatchObject({ status: 400 });
  expect(await fail({ sections: marked(false), asksAgain: 'x' })).toMatchObject({ status: 400 });
  expect(await fail({ sections: [{ key: 'x', isMaterial: true }], asksAgain: 'x' })).toMatchObject({ status: 400 });
  expect(await fail({ sections: [] })).toMatchObject({ status: 400 });
  expect(await db.selectFrom('confirmation_rounds').select('number').execute()).toHaveLength(1);
  await mark(itemId, ['Gifts']);
  const stored = await db
    .selectFrom('content_revisions')
    .select(['section_marks', 'id'])
    .where('section_marks', 'is not', null)
    .execute();
  expect(stored).toMatchObject([
    {
      section_marks: {
        sections: [
          { heading: 'Gifts', isMaterial: true },
          { heading: 'Meals', isMaterial: false },
        ],
      },
    },
  ]);
  await expect(
    db.updateTable('content_revisions').set({ section_marks: null }).where('id', '=', stored[0]!.id).execute(),
  ).rejects.toThrow();
  const logged = await db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'news.sections-marked')
    .execute();
  expect(logged.map(({ details }) => details)).toEqual([
    { material: 1, materialSections: 'Gifts', small: 1, smallSections: 'Meals' },
  ]);
  expect(await as('ana').fail(listSectionChanges, { params: { itemId } })).toMatchObject({ status: 404 });
});

test('marks take effect when the version goes live, by its date or with a release [DUTY-027]', async () => {
  const { write, publish, change, mark, confirm, asked, open, changes, as, clock, parts, runJobs } = await setup();
  const itemId = await write('Gift policy', policy);
  await publish(itemId);
  for (const name of READERS) await confirm(name, itemId);
  const goLive = async (at: string) => {
    clock.now = new Date(at);
    await addJob(parts.db, 'publish-due', {});
    await runJobs();
  };
  await change(itemId, [set('gifts', 'Up to $50 a year.')]);
  await mark(itemId, ['Gifts'], { goesLiveAt: '2026-06-10T16:00:00.000Z' });
  expect(await open()).toEqual([]);
  await goLive('2026-06-10T16:00:00Z');
  expect((await asked('ana', itemId)).changedSince).toMatchObject({ sections: [{ heading: 'Gifts' }] });
  await confirm('ana', itemId);
  await change(itemId, [set('meals', 'No meals.')]);
  const release = { id: randomUUID(), name: 'July', goesLiveAt: '2026-06-10T17:00:00.000Z' };
  await as('edda').call(createRelease, { body: release });
  const params = { releaseId: release.id };
  const sections = (await changes(itemId)).sections.map(({ key }) => ({ key, isMaterial: true }));
  const two = [{ itemId }, { itemId: await write('Other', policy) }];
  expect(await as('edda').fail(addToRelease, { params, body: { items: two, sections, asksAgain: 'x' } })).toMatchObject(
    { status: 400 },
  );
  await as('edda').call(addToRelease, { params, body: { items: [{ itemId }], sections, asksAgain: 'No meals' } });
  await goLive('2026-06-10T17:00:00Z');
  expect((await asked('ana', itemId)).changedSince).toMatchObject({ revision: 2, sections: [{ heading: 'Meals' }] });
  expect((await asked('cora', itemId)).changedSince?.sections.map(({ heading }) => heading)).toEqual([
    'Gifts',
    'Meals',
  ]);
});

test('without marks, every change of a version that asks again is material, and everyone is asked [DUTY-022]', async () => {
  const { write, publish, change, confirm, asked, open, clock } = await setup();
  const itemId = await write('Gift policy', policy);
  await publish(itemId);
  for (const name of READERS) await confirm(name, itemId);
  await change(itemId, [set('gifts', 'Up to $50 a year.')]);
  await publish(itemId, { asksAgain: 'Once a year' });
  expect((await asked('ana', itemId)).changedSince).toMatchObject({ sections: [{ heading: 'Gifts' }] });
  for (const name of READERS) await confirm(name, itemId);
  clock.now = new Date('2026-06-11T14:00:00Z');
  const ask: Change = {
    do: 'set',
    component: { id: 'ask', type: 'Confirmation', statement: 'I have read the policy.', dueDate: '2027-06-20' },
  };
  await change(itemId, [ask]);
  await publish(itemId, { asksAgain: 'Once a year' });
  expect(await open()).toEqual(READERS);
  expect((await asked('ana', itemId)).changedSince).toBeNull();
});

test('changes show nothing of an item that its reader no longer sees, nor words that only some of its readers see [DUTY-028]', async () => {
  const { write, publish, change, mark, confirm, asked, as, changes } = await setup();
  const event: Change[] = [
    { do: 'field', name: 'startsAt', value: '2026-07-01T14:00:00.000Z' },
    { do: 'field', name: 'endsAt', value: '2026-07-01T15:00:00.000Z' },
    ...policy,
    {
      do: 'insert',
      component: body('join', 'The code is 1234.'),
      place: { tree: 'preEventData', parent: null, after: null },
    },
  ];
  const itemId = await write('Gift course', event, 'event');
  await publish(itemId);
  for (const name of ['ana', 'cora']) await confirm(name, itemId);
  await change(itemId, [titled('Gift and meal course'), set('join', 'The code is 9876.')]);
  expect((await changes(itemId)).sections.map(({ after }) => after)).toContain('The code is 9876.');
  await mark(itemId, ['Title and summary', 'Before the event']);
  const { changedSince } = await asked('ana', itemId);
  expect(changedSince?.sections).toMatchObject([
    { heading: 'Title and summary', before: expect.stringContaining('Gift course') },
    { heading: 'Before the event', before: '', after: '', isWithheld: true },
  ]);
  await change(itemId, [{ do: 'field', name: 'audience', value: ['AdvisorHybrid'] }]);
  await publish(itemId);
  expect(await as('cora').fail(getItemConfirmation, { params: { itemId } })).toMatchObject({ status: 404 });
  expect((await as('cora').call(listDuties, { query: {} })).items).toEqual([]);
});
