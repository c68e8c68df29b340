import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listDuties } from '@portico/contracts/duties';
import { listTeamDuties, remindTeam } from '@portico/contracts/dutyTeam';
import { createTask } from '@portico/contracts/todo';
import { getAskedItem, listAskedPeople } from '@portico/contracts/studio/confirmations';
import { savePeople } from '../../sign-in/directory/savePeople.ts';
import { ENTERPRISE, PATCH, provision, scimClient } from '../../testing/scimClient.ts';
import { remindOfDuties } from './duties.jobs.ts';
import { supervisedPortal } from './testing/supervisedPortal.ts';

const FOR_CORA = [{ do: 'field' as const, name: 'audience' as const, value: ['AdvisorCorporate' as const] }];

test('a supervisor sees what their direct people must confirm, overdue first, with numbers that add up [DUTY-050]', async () => {
  const { ask, as, confirm, move, idOf, setPerson } = await supervisedPortal();
  await ask('Later', { dueDate: '2026-07-20' });
  const first = await ask('First', { dueDate: '2026-06-03' });
  await setPerson('edda', { manager: 'cora@portico.test' });
  await move('2026-06-04T14:00:00Z');
  await confirm('nils', first);
  await as('nils').call(createTask, { body: { title: 'My own secret' } });
  const team = await as('ana').call(listTeamDuties, { query: {} });
  expect(team.items.map(({ person, title, isOverdue }) => [person.name, title, isOverdue])).toEqual([
    ['Cora Finch', 'First', true],
    ['Cora Finch', 'Later', false],
    ['Nils Aldous', 'Later', false],
  ]);
  expect(team).toMatchObject({ total: 3, counts: { open: 3, overdue: 1 }, canRemind: 3 });
  expect(team.people.map(({ name, open, overdue }) => [name, open, overdue])).toEqual([
    ['Cora Finch', 2, 1],
    ['Nils Aldous', 1, 0],
  ]);
  expect(JSON.stringify(team)).not.toContain('secret');
  const filtered = async (query: { state?: 'Overdue'; person?: string }) =>
    (await as('ana').call(listTeamDuties, { query })).total;
  expect(await filtered({ state: 'Overdue' })).toBe(1);
  expect(await filtered({ person: await idOf('nils') })).toBe(1);
  expect(await filtered({ state: 'Overdue', person: await idOf('nils') })).toBe(0);
  // Edda reports to Cora, not to Ana.
  expect((await as('cora').call(listTeamDuties, { query: {} })).people.map(({ name }) => name)).toEqual(['Edda Mohr']);
});

test('only those to whom somebody reports have an entry for their people, with the number of what is open [DUTY-050]', async () => {
  const { ask, as, setPerson } = await supervisedPortal();
  await ask('Policy');
  const entry = async (name: string) => (await as(name).call(listDuties, { query: {} })).counts.team;
  expect([await entry('ana'), await entry('nils')]).toEqual([2, null]);
  expect(await as('nils').call(listTeamDuties, { query: {} })).toMatchObject({ items: [], people: [], canRemind: 0 });
  await setPerson('cora', { disabled_at: '2026-06-01T14:00:00Z' });
  expect(await entry('ana')).toBe(1);
});

test('a supervisor learns nothing about an item that only their people see but the person and the day [DUTY-051]', async () => {
  const { ask, as, at, notices } = await supervisedPortal();
  const itemId = await ask('Secret policy', { dueDate: '2026-06-03', escalatesAfter: 1 }, FOR_CORA);
  const team = await as('ana').call(listTeamDuties, { query: {} });
  expect(team.items).toMatchObject([
    { person: { name: 'Cora Finch' }, title: null, path: null, dueDate: '2026-06-03' },
  ]);
  await at('2026-06-04T12:00:00Z');
  expect(await notices('ana')).toEqual(['1 of your people hasn’t confirmed']);
  const texts = JSON.stringify([team, await notices('ana')]);
  expect(texts).not.toContain('Secret');
  expect(texts).not.toContain(itemId);
});

