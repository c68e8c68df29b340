import { expect, test } from 'vitest';
import { getEvent } from '@portico/contracts/events';
import { creditedPortal, lineOf } from './testing/creditedPortal.ts';

const hoursOf = (answer: { credits: Array<{ program: string; state: string; subject: string; hours: string }> }) =>
  answer.credits.map(({ program, state, subject, hours }) => [program, state, subject, hours]);

test('who was at an event gets its hours for each line, and un-marking takes them back [CREDIT-001]', async () => {
  const { eventThat, register, press, creditsOf, as } = await creditedPortal();
  const lines = [lineOf('1.5'), lineOf('1.50', { state: 'VA', subject: '' })];
  const eventId = await eventThat(lines);
  for (const name of ['ana', 'cora']) await register(eventId, name);
  expect((await as('ana').call(getEvent, { params: { eventId } })).credits).toEqual(lines);
  expect((await creditsOf('ana')).credits).toEqual([]);
  await press(eventId, 'ana', true);
  await press(eventId, 'cora', false);
  expect(hoursOf(await creditsOf('ana'))).toEqual([
    ['Insurance CE', 'NC', 'Ethics', '1.5'],
    ['Insurance CE', 'VA', '', '1.5'],
  ]);
  expect(await creditsOf('ana')).toMatchObject({
    year: 2026,
    years: [2026],
    credits: [{ title: 'Ethics day', path: `/events/${eventId}`, day: '2026-06-05', countsFor: [] }, {}],
    totals: [
      { program: 'Insurance CE', state: 'NC', hours: '1.5' },
      { program: 'Insurance CE', state: 'VA', hours: '1.5' },
    ],
  });
  expect((await creditsOf('cora')).credits).toEqual([]);
  await press(eventId, 'ana', false);
  expect(await creditsOf('ana')).toMatchObject({ credits: [], totals: [] });
  await press(eventId, 'ana', true);
  expect((await creditsOf('ana')).credits).toHaveLength(2);
});

test('what an event counts for can be corrected afterwards, for everyone who was there; archiving it changes nothing [CREDIT-002]', async () => {
  const { attended, creditsOf, make } = await creditedPortal();
  const eventId = await attended(['ana', 'nils'], [lineOf('1'), lineOf('2', { program: 'CFP', state: '' })]);
  await make.redraft(eventId, { credits: [lineOf('9')] });
  expect((await creditsOf('ana')).totals.map(({ hours }) => hours)).toEqual(['2', '1']);
  await make.republish(eventId, { header: 'Ethics morning', credits: [lineOf('1.25')] });
  for (const name of ['ana', 'nils'])
    expect(await creditsOf(name)).toMatchObject({
      credits: [{ title: 'Ethics morning', hours: '1.25' }],
      totals: [{}],
    });
  await make.withdraw(eventId);
  expect(await creditsOf('ana')).toMatchObject({ credits: [{ title: 'Ethics morning', path: null, hours: '1.25' }] });
});

test('hours with decimals add up exactly [CREDIT-004]', async () => {
  const { attended, creditsOf, addNeed } = await creditedPortal();
  await addNeed({ hours: '0.3' });
  for (const hours of ['0.1', '0.1', '0.1']) await attended(['ana'], [lineOf(hours)]);
  expect(await creditsOf('ana')).toMatchObject({
    totals: [{ hours: '0.3' }],
    standings: [{ needed: '0.3', earned: '0.3', missing: '0' }],
  });
  await attended(['ana'], [lineOf('999.99')]);
  expect((await creditsOf('ana')).totals).toMatchObject([{ hours: '1000.29' }]);
});

test('an event counts in the year in which it ends in the firm’s time zone; midnight is still the old year [CREDIT-005]', async () => {
  const { attended, creditsOf, addNeed } = await creditedPortal();
  await addNeed({ hours: '10' });
  const ends = {
    '2027-01-01T04:59:59.000Z': '1',
    '2027-01-01T05:00:00.000Z': '2',
    '2027-01-01T05:00:01.000Z': '4',
  };
  for (const [endsAt, hours] of Object.entries(ends)) await attended(['ana'], [lineOf(hours)], { endsAt });
  const earnedIn = async (year: string) => {
    const { credits, standings } = await creditsOf('ana', year);
    return [credits.map(({ hours }) => hours).sort(), standings.map(({ earned }) => earned)];
  };
  expect(await earnedIn('2026')).toEqual([['1', '2'], ['3']]);
  expect(await earnedIn('2027')).toEqual([['4'], ['4']]);
  expect((await creditsOf('ana')).years).toEqual([2027, 2026]);
});

