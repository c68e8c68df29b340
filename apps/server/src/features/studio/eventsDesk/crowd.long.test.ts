import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { changeRoster, getDeskEvent, listRoster } from '@portico/contracts/studio/eventsDesk';
import { getCurrentUser } from '@portico/contracts/users';
import { readRows } from '../../../db/rows.ts';
import { testPortal } from '../../../testing/testPortal.ts';
import { saveRegistration } from '../../events/registrations.queries.ts';

test('while 600 people register, an organizer reads the list and removes people, and exactly the capacity is given away [DESK-017, R8]', async () => {
  const { as, db, make, parts, clock } = await testPortal();
  const itemId = await make.event({ registration: { capacity: 50 } });
  await as('edda').call(getCurrentUser, {});
  const people = await readRows(
    db,
    z.object({ id: z.uuid() }),
    sql`insert into users (issuer, subject, given_name, surname)
      select 'test', n::text, 'Person', 'Number' || n from generate_series(1, 600) n returning id`,
  );
  const register = ({ id }: { id: string }) =>
    saveRegistration(parts, { id, advisorType: null, facts: null, now: clock.now }, itemId, 'Registered');
  const params = { itemId };
  const registered = Promise.all(people.map(register));
  for (let removed = 0; removed < 10;) {
    const { items } = await as('edda').call(listRoster, { params, query: { status: 'Registered' } });
    expect(items.length).toBeLessThanOrEqual(50);
    const [first] = items;
    if (!first) continue;
    const body = { id: randomUUID(), personId: first.id, from: 'Registered', to: 'Canceled' } as const;
    await as('edda').call(changeRoster, { params, body });
    removed += 1;
  }
  await registered;
  expect(await as('edda').call(getDeskEvent, { params })).toMatchObject({
    registered: 50,
    waiting: 540,
    canceled: 10,
  });
  const { items, total } = await as('edda').call(listRoster, { params, query: { status: 'Waiting', page: '11' } });
  expect({ total, positions: items.map(({ position }) => position) }).toEqual({
    total: 540,
    positions: Array.from({ length: 40 }, (_, index) => 501 + index),
  });
});