test('one press reminds one person or all, at most once a day per person and item, and is audited [DUTY-052]', async () => {
  const { ask, as, notices, move, confirm, audited, idOf } = await supervisedPortal();
  const itemId = await ask('Policy');
  await ask('Handbook', { dueDate: '2026-07-01' });
  const [one] = (await as('ana').call(listTeamDuties, { query: { person: await idOf('cora') } })).items;
  const remind = (body: Parameters<typeof press>[0] = {}) => press(body);
  const press = (body: { duties?: string[]; state?: 'Overdue'; person?: string }) =>
    as('ana').call(remindTeam, { body });
  expect(await remind({ duties: [one!.id] })).toEqual({ people: 1 });
  expect(await notices('cora')).toEqual(['Please confirm: Policy']);
  await confirm('nils', itemId);
  expect(await Promise.all([remind(), remind()])).toEqual(expect.arrayContaining([{ people: 2 }, { people: 0 }]));
  expect([(await notices('cora')).sort(), await notices('nils')]).toEqual([
    ['Please confirm: Handbook', 'Please confirm: Policy'],
    ['Please confirm: Handbook'],
  ]);
  await move('2026-06-02T13:59:00Z');
  expect(await remind()).toEqual({ people: 0 });
  await move('2026-06-02T14:00:00Z');
  expect(await remind()).toEqual({ people: 2 });
  const entries = await audited('news.confirmation-reminded');
  expect(entries.map(({ by }) => by)).toEqual(Array(4).fill('supervisor'));
  const numbers = entries.map(({ people }) => Number(people));
  expect([numbers.slice(0, 2), numbers.slice(2).sort()]).toEqual([
    [1, 2],
    [1, 2],
  ]);
});

test('a supervisor reminds nobody who does not report to them, and bad input changes nothing [DUTY-052]', async () => {
  const { ask, as, db } = await supervisedPortal();
  await ask('Policy');
  const duties = (await db.selectFrom('duties').select('id').execute()).map(({ id }) => id);
  expect(await as('nils').call(remindTeam, { body: { duties } })).toEqual({ people: 0 });
  expect(await as('ana').call(remindTeam, { body: { duties: [randomUUID()] } })).toEqual({ people: 0 });
  for (const body of [{ duties: [] }, { duties: ['x'] }, { state: 'Nonsense' }, { person: 'x' }])
    expect(await as('ana').fail(remindTeam, { body: body as never })).toMatchObject({ status: 400 });
  expect(await as('ana').call(remindTeam, { body: { duties } })).toEqual({ people: 2 });
});

test('some days after the due date a supervisor gets one notice per item with the number missing, and only if the editor asked for it [DUTY-053]', async () => {
  const { ask, as, at, notices, noticesOf, confirm, move, parts, audited } = await supervisedPortal();
  const policy = await ask('Policy', { dueDate: '2026-06-03', escalatesAfter: 3 });
  await ask('Quiet', { dueDate: '2026-06-03' });
  const done = await ask('Done', { dueDate: '2026-06-03', escalatesAfter: 3 });
  for (const name of ['cora', 'nils']) await confirm(name, done);
  await at('2026-06-05T23:00:00Z');
  await at('2026-06-06T10:50:00Z');
  expect(await notices('ana')).toEqual([]);
  await move('2026-06-06T11:00:00Z');
  await Promise.all([remindOfDuties({}, parts), remindOfDuties({}, parts)]);
  await at('2026-06-07T11:00:00Z');
  expect(await notices('ana')).toEqual(['2 of your people haven’t confirmed: Policy']);
  expect((await noticesOf('ana'))[0]).toMatchObject({ link: '/duties/team?state=Overdue' });
  expect([await notices('cora'), await notices('edda')]).toEqual([[], []]);
  expect(await audited('news.confirmation-escalated')).toEqual([{ supervisors: 1, people: 2 }]);
  await confirm('cora', policy);
  expect((await as('ana').call(listTeamDuties, { query: { state: 'Overdue' } })).total).toBe(3);
});

