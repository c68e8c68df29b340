import { CODE_MS, checkIn, getCheckInCode, getOwnCheckIn, setCheckInCode } from '@portico/contracts/checkIn';
import { MINUTE_MS } from '@portico/contracts/durations';
import { setRegistration } from '@portico/contracts/events';
import { listCheckIn } from '@portico/contracts/studio/eventsDesk';
import { expect, test } from 'vitest';
import { testPortal } from '../../../testing/testPortal.ts';

const START = Date.parse('2026-06-12T16:00:00Z');
const END = Date.parse('2026-06-12T18:00:00Z');

/** A portal with an event for which Ana is registered; Edda organizes it. */
async function door() {
  const portal = await testPortal({ now: new Date('2026-06-10T12:00:00Z'), env: { RATE_LIMIT_PER_MINUTE: '0' } });
  const { as, make, clock } = portal;
  const id = await make.event({
    header: 'Evening',
    startsAt: new Date(START).toISOString(),
    endsAt: new Date(END).toISOString(),
    registration: {},
  });
  const register = (name: string) =>
    as(name).call(setRegistration, { params: { eventId: id }, body: { registrationStatus: 'Registered' } });
  await register('ana');
  const turn = (isOn: boolean) => as('edda').call(setCheckInCode, { params: { itemId: id }, body: { isOn } });
  const shown = async () => (await as('edda').call(getCheckInCode, { params: { itemId: id } })).code;
  const enter = (name: string, code: string) => as(name).call(checkIn, { params: { eventId: id }, body: { code } });
  const refused = async (name: string, code: string) =>
    (await as(name).fail(checkIn, { params: { eventId: id }, body: { code } })).status;
  return {
    ...portal,
    id,
    register,
    turn,
    shown,
    enter,
    refused,
    at: (time: number) => {
      clock.now = new Date(time);
    },
    here: async () =>
      (await as('edda').call(listCheckIn, { params: { itemId: id } })).items
        .filter(({ attendance }) => attendance?.isHere)
        .map(({ email, name, attendance }) => [name || email, attendance!.pressedBy, attendance!.pressedAt]),
  };
}

test('a registered person enters the code that is shown, and is noted as there once [CREDIT-050]', async () => {
  const { as, id, turn, shown, enter, here, at, db } = await door();
  at(START);
  expect(await turn(true)).toMatchObject({ isOn: true, code: expect.stringMatching(/^\d{6}$/) });
  const code = (await shown())!;
  expect(await as('ana').call(getOwnCheckIn, { params: { eventId: id } })).toEqual({ isOn: true, isHere: false });
  expect(await enter('ana', ` ${code.slice(0, 3)} ${code.slice(3)}`)).toEqual({ isOn: true, isHere: true });
  at(START + MINUTE_MS);
  expect(await enter('ana', code)).toEqual({ isOn: true, isHere: true });
  const [[, by, pressedAt]] = (await here()) as [[string, string, string]];
  expect(await here()).toHaveLength(1);
  expect(by).toContain('Ana');
  expect(pressedAt).toBe(new Date(START).toISOString());
  const audited = await db.selectFrom('audit_log').select('action').where('object_id', '=', id).orderBy('id').execute();
  expect(audited.map(({ action }) => action).slice(-2)).toEqual([
    'event.check-in-code-changed',
    'event.attendance-recorded',
  ]);
});

test('a code is accepted until a minute after it was replaced, and has changed then [CREDIT-051]', async () => {
  const { turn, shown, enter, refused, register, at } = await door();
  await register('cora');
  at(START);
  await turn(true);
  const code = (await shown())!;
  at(START + CODE_MS);
  expect(await shown()).not.toBe(code);
  at(START + 2 * CODE_MS - 1);
  await enter('ana', code);
  at(START + 2 * CODE_MS);
  expect(await refused('cora', code)).toBe(400);
  const before = (await shown())!;
  await turn(false);
  expect(await refused('cora', before)).toBe(409);
  await turn(true);
  expect(await shown()).not.toBe(before);
  expect(await refused('cora', before)).toBe(400);
});

test('codes are for the time from 30 minutes before the event until its end, and for people with a spot [CREDIT-052]', async () => {
  const { as, id, make, turn, shown, enter, refused, at, here } = await door();
  at(START - 30 * MINUTE_MS - 1);
  expect(await turn(true)).toMatchObject({ isOn: true, code: null, opensAt: '2026-06-12T15:30:00.000Z' });
  expect(await refused('ana', '000000')).toBe(409);
  at(END);
  expect(await shown()).toBeNull();
  expect(await refused('ana', '000000')).toBe(409);
  at(END - 1);
  const code = (await shown())!;
  expect(await refused('nils', code)).toBe(409);
  expect(await here()).toEqual([]);
  at(START - 30 * MINUTE_MS);
  await enter('ana', (await shown())!);
  expect(await here()).toHaveLength(1);
  await make.withdraw(id);
  expect((await as('ana').fail(checkIn, { params: { eventId: id }, body: { code } })).status).toBe(404);
});

test('after five wrong codes even the right one has to wait ten minutes, also when guessed at once [CREDIT-053]', async () => {
  const { turn, shown, enter, refused, here, at, register } = await door();
  await register('cora');
  at(START);
  await turn(true);
  const code = (await shown())!;
  const wrong = code === '111111' ? '222222' : '111111';
  for (let guess = 0; guess < 4; guess += 1) expect(await refused('cora', wrong)).toBe(400);
  await enter('cora', code);
  const guesses = await Promise.all(Array.from({ length: 8 }, () => refused('ana', wrong)));
  expect(guesses.toSorted()).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
  expect(await refused('ana', code)).toBe(429);
  expect(await here()).toHaveLength(1);
  at(START + 10 * MINUTE_MS - 1);
  expect(await refused('ana', (await shown())!)).toBe(429);
  at(START + 10 * MINUTE_MS);
  await enter('ana', (await shown())!);
  expect(await here()).toHaveLength(2);
});

test('readers neither see nor change the code, and turning it on twice is one change [CREDIT-054]', async () => {
  const { as, id, turn, db } = await door();
  expect((await as('ana').fail(getCheckInCode, { params: { itemId: id } })).status).toBe(404);
  expect((await as('ana').fail(setCheckInCode, { params: { itemId: id }, body: { isOn: true } })).status).toBe(404);
  await turn(true);
  expect(await turn(true)).toMatchObject({ isOn: true });
  const changes = db.selectFrom('audit_log').select('details').where('action', '=', 'event.check-in-code-changed');
  expect(await changes.execute()).toEqual([{ details: { isOn: true } }]);
});
