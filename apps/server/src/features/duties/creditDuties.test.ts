import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { listDuties } from '@portico/contracts/duties';
import { listTeamDuties, remindTeam } from '@portico/contracts/dutyTeam';
import { deleteCreditNeed, saveCreditNeed } from '@portico/contracts/studio/credits';
import { readRows } from '../../db/rows.ts';
import { numbersPortal, ZONE } from '../../testing/creditNumbers.ts';
import { creditedPortal, lineOf, needOf } from './testing/creditedPortal.ts';

const all = (open: number) => ({ list: open, page: open, todo: open, digest: open, feed: open, team: open });

test('missing credits are a duty in the list, to-do list, daily email, calendar and for the supervisor, until the hours are reached [CREDIT-010]', async () => {
  const { addNeed, attended, numbers, as, ask, press } = await numbersPortal();
  await addNeed();
  await ask('Policy');
  expect(await numbers('cora')).toEqual(all(2));
  const { items } = await as('cora').call(listDuties, { query: {} });
  expect(items).toMatchObject([
    { title: 'Policy', itemId: expect.any(String) as string },
    {
      itemId: null,
      kind: 'credits',
      title: 'Credits: Insurance CE (NC)',
      statement: '3 of 3 hours are missing.',
      path: '/duties/credits',
      dueDate: '2026-11-30',
      isOverdue: false,
      changed: [],
    },
  ]);
  await attended(['cora'], [lineOf('2.99')]);
  expect((await as('cora').call(listDuties, { query: {} })).items[1]!.statement).toBe('0.01 of 3 hours are missing.');
  expect(await numbers('cora')).toEqual(all(2));
  const last = await attended(['cora'], [lineOf('0.01')]);
  expect(await numbers('cora')).toEqual(all(1));
  await press(last, 'cora', false);
  expect(await numbers('cora')).toEqual(all(2));
});

test('credits are overdue from the day after the firm’s own date until their year ends [CREDIT-011]', async () => {
  const { addNeed, as, move } = await creditedPortal();
  await addNeed();
  const state = async () => {
    const { counts, items } = await as('cora').call(listDuties, { query: {} });
    return [counts.overdue, items[0]!.dueDate];
  };
  await move('2026-12-01T04:59:59Z');
  expect(await state()).toEqual([0, '2026-11-30']);
  await move('2026-12-01T05:00:00Z');
  expect(await state()).toEqual([1, '2026-11-30']);
  expect((await as('cora').call(listDuties, { query: { state: 'Overdue' } })).total).toBe(1);
  await move('2027-01-01T04:59:59Z');
  expect(await state()).toEqual([1, '2026-11-30']);
  await move('2027-01-01T05:00:00Z');
  expect(await state()).toEqual([0, '2027-11-30']);
});

test('a supervisor sees and reminds of what their people lack, once a day, and nobody else’s [CREDIT-012]', async () => {
  const { addNeed, as, notices, move, idOf } = await creditedPortal();
  await addNeed();
  const team = await as('ana').call(listTeamDuties, { query: {} });
  expect(team.items.map(({ person, title, path }) => [person.name, title, path])).toEqual([
    ['Cora Finch', 'Credits: Insurance CE (NC)', null],
    ['Nils Aldous', 'Credits: Insurance CE (NC)', null],
  ]);
  expect((await as('ana').call(listDuties, { query: {} })).counts.team).toBe(2);
  expect((await as('nils').call(listTeamDuties, { query: {} })).items).toEqual([]);
  const one = team.items.find(({ person }) => person.name === 'Cora Finch')!;
  expect(await as('ana').call(remindTeam, { body: { duties: [one.id] } })).toEqual({ people: 1 });
  expect(await notices('cora')).toEqual(['You still need credits']);
  expect(await as('ana').call(remindTeam, { body: { person: await idOf('cora') } })).toEqual({ people: 0 });
  expect(await as('nils').call(remindTeam, { body: { duties: [one.id] } })).toEqual({ people: 0 });
  await move('2026-06-02T13:59:59Z');
  expect(await as('ana').call(remindTeam, { body: {} })).toEqual({ people: 1 });
  await move('2026-06-02T14:00:00Z');
  expect(await as('ana').call(remindTeam, { body: { duties: [one.id] } })).toEqual({ people: 1 });
  expect(await notices('cora')).toHaveLength(2);
});

