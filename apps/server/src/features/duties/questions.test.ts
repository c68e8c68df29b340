import { giveDelegation } from '@portico/contracts/acting';
import { certificatePath } from '@portico/contracts/credits';
import { confirmItem, getItemConfirmation, listDuties, recordPath } from '@portico/contracts/duties';
import { getEvent } from '@portico/contracts/events';
import { reportWatching, setWatching, type WatchingRule } from '@portico/contracts/watching';
import { getNewsItem } from '@portico/contracts/news';
import { getContentPage } from '@portico/contracts/pages';
import { listAskedPeople } from '@portico/contracts/studio/confirmations';
import { getDeskEvent } from '@portico/contracts/studio/eventsDesk';
import type { ComponentOf } from '@portico/kinds/content';
import { expect, test } from 'vitest';
import { owedDuties } from '../../content/duties.ts';
import { textOfPdf } from '../../pdf/testing/textOfPdf.ts';
import { creditedPortal, lineOf } from './testing/creditedPortal.ts';

const QUESTIONS = [
  {
    question: 'Who approves a gift?',
    choices: [{ text: 'Nobody' }, { text: 'The compliance desk', isRight: true }],
    explanation: 'The compliance desk approves each gift.',
  },
  { question: 'Up to how much?', choices: [{ text: '$100', isRight: true }, { text: '$500' }, { text: '$900' }] },
];
const ask = (more: Partial<ComponentOf<'Confirmation'>> = {}): ComponentOf<'Confirmation'> => ({
  id: 'ask',
  type: 'Confirmation',
  statement: 'I know the rules.',
  dueDate: '2026-06-20',
  questions: QUESTIONS,
  ...more,
});

/** A portal in which people answer questions, by default right. */
async function askingPortal() {
  const portal = await creditedPortal();
  const { as, make, register, press } = portal;
  const pressOf = async (name: string, itemId: string, answers?: Array<number | null>) => {
    const { revisionId } = await as(name).call(getItemConfirmation, { params: { itemId } });
    return { params: { itemId }, body: { revisionId, openedFrom: 'Page' as const, ...(answers && { answers }) } };
  };
  return {
    ...portal,
    answer: async (name: string, itemId: string, answers = [1, 0]) =>
      as(name).call(confirmItem, await pressOf(name, itemId, answers)),
    answerFails: async (name: string, itemId: string, answers?: Array<number | null>) =>
      as(name).fail(confirmItem, await pressOf(name, itemId, answers)),
    open: async (name: string) =>
      (await as(name).call(listDuties, { query: {} })).items.filter(({ kind }) => kind !== 'credits'),
    /** An event that asks those who were there, with a spot for Cora and Nils. */
    eventThatAsks: async (more: Partial<ComponentOf<'Confirmation'>> = {}) => {
      const eventId = await make.event({
        header: 'Ethics day',
        startsAt: '2026-06-05T19:00:00.000Z',
        endsAt: '2026-06-05T20:00:00.000Z',
        registration: {},
        credits: [lineOf('2')],
        components: [ask({ onlyAttended: true, ...more })],
      });
      for (const name of ['cora', 'nils']) await register(eventId, name);
      return eventId;
    },
    attend: (eventId: string, name: string) => press(eventId, name, true),
  };
}

test('a confirmation with questions is recorded once all are answered right; wrong answers explain and can be tried again [DUTY-100]', async () => {
  const { make, answer, answerFails, db, portal, as, open } = await askingPortal();
  const itemId = await make.news({ header: 'Gifts', components: [ask()] });
  const asked = await as('cora').call(getItemConfirmation, { params: { itemId } });
  expect(asked.questions).toEqual([
    { question: 'Who approves a gift?', choices: ['Nobody', 'The compliance desk'] },
    { question: 'Up to how much?', choices: ['$100', '$500', '$900'] },
  ]);
  const explained = { path: 'answers.0', message: 'The compliance desk approves each gift.' };
  const wrong = { path: 'answers.1', message: 'This is not right.' };
  for (const [answers, issues] of [
    [[0, 0], [explained]],
    [[1, 2], [wrong]],
    [
      [0, 1],
      [explained, wrong],
    ],
    // A position that no choice has is no answer.
    [[1, 7], [{ path: 'answers.1', message: 'Choose an answer.' }]],
    [[1, null], [{ path: 'answers.1', message: 'Choose an answer.' }]],
    [
      undefined,
      [
        { path: 'answers.0', message: 'Choose an answer.' },
        { path: 'answers.1', message: 'Choose an answer.' },
      ],
    ],
  ] as const)
    expect(await answerFails('cora', itemId, answers && [...answers])).toMatchObject({ code: 'invalid_input', issues });
  expect(await answerFails('cora', itemId, [1, 8])).toMatchObject({ code: 'invalid_input' });
  expect(await db.selectFrom('confirmations').selectAll().execute()).toEqual([]);
  expect(await open('cora')).toHaveLength(1);

  const { confirmed, revision } = await answer('cora', itemId);
  const headers = await as('cora').headers();
  const record = (await portal.inject({ url: recordPath(confirmed!.id), headers })).json<Record<string, unknown>>();
  const answers = [
    { question: 'Who approves a gift?', answer: 'The compliance desk' },
    { question: 'Up to how much?', answer: '$100' },
  ];
  expect(record).toMatchObject({ answers, revision: { number: revision } });
  const leaf = await db.selectFrom('proof_leaves').selectAll().executeTakeFirstOrThrow();
  expect(JSON.parse(leaf.record)).toMatchObject({ answers });
  expect(await open('cora')).toEqual([]);
});

