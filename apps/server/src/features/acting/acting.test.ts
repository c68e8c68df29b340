import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  findDelegates,
  getActing,
  giveDelegation,
  listActs,
  listDelegations,
  MAX_DELEGATES,
  withdrawDelegation,
} from '@portico/contracts/acting';
import { confirmItem, getItemConfirmation, listDuties } from '@portico/contracts/duties';
import { getEvent, setRegistration } from '@portico/contracts/events';
import { getNewsItem, listNews } from '@portico/contracts/news';
import { listNotifications } from '@portico/contracts/notifications';
import { listRoster } from '@portico/contracts/studio/eventsDesk';
import {
  checkTask,
  createTask,
  deleteTask,
  listActiveTasks,
  listCompletedTasks,
  updateTask,
} from '@portico/contracts/todo';
import { getCurrentUser } from '@portico/contracts/users';
import { studioActions } from '../../testing/studioActions.ts';
import { sharedPortal, testPortal, type TestPortal } from '../../testing/testPortal.ts';
import { listen } from '../../testing/rawHttp.ts';
import { openGreetedStream, openStream } from '../../testing/streamReader.ts';
import { actingOn, NOW, TODAY } from './testing/actingPortal.ts';

const open = async (options: Parameters<typeof testPortal>[0] = {}) => {
  const portal = await testPortal({ now: NOW, ...options });
  return { ...portal, ...actingOn(portal) };
};

const auditOf = async ({ db }: Pick<TestPortal, 'db'>, action: string) =>
  db.selectFrom('audit_log').select(['actor_id', 'object_id', 'details']).where('action', '=', action).execute();

describe('giving rights', () => {
  const shared = sharedPortal({ now: NOW });
  const terms = { scopes: ['Tasks' as const], from: TODAY, until: TODAY };

  test('both people see what was given, and the audit log has it [ACT-002]', async () => {
    const { as } = shared();
    const { give, idOf } = actingOn(shared());
    const given = await give('nils', { scopes: ['Tasks', 'Events'], until: '2027-06-10' });
    expect(given).toMatchObject({
      person: { name: 'Ana Brandt' },
      delegate: { name: 'Nils Aldous' },
      scopes: ['Events', 'Tasks'],
      from: TODAY,
      until: '2027-06-10',
      state: 'Current',
    });
    expect(await as('ana').call(listDelegations, {})).toEqual({ today: TODAY, delegates: [given], people: [] });
    expect(await as('nils').call(listDelegations, {})).toEqual({ today: TODAY, delegates: [], people: [given] });
    expect(await auditOf(shared(), 'delegation.given')).toMatchObject([
      { actor_id: await idOf('ana'), object_id: await idOf('ana'), details: { delegateId: await idOf('nils') } },
    ]);
  });

  test.for([
    ['a day more than a year', { from: TODAY, until: '2027-06-11' }, 'body.until'],
    ['a last day before the first', { from: TODAY, until: '2026-06-09' }, 'body.until'],
    ['a first day of another age', { from: '0000-01-01', until: '2026-12-31' }, 'body.from'],
    ['days that have passed', { from: '2026-06-01', until: '2026-06-09' }, 'body.until'],
    ['a start in more than a year', { from: '2027-06-11', until: '2027-06-12' }, 'body.until'],
  ] as const)('%s is rejected [ACT-003]', async ([, days, path]) => {
    const { as } = shared();
    const delegateId = await actingOn(shared()).idOf('cora');
    const problem = await as('ana').fail(giveDelegation, { body: { ...terms, ...days, delegateId } });
    expect(problem).toMatchObject({ code: 'invalid_input', issues: [{ path }] });
    expect((await as('cora').call(listDelegations, {})).people).toEqual([]);
  });

  test('nobody acts for themselves, and nobody who cannot sign in acts for anyone [ACT-003]', async () => {
    const { as, db } = shared();
    const { idOf } = actingOn(shared());
    const gone = await idOf('gone');
    await db.updateTable('users').set({ disabled_at: NOW.toISOString() }).where('id', '=', gone).execute();
    for (const delegateId of [await idOf('ana'), gone, randomUUID()])
      expect(await as('ana').fail(giveDelegation, { body: { ...terms, delegateId } })).toMatchObject({
        code: 'invalid_input',
        issues: [{ path: 'body.delegateId' }],
      });
    const found = await as('ana').call(findDelegates, { query: { text: 'nil ald' } });
    expect(found.items.map(({ name }) => name)).toEqual(['Nils Aldous']);
    expect((await as('ana').call(findDelegates, { query: { text: 'Brandt' } })).items).toEqual([]);
  });

  test('giving rights again replaces them, and a person has at most twenty delegates [ACT-003]', async () => {
    const { as } = shared();
    const { give } = actingOn(shared());
    await give('aud', { scopes: ['Duties'] }, 'edda');
    await give('aud', { scopes: ['Tasks'] }, 'edda');
    const { delegates } = await as('edda').call(listDelegations, {});
    expect(delegates.map(({ scopes }) => scopes)).toEqual([['Tasks']]);
    for (let number = 1; number < MAX_DELEGATES; number += 1) await give(`delegate${number}`, {}, 'edda');
    await give('aud', { scopes: ['Events'] }, 'edda');
    const delegateId = await actingOn(shared()).idOf('cora');
    expect(await as('edda').fail(giveDelegation, { body: { ...terms, delegateId } })).toMatchObject({
      code: 'conflict',
    });
  });

  test('either of the two withdraws a right, nobody else does, and twice changes nothing [ACT-004]', async () => {
    const { as } = shared();
    const { give, failForAna, forAna } = actingOn(shared());
    for (const who of ['ana', 'abe']) {
      const params = { delegationId: (await give('abe')).id };
      await forAna('abe', listActiveTasks, {});
      expect(await as('cora').fail(withdrawDelegation, { params })).toMatchObject({ code: 'not_found' });
      await as(who).call(withdrawDelegation, { params });
      expect(await failForAna('abe', listActiveTasks, {})).toMatchObject({ status: 403, code: 'forbidden' });
      await as(who).call(withdrawDelegation, { params });
    }
  });
});

