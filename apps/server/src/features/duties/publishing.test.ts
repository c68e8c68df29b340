import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { z } from 'zod/mini';
import { withConnection } from '@portico/dev-database/databases';
import { audit } from '../../db/audit.ts';
import { readRowOrThrow } from '../../db/rows.ts';
import { studioActions } from '../../testing/studioActions.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { asking } from './testing/supervisedPortal.ts';

const Waiting = z.object({ count: z.int() });

test.for(['publication', 'withdrawal'])(
  'while a %s changes the duties of many people, others write to the audit log [DUTY-092]',
  async (what) => {
    const { as, db, url, make } = await testPortal();
    const { write, publish } = studioActions(() => as('edda'));
    const itemId = await write('Travel policy', [asking({ dueDate: '2099-06-20' })]);
    if (what === 'withdrawal') await publish(itemId);
    const countWaiting = async () =>
      (
        await readRowOrThrow(
          db,
          Waiting,
          sql`select count(*)::int as count from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`,
        )
      ).count;
    const change = await withConnection(url, async (job) => {
      // As if the duties of many people were being changed.
      await job.query(`begin; select pg_advisory_xact_lock(hashtext('portico duties'))`);
      const changed = what === 'publication' ? publish(itemId) : make.withdraw(itemId);
      // A failure is reported where it is awaited.
      changed.catch(() => undefined);
      await expect.poll(countWaiting).toBe(1);
      await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '5s'`.execute(trx);
        await audit(trx, { action: 'test.written-meanwhile' });
      });
      await job.query('commit');
      return { changed };
    });
    await change.changed;
    const actions = await db.selectFrom('audit_log').select('action').orderBy('id').execute();
    const since = actions
      .map(({ action }) => action)
      .slice(actions.findIndex(({ action }) => action.startsWith('test.')));
    expect(since).toEqual([
      'test.written-meanwhile',
      ...(what === 'publication' ? ['news.published', 'news.confirmation-asked'] : ['news.unpublished']),
    ]);
  },
);
