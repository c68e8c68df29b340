import { randomUUID } from 'node:crypto';
import { withConnection } from '@portico/dev-database/databases';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { HOUR_MS } from '@portico/contracts/durations';
import { getNewsItem } from '@portico/contracts/news';
import { listNotifications } from '@portico/contracts/notifications';
import { getContentPage } from '@portico/contracts/pages';
import {
  addToRelease,
  createRelease,
  getRelease,
  previewRelease,
  publishRelease,
} from '@portico/contracts/studio/releases';
import { approveStudioItem, requestStudioReview } from '@portico/contracts/studio/reviews';
import { setApprovalRules } from '@portico/contracts/studio/roles';
import {
  archiveStudioItem,
  listStudioRevisions,
  publishStudioItem,
  rescheduleStudioItem,
  unscheduleStudioItem,
} from '@portico/contracts/studio/studio';
import { LEAD_TIME_MS } from '../../../content/waiting.ts';
import { Instant, readRowOrThrow } from '../../../db/rows.ts';
import { countWaiting } from '../../../testing/countWaiting.ts';
import { studioActions, titled } from '../../../testing/studioActions.ts';
import { testPortal, type TestPortal } from '../../../testing/testPortal.ts';
import { publishDue } from './publishDue.ts';

async function studio() {
  const portal = await testPortal();
  const edda = () => portal.as('edda');
  const inHours = (hours: number) => new Date(portal.clock.now.getTime() + hours * HOUR_MS).toISOString();
  const pass = (hours: number) => {
    portal.clock.now = new Date(portal.clock.now.getTime() + hours * HOUR_MS);
  };
  const due = () => publishDue({}, portal.parts);
  const seen = async (newsId: string) => (await portal.as('ana').call(getNewsItem, { params: { newsId } })).header;
  return { portal, edda, inHours, pass, due, seen, ...studioActions(edda) };
}

const actionsOf = async (portal: TestPortal, itemId: string) =>
  (
    await portal.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('object_id', '=', itemId)
      .orderBy('id')
      .execute()
  ).map(({ action, details }) => ({ action, details }));

describe('an approval rule added after scheduling', () => {
  test('stops scheduled versions without an approval, alone or in a release, and shows the reason [STUDIO-067]', async () => {
    const { portal, edda, inHours, pass, due, seen, write, change, publish, open } = await studio();
    const [alone, together, approved] = [await write('One'), await write('Two'), await write('Three')];
    for (const itemId of [alone, together, approved]) {
      await publish(itemId);
      await change(itemId, [titled('After')]);
    }
    await publish(alone, { goesLiveAt: inHours(2) });
    const release = { id: randomUUID(), name: 'January', goesLiveAt: inHours(2) };
    await edda().call(createRelease, { body: release });
    await edda().call(addToRelease, { params: { releaseId: release.id }, body: { items: [{ itemId: together }] } });
    await edda().call(setApprovalRules, { body: { rules: [{ scope: 'kind', value: 'news' }] } });
    await edda().call(requestStudioReview, {
      params: { itemId: approved },
      body: { purpose: 'Publish', note: '', dueOn: null },
    });
    const { version, sequence } = await open(approved);
    const decision = { params: { itemId: approved }, body: { version, sequence, comment: '' } };
    await portal.as('abe').call(approveStudioItem, decision);
    await publish(approved, { goesLiveAt: inHours(2) });
    const preview = { params: { releaseId: release.id }, query: {} };
    expect(await edda().fail(previewRelease, preview)).toMatchObject({ status: 409, issues: [{ path: together }] });

    pass(2);
    await due();
    expect([await seen(alone), await seen(together), await seen(approved)]).toEqual(['One', 'Two', 'After']);
    const reason = /A newer rule requires approval/;
    expect((await open(alone)).waitingProblem).toMatch(reason);
    expect(await edda().call(getRelease, { params: { releaseId: release.id } })).toMatchObject({
      state: 'Planned',
      items: [{ itemId: together, problem: expect.stringMatching(reason) as string }],
    });
    const { version: stopped } = await edda().call(getRelease, { params: { releaseId: release.id } });
    const now = { params: { releaseId: release.id }, body: { version: stopped } };
    expect(await edda().fail(publishRelease, now)).toMatchObject({ status: 409 });

    await edda().call(unscheduleStudioItem, { params: { itemId: alone } });
    expect(await open(alone)).toMatchObject({ needsApproval: true, hasChanges: true, title: 'After' });
  });

  test('also stops a version that removes the label of the rule, and one whose approval was for archiving [STUDIO-067]', async () => {
    const { portal, edda, inHours, pass, due, seen, write, change, publish, open } = await studio();
    const labeled = (...value: string[]) => ({ do: 'field', name: 'categories', value }) as const;
    const [removing, archiving] = [await write('One', [labeled('Client use')]), await write('Two')];
    for (const itemId of [removing, archiving]) {
      await publish(itemId);
      await change(itemId, [titled('After'), labeled(...(itemId === archiving ? ['Client use'] : []))]);
    }
    await edda().call(requestStudioReview, {
      params: { itemId: archiving },
      body: { purpose: 'Archive', note: '', dueOn: null },
    });
    const { version, sequence } = await open(archiving);
    const decision = { params: { itemId: archiving }, body: { version, sequence, comment: '' } };
    await portal.as('abe').call(approveStudioItem, decision);
    for (const itemId of [removing, archiving]) await publish(itemId, { goesLiveAt: inHours(2) });
    await edda().call(setApprovalRules, { body: { rules: [{ scope: 'label', value: 'Client use' }] } });
    pass(2);
    await due();
    expect([await seen(removing), await seen(archiving)]).toEqual(['One', 'Two']);
    for (const itemId of [removing, archiving])
      expect((await open(itemId)).waitingProblem).toMatch(/A newer rule requires approval/);
  });
});