test('a right begins on its first day and ends after its last one, in the firm’s time zone [ACT-004]', async () => {
  const { give, forAna, failForAna, clock } = await open();
  await give('nils', { from: '2026-06-11', until: '2026-06-12' });
  const refused = { status: 403, code: 'forbidden' };
  expect(await failForAna('nils', listActiveTasks, {})).toMatchObject(refused);
  clock.now = new Date('2026-06-11T03:59:00Z');
  expect(await failForAna('nils', listActiveTasks, {})).toMatchObject(refused);
  clock.now = new Date('2026-06-11T04:01:00Z');
  await forAna('nils', listActiveTasks, {});
  clock.now = new Date('2026-06-13T03:59:00Z');
  await forAna('nils', listActiveTasks, {});
  clock.now = new Date('2026-06-13T04:01:00Z');
  expect(await failForAna('nils', listActiveTasks, {})).toMatchObject(refused);
});

test('a right ends when the account of the person is disabled [ACT-004]', async () => {
  const { give, as, db, idOf } = await open();
  await give('nils');
  const ana = await idOf('ana');
  const acting = { 'acting-for': ana };
  await as('nils').call(listActiveTasks, {}, acting);
  await db.updateTable('users').set({ disabled_at: NOW.toISOString() }).where('id', '=', ana).execute();
  expect(await as('nils').fail(listActiveTasks, {}, acting)).toMatchObject({ status: 403, code: 'forbidden' });
  expect((await as('nils').call(listDelegations, {})).people).toEqual([]);
});

test('a delegate gives no rights in the name of the person, and acts for nobody through them [ACT-005]', async () => {
  const { give, as, idOf, failForAna } = await open();
  await give('ana', {}, 'cora');
  await give('nils');
  const body = { delegateId: await idOf('edda'), scopes: ['Tasks' as const], from: TODAY, until: TODAY };
  expect(await failForAna('nils', giveDelegation, { body })).toMatchObject({
    code: 'forbidden',
    detail: 'Only the person themselves can let somebody act for them.',
  });
  expect((await as('edda').call(listDelegations, {})).people).toEqual([]);
  const cora = { 'acting-for': await idOf('cora') };
  await as('ana').call(listActiveTasks, {}, cora);
  expect(await as('nils').fail(listActiveTasks, {}, cora)).toMatchObject({ code: 'forbidden' });
});

test('a delegate has no role of the person, whose menu they see [ACT-005]', async () => {
  const { give, as, idOf } = await open();
  await give('nils', {}, 'adam');
  const acting = { 'acting-for': await idOf('adam') };
  const user = await as('nils').call(getCurrentUser, {}, acting);
  expect(user).toMatchObject({ givenName: 'Adam', roles: ['member'] });
  expect(await as('nils').call(getActing, {}, acting)).toMatchObject({ person: { name: 'Adam Vance' } });
  expect(await as('adam').fail(getActing, {})).toMatchObject({ code: 'forbidden' });
});