const Recount = z.object({ name: z.string(), open: z.int() });
const READERS = ['cora', 'nils'];
const hours = fc.constantFrom('0.1', '0.2', '1', '1.25', '2.5');
const step = fc.oneof(
  fc.record({ do: fc.constant('hold' as const), hours, subject: fc.constantFrom('', 'Ethics') }),
  fc.record({
    do: fc.constant('come' as const),
    which: fc.nat(2),
    who: fc.constantFrom(...READERS),
    isHere: fc.boolean(),
  }),
  fc.record({ do: fc.constant('correct' as const), which: fc.nat(2), hours: fc.option(hours, { nil: undefined }) }),
  fc.record({ do: fc.constant('need' as const), hours, subject: fc.constantFrom('', 'Ethics') }),
  fc.record({ do: fc.constant('drop' as const) }),
  fc.record({ do: fc.constant('archive' as const), which: fc.nat(2) }),
);

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;
/** Every history has something to come to, and something that is needed. */
const firstSteps: Step[] = [
  { do: 'hold', hours: '1.25', subject: '' },
  { do: 'hold', hours: '0.2', subject: 'Ethics' },
  { do: 'need', hours: '1.25', subject: '' },
  { do: 'need', hours: '0.2', subject: 'Ethics' },
  { do: 'come', which: 0, who: 'cora', isHere: true },
];

test('after random histories, one statement over the sources counts the same open duties as every place that shows them [CREDIT-013]', async () => {
  const { as, db, clock, make, eventThat, register, press, numbers } = await numbersPortal();
  /** From attendance, published versions and the table of needs alone. */
  const recount = () =>
    readRows(
      db,
      Recount,
      sql`
        with earned as (
          select seen.user_id, line->>'program' as program, line->>'state' as state, line->>'subject' as subject,
            (line->>'hours')::numeric as hours,
            ((rev.ends_at - interval '1 microsecond') at time zone ${ZONE})::date as day
          from event_attendance seen join content_items item on item.id = seen.event_id
          join lateral (select * from content_revisions where item_id = item.id and first_published_at is not null
            order by id = item.published_revision_id desc nulls last, number desc limit 1) rev on true,
          jsonb_array_elements(rev.details->'credits') line where seen.is_here)
        select person.subject as name, (
          select count(*)::int from credit_needs need where need.hours > coalesce((
            select sum(hours) from earned where user_id = person.id and program = need.program and state = need.state
              and (need.subject = '' or need.subject = earned.subject) and extract(year from day) = ${clock.now.getUTCFullYear()}), 0)) as open
        from users person where person.subject = any (${READERS}::text[])`,
    );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      await db.deleteFrom('credit_needs').execute();
      const events: string[] = [];
      const needs: string[] = [];
      const archived = new Set<string>();
      for (const one of [...firstSteps, ...steps]) {
        const eventId = 'which' in one ? events[one.which] : undefined;
        if (one.do === 'hold') events.push(await eventThat([lineOf(one.hours, { subject: one.subject })]));
        if (one.do === 'come' && eventId !== undefined && !archived.has(eventId)) {
          await register(eventId, one.who);
          await press(eventId, one.who, one.isHere);
        }
        if (one.do === 'correct' && eventId !== undefined && !archived.has(eventId))
          await make.republish(eventId, { credits: one.hours === undefined ? [] : [lineOf(one.hours)] });
        if (one.do === 'archive' && eventId !== undefined && !archived.has(eventId)) {
          archived.add(eventId);
          await make.withdraw(eventId);
        }
        if (one.do === 'need') {
          const needId = randomUUID();
          const need = needOf({ hours: one.hours, subject: one.subject });
          await as('edda').call(saveCreditNeed, { params: { needId }, body: { version: null, need } });
          needs.push(needId);
        }
        const dropped = one.do === 'drop' ? needs.pop() : undefined;
        if (dropped !== undefined)
          await as('edda').call(deleteCreditNeed, { params: { needId: dropped }, query: { version: '1' } });
        for (const { name, open } of await recount()) expect(await numbers(name)).toEqual(all(open));
      }
    }),
    { numRuns: 8 },
  );
});
