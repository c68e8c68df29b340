import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  creditsExportPath,
  deleteCreditNeed,
  importCreditNeeds,
  listCreditNeeds,
  listPersonStandings,
  needsExportPath,
  remindCredits,
  saveCreditNeed,
  type CreditNeed,
} from '@portico/contracts/studio/credits';
import { setStudioGrants } from '@portico/contracts/studio/roles';
import { deleteRows } from '../retention/itemRetention.ts';
import { creditedPortal, lineOf, needOf } from '../../duties/testing/creditedPortal.ts';

const HEADER = 'ID,Program,State,Subject,Hours,Year starts,Due,First year,Last year,Reminders,For,Not for';

async function overseenPortal() {
  const portal = await creditedPortal();
  const { as, setPerson } = portal;
  await setPerson('cora', { directory_facts: '{firm:Quill,branch:Salem}' });
  await setPerson('nils', { directory_facts: '{firm:Haven}' });
  return {
    ...portal,
    list: (query: Parameters<typeof asked>[0] = {}) => asked(query),
    get: async (url: string, name = 'edda') => portal.portal.inject({ url, headers: await as(name).headers() }),
  };
  function asked(query: Record<string, string>) {
    return as('edda').call(listPersonStandings, { query });
  }
}

test('who lacks which credits is listed with numbers that add up, by requirement, firm, branch and supervisor [CREDIT-030]', async () => {
  const { list, addNeed, attended, move } = await overseenPortal();
  await addNeed();
  const ethics = await addNeed({ subject: 'Ethics', hours: '1', dueOn: '05-31' });
  await attended(['cora'], [lineOf('1')]);
  await move('2026-06-03T14:00:00Z');
  const everyone = await list();
  expect(everyone).toMatchObject({ total: 8, counts: { all: 8, missing: 7, overdue: 3 }, reminds: 4 });
  for (const shares of [everyone.needs, everyone.firms, everyone.branches, everyone.supervisors]) {
    expect(shares.reduce((sum, { all }) => sum + all, 0)).toBe(8);
    expect(shares.reduce((sum, { missing }) => sum + missing, 0)).toBe(7);
  }
  expect(everyone.needs.map(({ name, missing }) => [name, missing])).toEqual([
    ['Insurance CE (NC)', 4],
    ['Insurance CE (NC): Ethics', 3],
  ]);
  expect(everyone.items[0]).toMatchObject({ subject: 'Ethics', dueDate: '2026-05-31' });
  const cora = await list({ firm: 'Quill' });
  expect(
    cora.items.map(({ person, subject, earned, missing, isOverdue, supervisor, branch }) => [
      person.name,
      subject,
      earned,
      missing,
      isOverdue,
      supervisor,
      branch,
    ]),
  ).toEqual([
    ['Cora Finch', 'Ethics', '1', '0', false, 'Ana Brandt', 'Salem'],
    ['Cora Finch', '', '1', '2', false, 'Ana Brandt', 'Salem'],
  ]);
  expect(cora.reminds).toBe(1);
  const totals = async (query: Record<string, string>) => (await list(query)).total;
  expect(await totals({ state: 'Missing' })).toBe(7);
  expect(await totals({ state: 'Overdue' })).toBe(3);
  expect(await totals({ state: 'Reached' })).toBe(1);
  expect(await totals({ needId: ethics, state: 'Missing' })).toBe(3);
  expect(await totals({ text: 'finch' })).toBe(2);
  expect(await totals({ firm: '' })).toBe(4);
  expect(await totals({ supervisor: 'Ana Brandt' })).toBe(4);
  expect(await totals({ branch: 'Nowhere' })).toBe(0);
  expect((await list({ year: '2025' })).total).toBe(0);
});

test('the filtered list is exported for spreadsheets, with the same rows and hours as numbers [CREDIT-031]', async () => {
  const { get, addNeed, attended, db } = await overseenPortal();
  await addNeed();
  await attended(['cora'], [lineOf('0.1'), lineOf('0.2', { subject: 'Annuities' })]);
  const { body, headers } = await get(creditsExportPath('csv', '?firm=Quill'));
  expect(headers['content-disposition']).toContain('Credits 2026-06-01.csv');
  expect(body.trim().split('\r\n').slice(1)).toEqual([
    'Cora Finch,cora@portico.test,Quill,Salem,Ana Brandt,Insurance CE,NC,,2026-01-01,2026-12-31,2026-11-30,3,0.3,2.7,Missing,',
  ]);
  expect((await get(creditsExportPath('csv'))).body.trim().split('\r\n')).toHaveLength(5);
  expect((await get(creditsExportPath('xlsx'))).rawPayload.subarray(0, 2).toString()).toBe('PK');
  const audited = await db.selectFrom('audit_log').select('details').where('action', '=', 'credits.exported').execute();
  expect(audited.map(({ details }) => (details as { rows: number }).rows)).toEqual([1, 4, 4]);
});