describe('what is done for somebody', () => {
  test('tasks have both names until the person changes them, and are in the log [ACT-006]', async () => {
    const { give, as, forAna } = await open();
    await give('nils');
    const task = await forAna('nils', createTask, { body: { title: 'Call the client' } });
    expect(task.changedBy).toBe('Nils Aldous');
    const params = { id: task.id };
    const own = await as('ana').call(updateTask, { params, body: { version: task.version, note: 'Monday' } });
    expect(own).not.toHaveProperty('changedBy');
    await forAna('nils', checkTask, { params });
    const [done] = (await as('ana').call(listCompletedTasks, {})).items;
    expect(done).toMatchObject({ title: 'Call the client', changedBy: 'Nils Aldous' });
    await forAna('nils', deleteTask, { params });
    expect((await as('nils').call(listActiveTasks, {})).items).toEqual([]);
    const log = await as('ana').call(listActs, { query: {} });
    expect(log.items.map(({ delegate, action, title, isDone }) => [delegate, action, title, isDone])).toEqual([
      ['Nils Aldous', 'deleteTask', 'Call the client', true],
      ['Nils Aldous', 'checkTask', 'Call the client', true],
      ['Nils Aldous', 'createTask', 'Call the client', true],
    ]);
    expect((await as('nils').call(listActs, { query: {} })).items).toEqual([]);
  });

  test('what fails leaves no trace in the log [ACT-006]', async () => {
    const { give, as, failForAna } = await open();
    await give('nils');
    await failForAna('nils', checkTask, { params: { id: randomUUID() } });
    expect((await as('ana').call(listActs, { query: {} })).total).toBe(0);
  });

  test('an act that a crash cut off is in the log as one that may not have happened [ACT-006]', async () => {
    const { give, as, db, idOf } = await open();
    const { id } = await give('nils');
    await db
      .insertInto('acts')
      .values({
        id: randomUUID(),
        delegation_id: id,
        person_id: await idOf('ana'),
        action: 'checkTask',
        started_at: NOW.toISOString(),
      })
      .execute();
    expect((await as('ana').call(listActs, { query: {} })).items).toMatchObject([{ isDone: false, title: null }]);
  });

  test('a registration has both names for the person and the organizer, also when it is canceled [ACT-007]', async () => {
    const { give, as, forAna, make } = await open();
    await give('nils');
    const eventId = await make.event({
      header: 'Spring conference',
      startsAt: '2026-06-20T14:00:00Z',
      endsAt: '2026-06-20T16:00:00Z',
      registration: {},
    });
    const params = { eventId };
    const answer = await forAna('nils', setRegistration, { params, body: { registrationStatus: 'Registered' } });
    expect(answer).toMatchObject({ registrationStatus: 'Registered', registeredBy: 'Nils Aldous' });
    expect(await as('ana').call(getEvent, { params })).toMatchObject({ registeredBy: 'Nils Aldous' });
    expect(await as('nils').call(getEvent, { params })).toMatchObject({ registrationStatus: 'Unregistered' });
    const roster = async () => (await as('edda').call(listRoster, { params: { itemId: eventId }, query: {} })).items;
    expect(await roster()).toMatchObject([{ name: 'Ana Brandt', status: 'Registered', actedBy: 'Nils Aldous' }]);
    await forAna('nils', setRegistration, { params, body: { registrationStatus: 'Unregistered' } });
    expect(await roster()).toMatchObject([{ name: 'Ana Brandt', status: 'Canceled', actedBy: 'Nils Aldous' }]);
    const notices = await as('ana').call(listNotifications, {});
    expect(notices.map(({ title }) => title).toSorted()).toEqual([
      'Canceled for you: Spring conference',
      'Registered for you: Spring conference',
    ]);
    expect(notices[0]!.description).toContain('Nils Aldous');
    const log = await as('ana').call(listActs, { query: {} });
    expect(log.items.map(({ choice, title }) => [choice, title])).toEqual([
      ['Unregistered', 'Spring conference'],
      ['Registered', 'Spring conference'],
    ]);
    await as('ana').call(setRegistration, { params, body: { registrationStatus: 'Registered' } });
    expect(await as('ana').call(getEvent, { params })).not.toHaveProperty('registeredBy');
  });

  test('a confirmation stays personal, with the reason [ACT-008]', async () => {
    const { give, as, forAna, failForAna } = await open();
    await give('nils');
    const { write, publish } = studioActions(() => as('edda'));
    const itemId = await write('Gifts', [
      {
        do: 'insert',
        place: { tree: 'components', parent: null, after: null },
        component: { id: 'ask', type: 'Confirmation', statement: 'I have read it.', dueDate: '2026-06-20' },
      },
    ]);
    await publish(itemId);
    const params = { itemId };
    const { revisionId, delegatesMay } = await forAna('nils', getItemConfirmation, { params });
    expect(delegatesMay).toBe(false);
    expect(await failForAna('nils', confirmItem, { params, body: { revisionId, openedFrom: 'Page' } })).toMatchObject({
      status: 403,
      detail: 'Confirmations are personal. Only the person who must confirm this can do it.',
    });
    expect(await as('ana').call(getItemConfirmation, { params })).toMatchObject({ confirmed: null });
  });
});