describe('a new version of a published item', () => {
  test('waits for its date while readers still see the previous version [STUDIO-051]', async () => {
    const { portal, inHours, pass, due, seen, write, change, publish, open } = await studio();
    const itemId = await write('Cutoff 4 PM');
    await publish(itemId);
    await change(itemId, [titled('Cutoff 1 PM')]);
    const goesLiveAt = inHours(2);
    const waiting = await publish(itemId, { goesLiveAt, note: 'Both custodians agreed.' });
    expect(waiting).toMatchObject({
      state: 'Published',
      hasChanges: false,
      publishedRevision: 1,
      waitingRevision: 2,
      releaseId: null,
    });
    expect(new Date(waiting.goesLiveAt!).toISOString()).toBe(goesLiveAt);
    pass(1.9);
    await due();
    expect(await seen(itemId)).toBe('Cutoff 4 PM');
    pass(0.1);
    await due();
    expect(await seen(itemId)).toBe('Cutoff 1 PM');
    expect(await open(itemId)).toMatchObject({ publishedRevision: 2, waitingRevision: null, hasChanges: false });
    const [latest] = (await portal.as('edda').call(listStudioRevisions, { params: { itemId } })).items;
    expect(latest).toMatchObject({ number: 2, note: 'Both custodians agreed.', isPublished: true });
    const actions = await actionsOf(portal, itemId);
    expect(actions.map(({ action }) => action)).not.toContain('news.unscheduled');
    expect(actions).toEqual(
      expect.arrayContaining([
        { action: 'news.scheduled', details: expect.objectContaining({ revision: 2, goesLiveAt }) },
        { action: 'news.published', details: expect.objectContaining({ revision: 2, before: 1 }) },
      ]),
    );
  });

  test('leaves the draft editable while it waits, and later edits stay in the draft [STUDIO-051]', async () => {
    const { inHours, pass, due, seen, write, change, publish, open } = await studio();
    const itemId = await write('First');
    await publish(itemId);
    await change(itemId, [titled('Second')]);
    await publish(itemId, { goesLiveAt: inHours(1) });
    await change(itemId, [titled('Third')]);
    expect(await open(itemId)).toMatchObject({ title: 'Third', hasChanges: true, waitingRevision: 2 });
    pass(1);
    await due();
    expect(await seen(itemId)).toBe('Second');
    expect(await open(itemId)).toMatchObject({ title: 'Third', hasChanges: true, waitingRevision: null });
    await publish(itemId);
    expect(await seen(itemId)).toBe('Third');
  });

  test('can be rescheduled, or unscheduled to become the draft again [STUDIO-052]', async () => {
    const { edda, inHours, pass, due, seen, write, change, publish, open } = await studio();
    const itemId = await write('First');
    await publish(itemId);
    await change(itemId, [titled('Second')]);
    await publish(itemId, { goesLiveAt: inHours(1) });
    const params = { itemId };
    await edda().call(rescheduleStudioItem, { params, body: { goesLiveAt: inHours(3) } });
    expect(await edda().fail(rescheduleStudioItem, { params, body: { goesLiveAt: inHours(-1) } })).toMatchObject({
      status: 400,
    });
    pass(2);
    await due();
    expect(await seen(itemId)).toBe('First');
    const stopped = await edda().call(unscheduleStudioItem, { params });
    expect(stopped).toMatchObject({ title: 'Second', waitingRevision: null, hasChanges: true });
    expect(await edda().fail(unscheduleStudioItem, { params })).toMatchObject({ status: 409 });
    pass(2);
    await due();
    expect(await seen(itemId)).toBe('First');
    await publish(itemId);
    expect(await seen(itemId)).toBe('Second');
    expect((await open(itemId)).publishedRevision).toBe(2);
  });

  test('is unscheduled when the item is published immediately or archived [STUDIO-052]', async () => {
    const { portal, edda, inHours, pass, due, seen, write, change, publish, open } = await studio();
    const itemId = await write('First');
    await publish(itemId);
    await change(itemId, [titled('Second')]);
    await publish(itemId, { goesLiveAt: inHours(1) });
    await change(itemId, [titled('Urgent')]);
    expect(await publish(itemId)).toMatchObject({ waitingRevision: null, publishedRevision: 3 });
    pass(1);
    await due();
    expect(await seen(itemId)).toBe('Urgent');
    await change(itemId, [titled('Fourth')]);
    const { version } = await publish(itemId, { goesLiveAt: inHours(1) });
    expect(await edda().call(archiveStudioItem, { params: { itemId }, body: { version } })).toMatchObject({
      state: 'Archived',
      waitingRevision: null,
    });
    pass(1);
    await due();
    expect((await open(itemId)).state).toBe('Archived');
    const unscheduled = (await actionsOf(portal, itemId)).filter(({ action }) => action === 'news.unscheduled');
    expect(unscheduled.map(({ details }) => details)).toMatchObject([{ revision: 2 }, { revision: 4 }]);
  });

  test('is rejected if it would expire before or when it goes live', async () => {
    const { edda, inHours, write, change, publish, open } = await studio();
    const itemId = await write('First');
    await publish(itemId);
    await change(itemId, [{ do: 'field', name: 'expiresAt', value: inHours(1) }]);
    const { version, sequence } = await open(itemId);
    const params = { itemId };
    for (const hours of [2, 1])
      expect(
        await edda().fail(publishStudioItem, { params, body: { version, sequence, goesLiveAt: inHours(hours) } }),
      ).toMatchObject({ status: 400, issues: [{ path: 'expiresAt' }] });
    const body = { version, sequence, goesLiveAt: inHours(0.9) };
    await edda().call(publishStudioItem, { params, body });
    expect(await edda().fail(rescheduleStudioItem, { params, body: { goesLiveAt: inHours(1) } })).toMatchObject({
      status: 400,
    });
  });

  test('goes live once, even with several processes [STUDIO-053]', async () => {
    const { portal, inHours, pass, due, write, change, publish } = await studio();
    const itemId = await write('First');
    await publish(itemId);
    await change(itemId, [titled('Second')]);
    await publish(itemId, { goesLiveAt: inHours(1) });
    pass(1);
    await Promise.all([due(), due(), due(), due()]);
    const published = (await actionsOf(portal, itemId)).filter(({ action }) => action === 'news.published');
    expect(published).toHaveLength(2);
  });

  test('is published at its exact time by a job that starts early and waits [STUDIO-053]', async () => {
    const { portal, pass, due, seen, write, change, publish } = await studio();
    const itemId = await write('First');
    await publish(itemId);
    await change(itemId, [titled('Second')]);
    pass(0);
    const at = portal.clock.now.getTime() + 1500;
    await publish(itemId, { goesLiveAt: new Date(at).toISOString() });
    const { runAt } = await readRowOrThrow(
      portal.db,
      z.object({ runAt: Instant }),
      sql`select run_at as "runAt" from graphile_worker.jobs where task_identifier = 'publish-due'`,
    );
    expect(new Date(runAt).getTime()).toBe(at - LEAD_TIME_MS);
    const started = performance.now();
    const job = due();
    expect(await seen(itemId)).toBe('First');
    await job;
    expect(performance.now() - started).toBeGreaterThan(1400);
    expect(await seen(itemId)).toBe('Second');
  });

  test('that cannot go live shows the reason, notifies its editor, and does not block others [STUDIO-054]', async () => {
    const { portal, edda, inHours, pass, due, seen, write, change, publish, open } = await studio();
    const atPath = (value: '/records' | '/support') => ({ do: 'field', name: 'path', value }) as const;
    const page = await write('Records', [atPath('/support')], 'page');
    await publish(page);
    await change(page, [atPath('/records')]);
    await publish(page, { goesLiveAt: inHours(1) });
    const news = await write('News');
    await publish(news);
    await change(news, [titled('Newer')]);
    await publish(news, { goesLiveAt: inHours(1) });
    const rival = await write('Rival', [atPath('/records')], 'page');
    await publish(rival);
    pass(1);
    await due();
    expect(await seen(news)).toBe('Newer');
    expect(await open(page)).toMatchObject({
      waitingRevision: 2,
      waitingProblem: 'Another page has its address.',
      path: '/support',
    });
    expect((await edda().call(listNotifications, {}))[0]).toMatchObject({
      title: 'A scheduled version did not go live',
      link: `/studio/${page}`,
    });
    await edda().call(rescheduleStudioItem, { params: { itemId: page }, body: { goesLiveAt: inHours(1) } });
    await edda().call(archiveStudioItem, {
      params: { itemId: rival },
      body: { version: (await open(rival)).version },
    });
    pass(1);
    await due();
    expect(await portal.as('ana').call(getContentPage, { query: { path: '/records' } })).toMatchObject({ id: page });
  });

  test('does not go live if someone reschedules it just when it is due [STUDIO-052]', async () => {
    const { portal, edda, inHours, pass, due, seen, write, change, publish } = await studio();
    const itemId = await write('First');
    await publish(itemId);
    await change(itemId, [titled('Second')]);
    await publish(itemId, { goesLiveAt: inHours(1) });
    pass(1);
    await withConnection(portal.url, async (client) => {
      await client.query('begin');
      await client.query('select from content_items where id = $1 for update', [itemId]);
      const rescheduled = edda().call(rescheduleStudioItem, { params: { itemId }, body: { goesLiveAt: inHours(1) } });
      await expect.poll(() => countWaiting(portal.db)).toBe(1);
      const job = due();
      await expect.poll(() => countWaiting(portal.db)).toBe(2);
      await client.query('commit');
      await Promise.all([rescheduled, job]);
    });
    expect(await seen(itemId)).toBe('First');
    pass(1);
    await due();
    expect(await seen(itemId)).toBe('Second');
  });

  test('ends its approval, so that later edits say nothing about it [STUDIO-037]', async () => {
    const { portal, edda, inHours, write, change, publish, open } = await studio();
    const itemId = await write('First');
    await publish(itemId);
    await change(itemId, [titled('Second')]);
    const params = { itemId };
    await edda().call(requestStudioReview, { params, body: { purpose: 'Publish', note: '', dueOn: null } });
    const { version, sequence } = await open(itemId);
    await portal.as('abe').call(approveStudioItem, { params, body: { version, sequence, comment: '' } });
    await publish(itemId, { goesLiveAt: inHours(1) });
    expect((await open(itemId)).review?.state).toBe('Done');
    await change(itemId, [titled('Third')]);
    const notified = await edda().call(listNotifications, {});
    expect(notified.map(({ title }) => title)).not.toContainEqual(expect.stringContaining('No longer approved'));
  });
});
