import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { DAY_MS } from '@portico/contracts/durations';
import { setRegistration } from '@portico/contracts/events';
import { testPortal } from '../../testing/testPortal.ts';
import { readRows } from '../../db/rows.ts';
import { z } from 'zod/mini';

/** Delete this file when a migration drops the columns that 0071_events_snapshots replaced. */
test('snapshots stay in sync with the columns that the previous version uses', async () => {
  const { as, db, make } = await testPortal();
  const start = new Date(Date.now() + DAY_MS);
  // PostgreSQL drops trailing zeros of fractional seconds.
  start.setMilliseconds(123);
  const day = start.toISOString();
  const eventId = await make.event({
    startsAt: day,
    endsAt: day,
    locationType: 'Virtual',
    registration: { capacity: null },
  });
  await as('ana').call(setRegistration, { params: { eventId }, body: { registrationStatus: 'Registered' } });
  const pairs = () =>
    readRows(
      db,
      z.object({ former: z.looseObject({}), present: z.looseObject({}) }),
      sql`
      select told as former, notified_snapshot as present from event_registrations
      union all select said, sent_snapshot from event_invitations`,
    );
  const [written] = await pairs();
  expect(written?.present).toMatchObject({ startsAt: day });
  expect(written?.former).toEqual(written?.present);

  // Writes as the previous version would.
  await sql`update event_registrations set told = '{"withdrawn": true}'`.execute(db);
  await sql`insert into event_invitations (event_id, user_id, said, sequence, reason, asked_at)
    select event_id, user_id, '{"header": "First"}', 1, 'Asked', now() from event_registrations`.execute(db);
  expect(await pairs()).toEqual([
    { former: { withdrawn: true }, present: { withdrawn: true } },
    { former: { header: 'First' }, present: { header: 'First' } },
  ]);
  await sql`update event_invitations set said = '{"header": "Second"}'`.execute(db);
  await sql`update event_registrations set notified_snapshot = '{"header": "Third"}'`.execute(db);
  expect(await pairs()).toEqual([
    { former: { header: 'Third' }, present: { header: 'Third' } },
    { former: { header: 'Second' }, present: { header: 'Second' } },
  ]);
});
