import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { withConnection } from '@portico/dev-database/databases';
import { confirmItem, getItemConfirmation, listDuties } from '@portico/contracts/duties';
import type { CallResult } from '@portico/contracts/endpoint';
import { listNews } from '@portico/contracts/news';
import { readRowOrThrow } from '../../db/rows.ts';
import { studioActions } from '../../testing/studioActions.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { updateDuties } from './duties.jobs.ts';

const PEOPLE = 200;
const Counts = z.object({ records: z.int(), proofs: z.int(), open: z.int() });

test('200 people who confirm in the same moment are all recorded once, and others can read meanwhile [DUTY-090]', async () => {
  const portal = await testPortal();
  const { as, db, pool, url, parts } = portal;
  const { write, publish } = studioActions(() => as('edda'));
  const statement = 'I have read the travel policy.';
  const itemId = await write('Travel policy', [
    {
      do: 'insert',
      place: { tree: 'components', parent: null, after: null },
      component: { id: 'ask', type: 'Confirmation', statement, dueDate: '2099-06-20' },
    },
  ]);
  await publish(itemId);
  const names = Array.from({ length: PEOPLE }, (_, index) => `person ${index}`);
  // Everyone signs in.
  await Promise.all(names.map((name) => as(name).call(listDuties, { query: {} })));
  await updateDuties({}, parts);
  const { revisionId } = await as('ana').call(getItemConfirmation, { params: { itemId } });
  const countRecords = () =>
    readRowOrThrow(
      db,
      Counts,
      sql`select (select count(*) from confirmations)::int as records, (select count(*) from proof_leaves)::int as proofs,
        (select count(*) from duties join users on users.id = user_id where closed_at is null and subject like 'person %')::int as open`,
    );
  expect(await countRecords()).toEqual({ records: 0, proofs: 0, open: PEOPLE });

  const countWaiting = async () =>
    (
      await readRowOrThrow(
        db,
        z.object({ count: z.int() }),
        sql`select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`,
      )
    ).count;
  /** On a slow machine, who has waited too long is refused and presses again. */
  const press = async (name: string): Promise<CallResult<typeof confirmItem>> => {
    const answer = await portal.portal.inject({
      method: confirmItem.method,
      url: confirmItem.path.replace(':itemId', itemId),
      headers: await as(name).headers(),
      payload: { revisionId, openedFrom: 'Page' },
    });
    if (answer.statusCode === 503) return press(name);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const presses = await withConnection(url, async (log) => {
    // As if another transaction were writing to the logs.
    await log.query(`begin; select pg_advisory_xact_lock(hashtext('audit_log'))`);
    const answers = names.map(press);
    // A failure is reported where they are awaited.
    for (const answer of answers) answer.catch(() => undefined);
    await expect.poll(countWaiting).toBe(4);
    await expect.poll(() => pool.waitingCount).toBe(0);
    await as('ana').call(listNews, { query: {} });
    expect((await countRecords()).records).toBe(0);
    await log.query('commit');
    return Promise.all(answers);
  });

  expect(new Set(presses.map(({ confirmed }) => confirmed!.id)).size).toBe(PEOPLE);
  expect(await countRecords()).toEqual({ records: PEOPLE, proofs: PEOPLE, open: 0 });
  // Pressed again at once, nothing is added.
  const again = await Promise.all(names.map(press));
  expect(again.map(({ confirmed }) => confirmed!.id)).toEqual(presses.map(({ confirmed }) => confirmed!.id));
  expect(await countRecords()).toEqual({ records: PEOPLE, proofs: PEOPLE, open: 0 });
});