test('editors see numbers by supervisor that add up, and filter people by supervisor [DUTY-054]', async () => {
  const { ask, as, confirm } = await supervisedPortal();
  const itemId = await ask('Policy');
  await confirm('nils', itemId);
  const { supervisors, people } = await as('edda').call(getAskedItem, { params: { itemId } });
  expect(supervisors).toEqual([
    { name: null, people: 2, confirmed: 0 },
    { name: 'Ana Brandt', people: 2, confirmed: 1 },
  ]);
  expect(people).toBe(4);
  const found = async (supervisor: string) =>
    (await as('edda').call(listAskedPeople, { params: { itemId }, query: { supervisor } })).items.map(
      ({ name, supervisor: own }) => [name, own],
    );
  expect(await found('Ana Brandt')).toEqual([
    ['Cora Finch', 'Ana Brandt'],
    ['Nils Aldous', 'Ana Brandt'],
  ]);
  expect(await found('')).toEqual([
    ['Ana Brandt', null],
    ['Edda Mohr', null],
  ]);
});

test('SCIM says who reports to whom, by id or address, also before the supervisor is provisioned, and in which zone [DUTY-055]', async () => {
  const portal = await supervisedPortal();
  const { as, ask, db, setPerson } = portal;
  await setPerson('cora', { manager: null });
  await setPerson('nils', { manager: null });
  await ask('Policy');
  const scim = await scimClient(portal);
  const team = async () => (await as('ana').call(listTeamDuties, { query: {} })).people.map(({ name }) => name);
  const nils = await provision(scim, 'nils@portico.test', {
    timezone: 'America/Denver',
    [ENTERPRISE]: { manager: { value: 'Ana@Portico.test', displayName: 'Ana' } },
  });
  expect(await team()).toEqual(['Nils Aldous']);
  const ana = await provision(scim, 'ana@portico.test');
  const cora = await provision(scim, 'cora@portico.test');
  // Entra ID sends the bare id.
  const operation = { op: 'Add', path: `${ENTERPRISE}:manager`, value: ana };
  const changed = await scim('PATCH', `/Users/${cora}`, { schemas: [PATCH], Operations: [operation] });
  expect(changed.body[ENTERPRISE]).toEqual({ manager: { value: ana } });
  expect(await team()).toEqual(['Cora Finch', 'Nils Aldous']);
  const zone = await db.selectFrom('users').select('time_zone').where('subject', '=', 'nils').executeTakeFirstOrThrow();
  expect(zone).toEqual({ time_zone: 'America/Denver' });
  const removed = { op: 'Remove', path: `${ENTERPRISE}:manager` };
  await scim('PATCH', `/Users/${nils}`, { schemas: [PATCH], Operations: [removed] });
  expect(await team()).toEqual(['Cora Finch']);
});

test('the people file says who reports to whom, unless SCIM does [DUTY-055]', async () => {
  const portal = await supervisedPortal();
  const { as, db } = portal;
  const team = async (name: string) =>
    (await as(name).call(listTeamDuties, { query: {} })).people.map((person) => person.name);
  const row = (email: string, manager: string | null) => ({
    email,
    givenName: null,
    surname: null,
    advisorType: null,
    facts: [],
    manager,
  });
  const scim = await scimClient(portal);
  await provision(scim, 'cora@portico.test', { [ENTERPRISE]: { manager: 'ana@portico.test' } });
  const people = [row('cora@portico.test', 'nils@portico.test'), row('edda@portico.test', 'nils@portico.test')];
  await savePeople(db, people, { leavers: 'keep' });
  expect([await team('nils'), await team('ana')]).toEqual([['Edda Mohr'], ['Cora Finch', 'Nils Aldous']]);
  expect(await savePeople(db, people, { leavers: 'keep' })).toMatchObject({ unchanged: 2 });
  await savePeople(db, [], { leavers: 'lose' });
  expect(await team('nils')).toEqual([]);
});
