import { hash, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { confirmItem, getItemConfirmation, listDuties, recordPath, type OpenedFrom } from '@portico/contracts/duties';
import { getNewsItem } from '@portico/contracts/news';
import { addToRelease, createRelease } from '@portico/contracts/studio/releases';
import { archiveStudioItem } from '@portico/contracts/studio/studio';
import type { Change } from '@portico/contracts/studio/draft';
import { addJob } from '../../jobs/queue.ts';
import { studioActions, titled } from '../../testing/studioActions.ts';
import { testPortal } from '../../testing/testPortal.ts';
import { updateDuties } from './duties.jobs.ts';

/** Ten in the morning in New York. */
const MORNING = new Date('2026-06-10T14:00:00Z');
const STATEMENT = 'I have read and understood the travel policy.';
const HYBRID: Change = { do: 'field', name: 'audience', value: ['AdvisorHybrid'] };
const asking = (dueDate = '2026-06-20'): Change => ({
  do: 'insert',
  place: { tree: 'components', parent: null, after: null },
  component: { id: 'ask', type: 'Confirmation', statement: STATEMENT, dueDate },
});

async function setup() {
  const portal = await testPortal({ now: MORNING });
  const { as, db, clock } = portal;
  const actions = studioActions(() => as('edda'));
  // Everyone signs in once.
  for (const name of ['edda', 'ana', 'cora']) await as(name).call(listDuties, { query: {} });
  const idOf = async (name: string) =>
    (await db.selectFrom('users').select('id').where('subject', '=', name).executeTakeFirstOrThrow()).id;
  return {
    ...portal,
    ...actions,
    idOf,
    duties: (name: string, state?: 'Open' | 'Overdue' | 'Done') =>
      as(name).call(listDuties, { query: state ? { state } : {} }),
    titles: async (name: string) => (await as(name).call(listDuties, { query: {} })).items.map(({ title }) => title),
    asked: (name: string, itemId: string) => as(name).call(getItemConfirmation, { params: { itemId } }),
    confirm: async (name: string, itemId: string, revisionId?: string, openedFrom: OpenedFrom = 'Page') => {
      const shown = revisionId ?? (await as(name).call(getItemConfirmation, { params: { itemId } })).revisionId;
      return as(name).call(confirmItem, { params: { itemId }, body: { revisionId: shown, openedFrom } });
    },
    pass: async (iso: string) => {
      clock.now = new Date(iso);
      await updateDuties({}, portal.parts);
    },
    job: () => updateDuties({}, portal.parts),
    ended: async (name: string) =>
      (
        await db
          .selectFrom('duties')
          .select('closed_because')
          .where('user_id', '=', await idOf(name))
          .where('closed_at', 'is not', null)
          .orderBy('closed_at')
          .execute()
      ).map((row) => row.closed_because),
    setType: async (name: string, type: string | null) => {
      await db.updateTable('users').set({ advisor_type: type }).where('subject', '=', name).execute();
    },
  };
}

describe('a published item that asks for a confirmation', () => {
  test('gives everyone in its audience a duty in the transaction that publishes it, and nobody else [DUTY-001]', async () => {
    const { write, publish, titles, as } = await setup();
    const itemId = await write('Travel policy', [HYBRID, asking()]);
    expect(await titles('ana')).toEqual([]);
    await publish(itemId);
    expect([await titles('ana'), await titles('cora')]).toEqual([['Travel policy'], []]);
    expect(await as('cora').fail(getItemConfirmation, { params: { itemId } })).toMatchObject({ status: 404 });
  });

  test('asks for it from its date on, within one run of the job [DUTY-001]', async () => {
    const { write, publish, titles, pass, change } = await setup();
    await publish(await write('Later', [asking()]), { goesLiveAt: '2026-06-10T16:00:00Z' });
    const live = await write('Live');
    await publish(live);
    await change(live, [asking()]);
    await publish(live, { goesLiveAt: '2026-06-10T16:00:00Z' });
    await pass('2026-06-10T15:59:00Z');
    expect(await titles('ana')).toEqual([]);
    await pass('2026-06-10T16:00:00Z');
    expect(await titles('ana')).toEqual(['Later']);
  });

  test('asks who joins its audience, and closes the duty of who leaves it, each time [DUTY-002]', async () => {
    const { write, publish, titles, job, setType, ended } = await setup();
    await publish(await write('Travel policy', [HYBRID, asking()]));
    for (let time = 0; time < 3; time += 1) {
      await setType('cora', 'AdvisorHybrid');
      await job();
      expect(await titles('cora')).toEqual(['Travel policy']);
      await setType('cora', 'AdvisorCorporate');
      await job();
      expect(await titles('cora')).toEqual([]);
    }
    expect(await ended('cora')).toEqual(['LeftAudience', 'LeftAudience', 'LeftAudience']);
  });

  test('closes open duties with the reason when it is archived, expires or stops asking [DUTY-003]', async () => {
    const { write, publish, open, as, change, pass, titles, ended } = await setup();
    const archived = await write('Archived', [asking()]);
    await publish(archived);
    const expiring = await write('Expiring', [
      asking(),
      { do: 'field', name: 'expiresAt', value: '2026-06-10T17:00:00.000Z' },
    ]);
    await publish(expiring);
    const stops = await write('Stops', [asking()]);
    await publish(stops);
    expect(await titles('ana')).toEqual(['Archived', 'Expiring', 'Stops']);
    const { version } = await open(archived);
    await as('edda').call(archiveStudioItem, { params: { itemId: archived }, body: { version } });
    await pass('2026-06-10T16:00:00Z');
    await change(stops, [{ do: 'remove', id: 'ask' }]);
    await publish(stops);
    await pass('2026-06-10T17:00:00Z');
    expect(await titles('ana')).toEqual([]);
    expect(await ended('ana')).toEqual(['Withdrawn', 'NotAsked', 'Expired']);
  });
});

describe('a confirmation', () => {
  test('is recorded with everything that was shown, once, in the audit log, and cannot be changed [DUTY-004]', async () => {
    const { write, publish, make, as, confirm, db, idOf, duties } = await setup();
    const documentId = await make.document({ header: 'Annex', text: 'The annex.' });
    const files: Change = {
      do: 'insert',
      place: { tree: 'components', parent: null, after: null },
      component: {
        id: 'files',
        type: 'FileList',
        files: [{ documentId, title: 'Annex', format: 'TXT', bytes: 10 }],
      } as never,
    };
    const itemId = await write('Travel policy', [files, asking()]);
    await publish(itemId);
    const { revisionId } = await as('ana').call(getNewsItem, { params: { newsId: itemId } });
    const answers = await Promise.all([1, 2, 3].map(() => confirm('ana', itemId, revisionId, 'Duties')));
    const { confirmed } = answers[0]!;
    expect(answers.every((answer) => answer.confirmed?.id === confirmed!.id)).toBe(true);
    const rows = await db.selectFrom('confirmations').selectAll().execute();
    expect(rows).toHaveLength(1);
    const [row] = rows;
    const record = JSON.parse(row!.record);
    const revision = await db
      .selectFrom('content_revisions as rev')
      .select(sql<string>`encode(revision_sha256(rev), 'hex')`.as('sha256'))
      .where('id', '=', revisionId!)
      .executeTakeFirstOrThrow();
    const file = await db
      .selectFrom('files')
      .innerJoin('content_items', 'file_id', 'files.id')
      .select('sha256')
      .where('content_items.id', '=', documentId)
      .executeTakeFirstOrThrow();
    expect(record).toMatchObject({
      id: confirmed!.id,
      person: { id: await idOf('ana'), subject: 'ana' },
      item: { id: itemId, kind: 'news', title: 'Travel policy' },
      revision: { id: revisionId, number: 1, sha256: revision.sha256 },
      files: [{ id: documentId, title: 'Annex', sha256: file.sha256.toString('hex') }],
      statement: STATEMENT,
      dueDate: '2026-06-20',
      round: 1,
      reason: null,
      openedFrom: 'Duties',
      confirmedAt: MORNING.toISOString(),
    });
    expect(record.session).toMatch(/^[\w-]{43}$/);
    expect(row!.sha256.toString('hex')).toBe(hash('sha256', row!.record));
    const logged = await db.selectFrom('audit_log').select('details').where('action', '=', 'news.confirmed').execute();
    expect(logged).toEqual([{ details: { record: row!.id, sha256: hash('sha256', row!.record), revision: 1 } }]);
    await expect(db.updateTable('confirmations').set({ record: '{}' }).execute()).rejects.toThrow();
    await expect(db.deleteFrom('confirmations').execute()).rejects.toThrow();
    expect(await duties('ana')).toMatchObject({ items: [], counts: { open: 0, done: 1 } });
  });

  test('names the revision that was shown: with another one published, nothing is recorded [DUTY-005]', async () => {
    const { write, publish, change, as, confirm, asked, db } = await setup();
    const itemId = await write('Travel policy', [asking()]);
    await publish(itemId);
    const shown = (await asked('ana', itemId)).revisionId;
    await change(itemId, [titled('Travel policy 2')]);
    await publish(itemId);
    const refused = await as('ana').fail(confirmItem, {
      params: { itemId },
      body: { revisionId: shown, openedFrom: 'Page' },
    });
    expect(refused).toMatchObject({ status: 409, detail: expect.stringContaining('new version') });
    expect(await db.selectFrom('confirmations').selectAll().execute()).toEqual([]);
    await confirm('ana', itemId);
    expect((await asked('ana', itemId)).confirmed).toMatchObject({ revision: 2 });
  });

  test('that many people make while an editor publishes names, for each, the revision that they saw [DUTY-005]', async () => {
    const { write, publish, change, as, db, asked, idOf } = await setup();
    const names = Array.from({ length: 20 }, (_, index) => `reader-${index}`);
    for (const name of names) await as(name).call(listDuties, { query: {} });
    const itemId = await write('Travel policy', [asking()]);
    await publish(itemId);
    await change(itemId, [titled('Travel policy 2')]);
    const shown = (await asked('ana', itemId)).revisionId;
    const press = async (name: string) => {
      try {
        await as(name).call(confirmItem, { params: { itemId }, body: { revisionId: shown, openedFrom: 'Page' } });
        return true;
      } catch {
        return false;
      }
    };
    const [first, , second] = await Promise.all([
      Promise.all(names.slice(0, 10).map(press)),
      publish(itemId, { asksAgain: 'New limits' }),
      Promise.all(names.slice(10).map(press)),
    ]);
    const accepted = names.filter((_, index) => [...first, ...second][index]);
    const rows = await db.selectFrom('confirmations').selectAll().execute();
    expect(rows.map((row) => row.user_id).sort()).toEqual((await Promise.all(accepted.map(idOf))).sort());
    for (const row of rows) expect(JSON.parse(row.record)).toMatchObject({ revision: { id: shown }, round: 1 });
    // Everyone owes the new round, whichever side of the publication they were on.
    for (const name of names) expect((await as(name).call(listDuties, { query: {} })).counts.open).toBe(1);
  });

  test('still counts after a small change, and is asked for again after a material one, with the reason [DUTY-006]', async () => {
    const { write, publish, change, confirm, duties, asked, db, pass } = await setup();
    const itemId = await write('Travel policy', [asking()]);
    await publish(itemId);
    await confirm('ana', itemId);
    await change(itemId, [titled('Travel policy, no typo')]);
    await publish(itemId);
    expect((await duties('ana')).counts).toMatchObject({ open: 0, overdue: 0, done: 1 });
    expect((await asked('ana', itemId)).confirmed).toMatchObject({ revision: 1 });
    await change(itemId, [titled('Travel policy 2')]);
    await pass('2026-06-10T14:05:00Z');
    await publish(itemId, { asksAgain: 'Hotels need approval' });
    expect((await duties('ana')).items).toMatchObject([{ title: 'Travel policy 2', reason: 'Hotels need approval' }]);
    const logged = db.selectFrom('audit_log').select('details').where('action', '=', 'news.confirmation-asked');
    expect((await logged.orderBy('id').execute()).map(({ details }) => details)).toEqual([
      { round: 1, reason: null },
      { round: 2, reason: 'Hotels need approval' },
    ]);
    await confirm('ana', itemId);
    expect((await duties('ana', 'Done')).items).toMatchObject([
      { title: 'Travel policy 2' },
      { title: 'Travel policy' },
    ]);
    expect(
      (await db.selectFrom('confirmations').select('record').execute())
        .map(({ record }) => JSON.parse(record).round)
        .sort(),
    ).toEqual([1, 2]);
  });

  test('is asked for again when a material change goes live with a release, not before [DUTY-006]', async () => {
    const { write, publish, change, confirm, duties, as, pass, runJobs, parts } = await setup();
    const itemId = await write('Travel policy', [asking()]);
    await publish(itemId);
    await confirm('ana', itemId);
    await change(itemId, [titled('Travel policy 2')]);
    const release = { id: randomUUID(), name: 'July', goesLiveAt: '2026-06-10T16:00:00.000Z' };
    await as('edda').call(createRelease, { body: release });
    const body = { items: [{ itemId }], asksAgain: 'Hotels need approval' };
    await as('edda').call(addToRelease, { params: { releaseId: release.id }, body });
    expect((await duties('ana')).counts.open).toBe(0);
    await pass('2026-06-10T16:00:00Z');
    await addJob(parts.db, 'publish-due', {});
    await runJobs();
    expect((await duties('ana')).items).toMatchObject([{ title: 'Travel policy 2', reason: 'Hotels need approval' }]);
  });

  test('can be saved by the person who made it, and by nobody else [DUTY-007]', async () => {
    const { write, publish, confirm, portal, as, db } = await setup();
    const itemId = await write('Travel policy', [asking()]);
    await publish(itemId);
    const { id } = (await confirm('ana', itemId)).confirmed!;
    const get = async (name: string) => portal.inject({ url: recordPath(id), headers: await as(name).headers() });
    const [row] = await db.selectFrom('confirmations').select('record').execute();
    const answer = await get('ana');
    expect([answer.statusCode, answer.body]).toEqual([200, row!.record]);
    expect(answer.headers['content-disposition']).toContain('Travel policy');
    expect((await get('cora')).statusCode).toBe(404);
    expect((await portal.inject({ url: recordPath('nonsense'), headers: await as('ana').headers() })).statusCode).toBe(
      400,
    );
  });

  test('refuses what makes no sense, and an item that asks for nothing [DUTY-004]', async () => {
    const { write, publish, as, db } = await setup();
    const itemId = await write('Plain');
    await publish(itemId);
    const body = { revisionId: itemId, openedFrom: 'Page' as const };
    expect(await as('ana').fail(confirmItem, { params: { itemId }, body })).toMatchObject({ status: 404 });
    for (const wrong of [{}, { ...body, openedFrom: 'Nowhere' }, { ...body, revisionId: 'x' }])
      expect(await as('ana').fail(confirmItem, { params: { itemId }, body: wrong as never })).toMatchObject({
        status: 400,
      });
    expect(await db.selectFrom('duties').selectAll().execute()).toEqual([]);
  });
});

describe('the list of duties', () => {
  test('has what is due first, and what is overdue by the firm’s calendar [DUTY-008]', async () => {
    const { write, publish, duties, clock } = await setup();
    await publish(await write('Second', [asking('2026-06-12')]));
    await publish(await write('First', [asking('2026-06-10')]));
    // It is still June 10 in New York.
    clock.now = new Date('2026-06-11T03:59:00Z');
    expect((await duties('ana')).items.map(({ title, isOverdue }) => [title, isOverdue])).toEqual([
      ['First', false],
      ['Second', false],
    ]);
    clock.now = new Date('2026-06-11T04:01:00Z');
    expect(await duties('ana', 'Overdue')).toMatchObject({
      items: [{ title: 'First' }],
      total: 1,
      counts: { open: 2, overdue: 1, done: 0 },
    });
  });
});
