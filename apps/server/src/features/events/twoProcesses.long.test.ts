import { setTimeout as sleep } from 'node:timers/promises';
import { DAY_MS } from '@portico/contracts/durations';
import type { RegistrationStatus } from '@portico/contracts/events';
import { expect, test } from 'vitest';
import { startChildServer } from '../../testing/processes/childServer.ts';
import { testPortal } from '../../testing/testPortal.ts';

test('two processes together hand out exactly the fifty spots of an event, whichever is asked [R5, R8]', async () => {
  const { make, db, issuer, url, clock } = await testPortal({ now: new Date() });
  const inAWeek = new Date(clock.now.getTime() + 7 * DAY_MS).toISOString();
  const eventId = await make.event({
    locationType: 'Virtual',
    registration: { capacity: 50 },
    startsAt: inAWeek,
    endsAt: inAWeek,
  });
  const statuses = async () =>
    (
      await db
        .selectFrom('event_registrations')
        .select('status')
        .where('event_id', '=', eventId)
        .orderBy('number')
        .execute()
    ).map(({ status }) => status);
  const servers = await Promise.all([
    startChildServer({ databaseUrl: url, issuer }),
    startChildServer({ databaseUrl: url, issuer }),
  ]);
  const headers = await Promise.all(
    Array.from({ length: 80 }, async (_, index) => {
      const { idToken, accessToken } = await issuer.tokens({ sub: `person-${index}` });
      return { authorization: `Bearer ${accessToken}`, 'id-token': idToken, 'content-type': 'application/json' };
    }),
  );
  const send = async (index: number, registrationStatus: RegistrationStatus): Promise<number> => {
    for (;;) {
      const { status } = await fetch(`${servers[index % 2]!.url}/api/v1/events/${eventId}`, {
        method: 'PUT',
        headers: headers[index]!,
        body: JSON.stringify({ registrationStatus }),
      });
      // A busy server asks clients to retry later, which browsers do.
      if (status !== 503) return status;
      await sleep(200);
    }
  };
  for (let i = 0; i < headers.length; i += 20)
    await Promise.all(
      headers.slice(i, i + 20).map((own) => fetch(`${servers[0]!.url}/api/v1/users/current`, { headers: own })),
    );
  expect(new Set(await Promise.all(headers.map((_, index) => send(index, 'Registered'))))).toEqual(new Set([200]));
  expect((await statuses()).filter((status) => status === 'Registered')).toHaveLength(50);
  // Random concurrent presses must neither give a spot twice nor lose one while someone waits.
  const presses = Array.from({ length: 240 }, (_, i) =>
    send((i * 7) % 80, i % 3 === 0 ? 'Registered' : 'Unregistered'),
  );
  expect(new Set(await Promise.all(presses))).toEqual(new Set([200]));
  const after = await statuses();
  const seated = after.filter((status) => status === 'Registered').length;
  expect(seated).toBe(Math.min(50, after.length));
  expect(after.slice(0, seated).every((status) => status === 'Registered')).toBe(true);
});