test('readers get neither the right answers nor the explanations with a page [DUTY-101]', async () => {
  const { make, as } = await askingPortal();
  const callout = { id: 'around', type: 'ExpandCollapse', title: 'More', components: [ask()] } as never;
  const newsId = await make.news({ components: [callout] });
  const eventId = await make.event({ components: [ask()] });
  await make.page({ path: '/community', components: [ask()] });
  const cora = as('cora');
  const pages = [
    await cora.call(getNewsItem, { params: { newsId } }),
    await cora.call(getEvent, { params: { eventId } }),
    await cora.call(getContentPage, { query: { path: '/community' } }),
  ];
  for (const page of pages) {
    expect(JSON.stringify(page)).toContain('I know the rules.');
    expect(JSON.stringify(page)).not.toMatch(/isRight|Who approves a gift|approves each gift/);
  }
});

test('changed questions ask nobody again, and records name the revision of the questions that were answered [DUTY-102]', async () => {
  const { make, answer, as, change, publish, open, db } = await askingPortal();
  const itemId = await make.news({ header: 'Gifts', authorDepartment: null, components: [ask()] });
  await answer('cora', itemId);
  const [, second] = QUESTIONS;
  await change(itemId, [{ do: 'set', component: ask({ questions: [second!] }) }]);
  await publish(itemId);
  expect(await open('cora')).toEqual([]);
  expect((await as('cora').call(getItemConfirmation, { params: { itemId } })).confirmed).toMatchObject({ revision: 1 });
  await answer('nils', itemId, [0]);
  const records = await db.selectFrom('confirmations').select('record').orderBy('confirmed_at').execute();
  expect(
    records
      .map(({ record }) => JSON.parse(record))
      .map(({ revision, answers }) => [revision.number, answers.length])
      .toSorted(),
  ).toEqual([
    [1, 2],
    [2, 1],
  ]);
});

test('an event asks those who were there, whose credits and certificate count once they answered right [CREDIT-080]', async () => {
  const { eventThatAsks, attend, press, answer, answerFails, open, creditsOf, as, db, clock, portal } =
    await askingPortal();
  const eventId = await eventThatAsks();
  const params = { itemId: eventId };
  const hours = async (name: string) => (await creditsOf(name)).credits.map((credit) => credit.hours);
  expect(await open('cora')).toEqual([]);
  expect(await as('cora').fail(getItemConfirmation, { params })).toMatchObject({ code: 'not_found' });

  await attend(eventId, 'cora');
  expect(await open('cora')).toMatchObject([{ itemId: eventId, statement: 'I know the rules.' }]);
  expect(await hours('cora')).toEqual([]);
  expect(await answerFails('cora', eventId, [0, 0])).toMatchObject({ code: 'invalid_input' });
  expect(await hours('cora')).toEqual([]);
  // The one who was not there, and one who never registered.
  for (const name of ['nils', 'ana']) {
    expect(await open(name)).toEqual([]);
    expect(await as(name).fail(getItemConfirmation, { params })).toMatchObject({ code: 'not_found' });
  }
  const owed = await owedDuties(clock.now).execute(db);
  expect(owed.rows).toHaveLength(1);

  await answer('cora', eventId);
  expect(await hours('cora')).toEqual(['2']);
  expect(await hours('nils')).toEqual([]);
  const [credit] = (await creditsOf('cora')).credits;
  const headers = await as('cora').headers();
  const certificate = () => portal.inject({ url: certificatePath(credit!.certificate!), headers });
  expect((await certificate()).statusCode).toBe(200);

  // Attendance that is taken back takes the credits, and given again, the answers still count.
  await press(eventId, 'cora', false);
  expect([await hours('cora'), await open('cora'), (await certificate()).statusCode]).toEqual([[], [], 404]);
  await attend(eventId, 'cora');
  expect([await hours('cora'), await open('cora')]).toEqual([['2'], []]);
});

test('attendance that is taken back closes what the event asked [CREDIT-081]', async () => {
  const { eventThatAsks, attend, press, open, db } = await askingPortal();
  const eventId = await eventThatAsks();
  for (let time = 0; time < 2; time += 1) {
    await attend(eventId, 'nils');
    expect(await open('nils')).toHaveLength(1);
    await press(eventId, 'nils', false);
    expect(await open('nils')).toEqual([]);
  }
  const closed = await db.selectFrom('duties').select('closed_because').execute();
  expect(closed).toEqual([{ closed_because: 'LeftAudience' }, { closed_because: 'LeftAudience' }]);
});