test('a reminder reaches those of the filtered list who lack something, once, and says so if that changed [CREDIT-032]', async () => {
  const { as, addNeed, attended, notices, list } = await overseenPortal();
  await addNeed();
  await addNeed({ program: 'CFP', state: '' });
  await attended(['nils'], [lineOf('3'), lineOf('3', { program: 'CFP', state: '' })]);
  const id = randomUUID();
  const remind = (people: number, filters: { firm?: string } = {}, own = id) =>
    as('edda').call(remindCredits, { body: { id: own, people, filters } });
  expect(await as('edda').fail(remindCredits, { body: { id, people: 4, filters: {} } })).toMatchObject({
    code: 'conflict',
  });
  expect(await notices('cora')).toEqual([]);
  expect(await remind(1, { firm: 'Quill' })).toEqual({ people: 1 });
  expect(await remind(1, { firm: 'Quill' })).toEqual({ people: 1 });
  expect([await notices('cora'), await notices('nils'), await notices('ana')]).toEqual([
    ['You still need credits'],
    [],
    [],
  ]);
  expect((await list({ firm: 'Quill' })).items.map(({ remindedAt }) => remindedAt)).toEqual([
    '2026-06-01T14:00:00.000Z',
    '2026-06-01T14:00:00.000Z',
  ]);
  const others = { body: { id: randomUUID(), people: 1, filters: { firm: 'Haven' } } };
  expect(await as('edda').fail(remindCredits, others)).toMatchObject({ code: 'conflict' });
});

test('only editors and administrators of all departments see everybody’s credits, and only administrators change the table [CREDIT-033]', async () => {
  const { as, get, idOf, addNeed, clock } = await overseenPortal();
  const needId = await addNeed();
  const grant = async (role: 'author' | 'editor', department: string | null) => {
    const params = { userId: await idOf('cora') };
    await as('edda').call(setStudioGrants, { params, body: { grants: [{ role, department }] } });
    clock.now = new Date(clock.now.getTime() + 60_000);
  };
  const statuses = async () => [
    (await get('/api/v1/studio/credits', 'cora')).statusCode,
    (await get('/api/v1/studio/credits/needs', 'cora')).statusCode,
    (await get(creditsExportPath('csv'), 'cora')).statusCode,
    (await get(needsExportPath('csv'), 'cora')).statusCode,
  ];
  expect(await statuses()).toEqual([404, 404, 404, 404]);
  await grant('author', null);
  expect(await statuses()).toEqual([403, 403, 403, 403]);
  await grant('editor', 'Operations');
  expect(await statuses()).toEqual([403, 403, 403, 403]);
  await grant('editor', null);
  expect(await statuses()).toEqual([200, 200, 200, 200]);
  expect(await as('cora').call(listCreditNeeds, {})).toMatchObject({ mayChange: false });
  const change = { params: { needId }, body: { version: 1, need: needOf({ hours: '9' }) } };
  expect(await as('cora').fail(saveCreditNeed, change)).toMatchObject({ code: 'forbidden' });
  expect(await as('cora').fail(deleteCreditNeed, { params: { needId }, query: { version: '1' } })).toMatchObject({
    code: 'forbidden',
  });
  expect(await as('cora').fail(importCreditNeeds, { body: { csv: HEADER, isTrial: false } })).toMatchObject({
    code: 'forbidden',
  });
});

test('administrators add, change and remove lines, with a record of each; who has an older version is told [CREDIT-020]', async () => {
  const { as, addNeed, db } = await overseenPortal();
  const id = await addNeed({ program: ' Insurance  CE ' });
  expect(await as('edda').call(listCreditNeeds, {})).toMatchObject({
    mayChange: true,
    items: [{ id, version: 1, people: 4, need: { program: 'Insurance  CE', hours: '3' } }],
  });
  const save = (version: number | null, more: Partial<CreditNeed>) => ({
    params: { needId: id },
    body: { version, need: needOf(more) },
  });
  const changed = await as('edda').call(saveCreditNeed, save(1, { hours: '4.50', lastYear: 2027 }));
  expect(changed.items).toMatchObject([{ version: 2, need: { hours: '4.5', lastYear: 2027 } }]);
  expect(await as('edda').fail(saveCreditNeed, save(1, {}))).toMatchObject({ code: 'conflict' });
  expect(await as('edda').fail(saveCreditNeed, save(null, {}))).toMatchObject({ code: 'conflict' });
  expect(await as('edda').fail(deleteCreditNeed, { params: { needId: id }, query: { version: '1' } })).toMatchObject({
    code: 'conflict',
  });
  expect((await as('edda').call(deleteCreditNeed, { params: { needId: id }, query: { version: '2' } })).items).toEqual(
    [],
  );
  const actions = await db.selectFrom('audit_log').select('action').where('action', 'like', 'credit-need.%').execute();
  expect(actions.map(({ action }) => action).sort()).toEqual([
    'credit-need.added',
    'credit-need.changed',
    'credit-need.removed',
  ]);
});