test('a need has its own year, which starts and ends on both sides of its first day [CREDIT-006]', async () => {
  const { attended, creditsOf, addNeed, move } = await creditedPortal();
  await addNeed({ startsOn: '07-01', dueOn: '05-31', firstYear: 2025 });
  await attended(['ana'], [lineOf('1')], { endsAt: '2026-07-01T04:00:00.000Z' });
  await attended(['ana'], [lineOf('2')], { endsAt: '2026-07-01T04:00:01.000Z' });
  expect((await creditsOf('ana')).standings).toMatchObject([
    { startsOn: '2025-07-01', endsOn: '2026-06-30', dueDate: '2026-05-31', earned: '1', missing: '2', isOverdue: true },
  ]);
  await move('2026-07-01T03:59:59Z');
  expect((await creditsOf('ana')).standings).toMatchObject([{ startsOn: '2025-07-01' }]);
  await move('2026-07-01T04:00:00Z');
  expect((await creditsOf('ana')).standings).toMatchObject([
    { startsOn: '2026-07-01', dueDate: '2027-05-31', earned: '2', missing: '1', isOverdue: false },
  ]);
  expect((await creditsOf('ana', '2025')).standings).toMatchObject([{ earned: '1' }]);
});

test('a need concerns those whom its audience includes, from its first to its last year [CREDIT-006]', async () => {
  const { creditsOf, addNeed } = await creditedPortal();
  await addNeed({ program: 'CFP', state: '', audience: ['AdvisorHybrid'], firstYear: 2026, lastYear: 2027 });
  await addNeed({
    program: 'Series 7',
    audienceRule: { include: { license: ['Series 7'] }, exclude: {} },
  });
  const needs = async (name: string, year?: string) =>
    (await creditsOf(name, year)).standings.map(({ program }) => program);
  expect(await needs('ana')).toEqual(['CFP']);
  expect(await needs('cora')).toEqual([]);
  expect([await needs('ana', '2025'), await needs('ana', '2026'), await needs('ana', '2027')]).toEqual([
    [],
    ['CFP'],
    ['CFP'],
  ]);
  expect(await needs('ana', '2028')).toEqual([]);
});

test('credits count for a need of the same program and state, of its subject if it has one, whatever the case [CREDIT-007]', async () => {
  const { attended, creditsOf, addNeed } = await creditedPortal();
  await addNeed({ hours: '5' });
  await addNeed({ hours: '2', subject: 'ethics', dueOn: '10-31' });
  await addNeed({ hours: '1', state: '', dueOn: '12-31' });
  await attended(
    ['ana'],
    [
      lineOf('1', { program: 'insurance ce' }),
      lineOf('2', { subject: 'Annuities' }),
      lineOf('4', { state: 'VA' }),
      lineOf('8', { state: '' }),
    ],
  );
  const { standings, credits } = await creditsOf('ana');
  expect(standings.map(({ subject, earned, missing }) => [subject, earned, missing])).toEqual([
    ['ethics', '1', '1'],
    ['', '3', '2'],
    ['', '8', '0'],
  ]);
  expect(credits.map(({ hours, countsFor }) => [hours, countsFor.length])).toEqual(
    expect.arrayContaining([
      ['1', 2],
      ['2', 1],
      ['4', 0],
      ['8', 1],
    ]),
  );
});

test('a year that is no year is rejected [CREDIT-003]', async () => {
  const { as, portal } = await creditedPortal();
  const headers = await as('ana').headers();
  for (const year of ['26', 'x', '20260', '1989'])
    expect((await portal.inject({ url: `/api/v1/duties/credits?year=${year}`, headers })).statusCode).toBe(400);
});