test('credits of an event follow when questions are added or removed; an answer of any version counts, also after it was archived [CREDIT-082]', async () => {
  const { eventThatAsks, attend, answer, make, creditsOf, press } = await askingPortal();
  const eventId = await eventThatAsks();
  for (const name of ['cora', 'nils']) await attend(eventId, name);
  await answer('cora', eventId);
  const counted = async () => [(await creditsOf('cora')).credits.length, (await creditsOf('nils')).credits.length];
  expect(await counted()).toEqual([1, 0]);
  await make.republish(eventId, { components: [ask({ onlyAttended: true, questions: [QUESTIONS[1]!] })] });
  expect(await counted()).toEqual([1, 0]);
  await make.withdraw(eventId);
  await press(eventId, 'nils', false);
  await press(eventId, 'nils', true);
  expect(await counted()).toEqual([1, 0]);
  await make.republish(eventId, { components: [] });
  expect(await counted()).toEqual([1, 1]);
});

test('the organizer sees how many of those who were there have answered, and who is missing [CREDIT-083]', async () => {
  const { eventThatAsks, attend, answer, as, make } = await askingPortal();
  const eventId = await eventThatAsks();
  for (const name of ['cora', 'nils']) await attend(eventId, name);
  await answer('cora', eventId);
  const params = { itemId: eventId };
  expect((await as('edda').call(getDeskEvent, { params })).asked).toEqual({ missing: 1, confirmed: 1 });
  const missing = await as('edda').call(listAskedPeople, { params, query: { state: 'Missing' } });
  expect(missing.items.map(({ email }) => email)).toEqual(['nils@portico.test']);
  const other = await make.event({ components: [ask()] });
  expect(await as('edda').call(getDeskEvent, { params: { itemId: other } })).not.toHaveProperty('asked');
});

test('a delegate never answers questions or confirms attendance, even where delegates may confirm [DUTY-103]', async () => {
  const { make, register, attend, eventThatAsks, as, idOf } = await askingPortal();
  const terms = { scopes: ['Duties' as const], from: '2026-06-01', until: '2026-07-01' };
  await as('ana').call(giveDelegation, { body: { ...terms, delegateId: await idOf('nils') } });
  const forAna = { 'acting-for': await idOf('ana') };
  const newsId = await make.news({ components: [ask({ delegatesMay: true })] });
  const eventId = await eventThatAsks({ delegatesMay: true, questions: [] });
  await register(eventId, 'ana');
  await attend(eventId, 'ana');
  for (const [itemId, answers] of [
    [newsId, [1, 0]],
    [eventId, []],
  ] as const) {
    const params = { itemId };
    const { revisionId, delegatesMay } = await as('nils').call(getItemConfirmation, { params }, forAna);
    expect(delegatesMay).toBe(false);
    const body = { revisionId, openedFrom: 'Page' as const, answers: [...answers] };
    expect(await as('nils').fail(confirmItem, { params, body }, forAna)).toMatchObject({ code: 'forbidden' });
    expect((await as('ana').call(confirmItem, { params, body })).confirmed).not.toBeNull();
  }
});

test('who has watched enough is asked what the event asks, and then has credits and a certificate with the minutes [CREDIT-090, CREDIT-096]', async () => {
  const { make, as, register, answer, open, creditsOf, clock, portal } = await askingPortal();
  const eventId = await make.event({
    header: 'Ethics day',
    startsAt: '2026-06-05T19:00:00.000Z',
    endsAt: '2026-06-05T20:00:00.000Z',
    joinLink: 'https://meet.example.com/ethics',
    registration: {},
    credits: [lineOf('2')],
    components: [ask({ onlyAttended: true })],
  });
  await register(eventId, 'cora');
  const rule: WatchingRule = { what: 'Meeting', minutes: 1, checks: 0, answerSeconds: 60 };
  await as('edda').call(setWatching, { params: { itemId: eventId }, body: { rule } });
  const watchId = '6f9b1d4e-0000-4000-8000-000000000000';
  for (const second of [0, 30, 60]) {
    expect(await open('cora')).toEqual([]);
    clock.now = new Date(Date.parse('2026-06-05T19:00:00.000Z') + second * 1000);
    await as('cora').call(reportWatching, {
      params: { eventId },
      body: { watchId, hasMoreTime: false, isStart: second === 0, isWatching: true },
    });
  }
  expect(await open('cora')).toHaveLength(1);
  expect((await creditsOf('cora')).credits).toEqual([]);
  await answer('cora', eventId);
  const [credit] = (await creditsOf('cora')).credits;
  const url = certificatePath(credit!.certificate!);
  const { rawPayload } = await portal.inject({ url, headers: await as('cora').headers() });
  expect((await textOfPdf(rawPayload)).text).toContain('1 minute, checks answered in between: 0');
});