test.each<[string, Partial<CreditNeed>, boolean]>([
  ['no hours', { hours: '0' }, false],
  ['the fewest hours', { hours: '0.01' }, true],
  ['the most hours', { hours: '999.99' }, true],
  ['more hours', { hours: '1000' }, false],
  ['three decimals', { hours: '1.001' }, false],
  ['hours in words', { hours: '1,5' }, false],
  ['the last day of February', { dueOn: '02-28' }, true],
  ['a day that only some years have', { dueOn: '02-29' }, false],
  ['a month that does not exist', { startsOn: '13-01' }, false],
  ['a last year that is the first', { lastYear: 2026 }, true],
  ['a last year before the first', { lastYear: 2025 }, false],
  ['no program', { program: ' ' }, false],
  ['a program of 100 characters', { program: 'x'.repeat(100) }, true],
  ['a program of 101 characters', { program: 'x'.repeat(101) }, false],
])('a line with %s is stored or rejected [CREDIT-021]', async (_what, more, isStored) => {
  const { as } = await creditedPortal();
  const input = { params: { needId: randomUUID() }, body: { version: null, need: needOf(more) } };
  if (isStored) expect((await as('edda').call(saveCreditNeed, input)).items).toHaveLength(1);
  else {
    expect(await as('edda').fail(saveCreditNeed, input)).toMatchObject({ code: 'invalid_input' });
    expect((await as('edda').call(listCreditNeeds, {})).items).toEqual([]);
  }
});

test('the exported table can be changed in a spreadsheet and imported again; wrong lines are named and nothing is imported [CREDIT-022]', async () => {
  const { as, addNeed, get } = await overseenPortal();
  const id = await addNeed({
    audience: ['AdvisorHybrid'],
    audienceRule: { include: { license: ['Series 7'], state: ['NC', 'VA'] }, exclude: { team: ['Back office'] } },
    lastYear: 2030,
    reminders: 'Before',
  });
  const { body } = await get(needsExportPath('csv'));
  const read = (csv: string, isTrial = false) => as('edda').call(importCreditNeeds, { body: { csv, isTrial } });
  const lines = async () => (await as('edda').call(listCreditNeeds, {})).items.map(({ need }) => need);
  expect(await read(body)).toEqual({ added: 0, changed: 0, unchanged: 1, problems: [] });
  const own = body.trim().replace(',3,01-01,11-30,', ',3.5,1-Jan,30-Nov,');
  const more = `${own}\r\n,CFP,,,30,01-01,10-31,2026,,weekly,,\r\n`;
  expect(await read(more, true)).toEqual({ added: 1, changed: 1, unchanged: 0, problems: [] });
  expect(await lines()).toMatchObject([{ hours: '3' }]);
  const wrong = `${more},,,,1,01-01,10-31,2026,,,,\r\n,X,,,none,01-01,10-31,2026,,,,\r\n,X,,,1,01-01,10-31,2026,,,firms:Quill,\r\n${randomUUID()},X,,,1,01-01,10-31,2026,,,,\r\n,X,,,1,01-01,10-31,2026,,Daily,,\r\n`;
  expect((await read(wrong)).problems).toEqual([
    { line: 4, reason: '“Program”: enter up to 100 characters.' },
    { line: 5, reason: '“Hours”: enter hours such as 1.5.' },
    { line: 6, reason: expect.stringContaining('“For”: “firms:Quill” does not start with one of') as string },
    { line: 7, reason: 'No line has this ID. Leave it empty for a new one.' },
    { line: 8, reason: '“Reminders”: enter Before or Weekly, or nothing.' },
  ]);
  expect(await lines()).toMatchObject([{ hours: '3' }]);
  expect(await read(`${own}\r\n${own.split('\r\n')[1]}\r\n`)).toMatchObject({
    problems: [{ line: 3, reason: 'An earlier line has the same ID.' }],
  });
  expect(await read('Program,Hours\r\nCFP,3')).toMatchObject({
    problems: [{ line: 1, reason: expect.stringContaining('These columns are missing: State') as string }],
  });
  expect(await read(more)).toMatchObject({ added: 1, changed: 1, problems: [] });
  expect(await lines()).toMatchObject([
    { program: 'CFP', state: '', hours: '30', dueOn: '10-31', reminders: 'Weekly', audience: [] },
    {
      hours: '3.5',
      startsOn: '01-01',
      dueOn: '11-30',
      lastYear: 2030,
      audience: ['AdvisorHybrid'],
      audienceRule: { include: { license: ['Series 7'], state: ['NC', 'VA'] }, exclude: { team: ['Back office'] } },
    },
  ]);
  expect((await as('edda').call(listCreditNeeds, {})).items.find((one) => one.id === id)).toMatchObject({ version: 2 });
});

test('credits stay when their event is permanently deleted [CREDIT-002]', async () => {
  const { attended, creditsOf, db, make } = await creditedPortal();
  const eventId = await attended(['ana'], [lineOf('1')]);
  await make.withdraw(eventId);
  await db.transaction().execute((trx) => deleteRows(trx, eventId));
  expect(await creditsOf('ana')).toMatchObject({ credits: [{ title: 'Ethics day', path: null, hours: '1' }] });
});
