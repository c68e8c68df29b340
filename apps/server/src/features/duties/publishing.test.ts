import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { withConnection } from '@portico/dev-database/databases';
import { listSectionChanges } from '@portico/contracts/studio/sections';
import { addToRelease, createRelease, publishRelease } from '@portico/contracts/studio/releases';
import { audit } from '../../db/audit.ts';
import { titled } from '../../testing/studioActions.ts';
import { countWaiting } from '../../testing/countWaiting.ts';
import { asking, supervisedPortal } from './testing/supervisedPortal.ts';

type Portal = Awaited<ReturnType<typeof supervisedPortal>>;

/** Prepares a change of what readers see, and returns what makes it. */
const changes: Record<string, (portal: Portal) => Promise<() => Promise<unknown>>> = {
  async publication({ write, publish }) {
    const itemId = await write('Travel policy', [asking()]);
    return () => publish(itemId);
  },
  // As an import does.
  import: ({ make }) => {
    const ask = { id: 'ask', type: 'Confirmation' as const, statement: 'I have read it.', dueDate: '2026-06-20' };
    return Promise.resolve(() => make.news({ components: [ask] }));
  },
  async withdrawal({ ask, make }) {
    const itemId = await ask('Travel policy');
    return () => make.withdraw(itemId);
  },
  async 'material change'({ as, ask, confirm, change, publish }) {
    const itemId = await ask('Travel policy');
    await confirm('ana', itemId);
    await change(itemId, [titled('Policy for travel')]);
    const { sections } = await as('edda').call(listSectionChanges, { params: { itemId } });
    const marks = sections.map(({ key }) => ({ key, isMaterial: true }));
    return () => publish(itemId, { asksAgain: 'It has another name', sections: marks });
  },
  async release({ as, write }) {
    const items: Array<{ itemId: string }> = [];
    for (const title of ['Travel policy', 'Gift policy']) items.push({ itemId: await write(title, [asking()]) });
    const releaseId = randomUUID();
    const params = { releaseId };
    await as('edda').call(createRelease, { body: { id: releaseId, name: 'July', goesLiveAt: null } });
    const { version } = await as('edda').call(addToRelease, { params, body: { items } });
    return () => as('edda').call(publishRelease, { params, body: { version } });
  },
};

const asked = ['news.published', 'news.confirmation-asked'];

test.for<[what: string, actions: string[]]>([
  ['publication', asked],
  ['import', asked],
  ['withdrawal', ['news.unpublished']],
  ['material change', ['news.sections-marked', ...asked]],
  ['release', [...asked, ...asked, 'release.published']],
])(
  'while a %s changes the duties of many people, others write to the audit log [DUTY-092]',
  async ([what, actions]) => {
    const portal = await supervisedPortal();
    const { db, url } = portal;
    const change = await changes[what]!(portal);
    const { changed } = await withConnection(url, async (job) => {
      // As if the duties of many people were being changed.
      await job.query(`begin; select pg_advisory_xact_lock(hashtext('portico duties'))`);
      const pending = change();
      // A failure is reported where it is awaited.
      pending.catch(() => undefined);
      await expect.poll(() => countWaiting(db)).toBe(1);
      await db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '5s'`.execute(trx);
        await audit(trx, { action: 'test.written-meanwhile' });
      });
      await job.query('commit');
      return { changed: pending };
    });
    await changed;
    const rows = await db.selectFrom('audit_log').select('action').orderBy('id').execute();
    const all = rows.map(({ action }) => action);
    expect(all.slice(all.indexOf('test.written-meanwhile') + 1)).toEqual(actions);
  },
);