test('a delegate sees what the person sees, no more and no less, and no cache stores it [ACT-009]', async () => {
  const { give, as, idOf, make, portal } = await open();
  await give('nils');
  const forHybrid = await make.news({ header: 'For hybrid advisors', audience: ['AdvisorHybrid'] });
  const forNla = await make.news({ header: 'For assistants', audience: ['Nla'] });
  const acting = { 'acting-for': await idOf('ana') };
  const titles = async (headers: Record<string, string>) =>
    (await as('nils').call(listNews, { query: {} }, headers)).items.map(({ header }) => header);
  expect(await titles({})).toEqual(['For assistants']);
  expect(await titles(acting)).toEqual(['For hybrid advisors']);
  await as('nils').call(getNewsItem, { params: { newsId: forHybrid } }, acting);
  expect(await as('nils').fail(getNewsItem, { params: { newsId: forHybrid } })).toMatchObject({ code: 'not_found' });
  expect(await as('nils').fail(getNewsItem, { params: { newsId: forNla } }, acting)).toMatchObject({
    code: 'not_found',
  });
  const own = await portal.inject({ url: '/api/v1/news', headers: await as('nils').headers() });
  const forAna = await portal.inject({
    url: '/api/v1/news',
    headers: { ...(await as('nils').headers()), ...acting, 'if-none-match': String(own.headers['etag']) },
  });
  expect(forAna.statusCode).toBe(200);
  expect(forAna.headers['cache-control']).toBe('no-store');
  expect(own.headers['cache-control']).toBe('private, no-cache');
});

test('what opens with a link, and only for the person, opens for those who act for them until the right ends [ACT-009]', async () => {
  const { give, as, make, portal } = await open();
  const eventId = await make.event({
    startsAt: '2026-06-20T14:00:00Z',
    endsAt: '2026-06-20T16:00:00Z',
    audience: ['AdvisorHybrid'],
  });
  const { authorization, 'id-token': idToken } = await as('nils').headers();
  const cookie = `access_token=${authorization!.slice('Bearer '.length)}; id_token=${idToken}`;
  const status = async () =>
    (await portal.inject({ url: `/media/events/${eventId}.ics`, headers: { cookie } })).statusCode;
  expect(await status()).toBe(404);
  const { id } = await give('nils');
  expect(await status()).toBe(200);
  await as('ana').call(withdrawDelegation, { params: { delegationId: id } });
  expect(await status()).toBe(404);
});

test('the people who report to somebody are no matter of their delegates [ACT-001]', async () => {
  const { give, as, db, forAna } = await open();
  await give('nils');
  await as('cora').call(getCurrentUser, {});
  await db.updateTable('users').set({ email: 'ana@portico.test' }).where('subject', '=', 'ana').execute();
  await db.updateTable('users').set({ manager: 'ana@portico.test' }).where('subject', '=', 'cora').execute();
  expect((await as('ana').call(listDuties, { query: {} })).counts.team).toBe(0);
  expect((await forAna('nils', listDuties, { query: {} })).counts.team).toBeNull();
});

test('the stream follows the person, and a withdrawn right is announced to all tabs of both [ACT-010]', async () => {
  const { give, as, idOf, forAna, portal } = await open();
  const { id } = await give('nils');
  const url = `http://127.0.0.1:${await listen(portal)}`;
  const acting = { ...(await as('nils').headers()), 'acting-for': await idOf('ana') };
  const tab = await openGreetedStream(url, acting);
  const own = await openGreetedStream(url, await as('nils').headers());
  await forAna('nils', createTask, { body: { title: 'Call the client' } });
  await expect.poll(() => tab.topics).toContain('todo');
  expect(own.topics).not.toContain('todo');
  const announced = (topics: string[]) => topics.filter((topic) => topic === 'acting').length;
  const [before, ownBefore] = [announced(tab.topics), announced(own.topics)];
  await as('ana').call(withdrawDelegation, { params: { delegationId: id } });
  await expect.poll(() => announced(tab.topics)).toBeGreaterThan(before);
  await expect.poll(() => announced(own.topics)).toBeGreaterThan(ownBefore);
  expect(await openStream(url, acting)).toBe(403);
});
