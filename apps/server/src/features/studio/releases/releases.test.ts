import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { getNewsItem, listNews } from '@portico/contracts/news';
import { listNotifications } from '@portico/contracts/notifications';
import { getContentPage } from '@portico/contracts/pages';
import {
  addToRelease,
  createRelease,
  deleteRelease,
  getRelease,
  listReleases,
  previewRelease,
  publishRelease,
  removeFromRelease,
  undoRelease,
  updateRelease,
} from '@portico/contracts/studio/releases';
import { studioActions, titled } from '../../../testing/studioActions.ts';
import { testPortal } from '../../../testing/testPortal.ts';
import { publishDue } from './publishDue.ts';

async function studio() {
  const portal = await testPortal();
  const edda = () => portal.as('edda');
  const ana = () => portal.as('ana');
  const inHours = (hours: number) => new Date(portal.clock.now.getTime() + hours * HOUR_MS).toISOString();
  const pass = (hours: number) => {
    portal.clock.now = new Date(portal.clock.now.getTime() + hours * HOUR_MS);
  };
  const actions = studioActions(edda);
  const seen = async (newsId: string) => (await ana().call(getNewsItem, { params: { newsId } })).header;
  const plan = (goesLiveAt: string | null = null) =>
    edda().call(createRelease, { body: { id: randomUUID(), name: 'Year-end', goesLiveAt } });
  const add = (releaseId: string, ...itemIds: string[]) =>
    edda().call(addToRelease, {
      params: { releaseId },
      body: { items: itemIds.map((itemId) => ({ itemId })) },
    });
  const publishNow = async (releaseId: string) => {
    const { version } = await edda().call(getRelease, { params: { releaseId } });
    return edda().call(publishRelease, { params: { releaseId }, body: { version } });
  };
  /** An item that readers see as `before`, with an unpublished change to `after`. */
  const rewritten = async (before: string, after: string) => {
    const itemId = await actions.write(before);
    await actions.publish(itemId);
    await actions.change(itemId, [titled(after)]);
    return itemId;
  };
  const due = () => publishDue({}, portal.parts);
  return { portal, edda, ana, inHours, pass, seen, plan, add, publishNow, rewritten, due, ...actions };
}

describe('a release', () => {
  test('goes live at its date, with all items at the same instant [STUDIO-055]', async () => {
    const { portal, edda, inHours, pass, seen, plan, add, rewritten, write, open, due } = await studio();
    const first = await rewritten('First before', 'First after');
    const fresh = await write('Fresh');
    const { id } = await plan(inHours(2));
    const release = await add(id, first, fresh);
    expect(release).toMatchObject({
      state: 'Scheduled',
      itemCount: 2,
      items: [
        { itemId: first, title: 'First after', revision: 2, previousRevision: 1, problem: null },
        { itemId: fresh, title: 'Fresh', revision: 1, previousRevision: null },
      ],
    });
    expect(await open(fresh)).toMatchObject({ state: 'Scheduled', releaseId: id, releaseName: 'Year-end' });
    pass(1);
    await due();
    expect(await seen(first)).toBe('First before');
    pass(1);
    await due();
    expect(await seen(first)).toBe('First after');
    const news = await portal.as('ana').call(getNewsItem, { params: { newsId: fresh } });
    expect(new Date(news.publishedAt).toISOString()).toBe(portal.clock.now.toISOString());
    expect(await edda().call(getRelease, { params: { releaseId: id } })).toMatchObject({ state: 'Live', itemCount: 2 });
    expect((await open(fresh)).draft.fields.publishedAt).toBe(portal.clock.now.toISOString());
  });

  test('shows readers either only old or only new items while it goes live [STUDIO-055]', async () => {
    const { ana, plan, add, publishNow, rewritten } = await studio();
    const items: string[] = [];
    for (let item = 0; item < 4; item++) items.push(await rewritten(`Old ${item}`, `New ${item}`));
    const { id } = await plan();
    await add(id, ...items);
    /** The state that each response shows, in request order. */
    const answers: string[] = [];
    let isOver = false;
    const stateOf = (headers: string[]) => [...new Set(headers.map((header) => header.slice(0, 3)))].join(' and ');
    const load = async () => {
      while (!isOver) {
        const { items: listed } = await ana().call(listNews, { query: {} });
        answers.push(stateOf(listed.map(({ header }) => header)));
        for (const newsId of items)
          answers.push(stateOf([(await ana().call(getNewsItem, { params: { newsId } })).header]));
      }
    };
    const reading = load();
    await expect.poll(() => answers.length).toBeGreaterThan(10);
    await publishNow(id);
    const live = answers.length;
    await expect.poll(() => answers.length).toBeGreaterThan(live + 10);
    isOver = true;
    await reading;
    expect(new Set(answers)).toEqual(new Set(['Old', 'New']));
    expect(answers.lastIndexOf('Old')).toBeLessThan(answers.indexOf('New'));
  });

  test('stops as a whole if one item cannot go live, and shows everyone the reason [STUDIO-056]', async () => {
    const { edda, inHours, pass, seen, plan, add, publishNow, rewritten, write, publish, due } = await studio();
    const news = await rewritten('Before', 'After');
    const page = await write('Records', [{ do: 'field', name: 'path', value: '/records' }], 'page');
    const { id } = await plan(inHours(1));
    await add(id, news, page);
    await publish(await write('Rival', [{ do: 'field', name: 'path', value: '/records' }], 'page'));
    pass(1);
    await due();
    expect(await seen(news)).toBe('Before');
    const params = { releaseId: id };
    const stopped = await edda().call(getRelease, { params });
    expect(stopped).toMatchObject({ state: 'Planned', hasProblems: true, goesLiveAt: null });
    expect(stopped.items.map(({ problem }) => problem)).toEqual([null, 'Another page has its address.']);
    expect((await edda().call(listNotifications, {}))[0]).toMatchObject({
      title: 'The release “Year-end” did not go live',
      link: `/studio/releases/${id}`,
    });
    const body = { version: stopped.version };
    expect(await edda().fail(publishRelease, { params, body })).toMatchObject({
      status: 409,
      issues: [{ path: page, message: 'Another page has its address.' }],
    });
    expect(await seen(news)).toBe('Before');
    await edda().call(removeFromRelease, { params: { ...params, itemId: page } });
    expect((await publishNow(id)).state).toBe('Live');
    expect(await seen(news)).toBe('After');
  });

  test('can be undone: readers see the previous versions again, and what was written is preserved [STUDIO-057]', async () => {
    const { edda, ana, seen, plan, add, publishNow, rewritten, write, open, publish, change } = await studio();
    const news = await rewritten('Before', 'After');
    const fresh = await write('Fresh');
    const { id } = await plan();
    await add(id, news, fresh);
    const { version } = await publishNow(id);
    const params = { releaseId: id };
    expect(await edda().call(undoRelease, { params, body: { version } })).toMatchObject({ state: 'Undone' });
    expect(await seen(news)).toBe('Before');
    expect(await ana().fail(getNewsItem, { params: { newsId: fresh } })).toMatchObject({ status: 404 });
    expect(await open(news)).toMatchObject({ title: 'After', hasChanges: true });
    expect(await open(fresh)).toMatchObject({ title: 'Fresh', state: 'Archived' });
    expect(await edda().fail(undoRelease, { params, body: { version: version + 1 } })).toMatchObject({ status: 409 });

    const again = await plan();
    await add(again.id, news);
    const live = await publishNow(again.id);
    await change(news, [titled('Newer')]);
    await publish(news);
    expect(
      await edda().fail(undoRelease, { params: { releaseId: again.id }, body: { version: live.version } }),
    ).toMatchObject({ status: 409, issues: [{ path: news }] });
    expect(await seen(news)).toBe('Newer');
  });

  test('is undone along with newer scheduled versions, which are listed beforehand and become unpublished changes [STUDIO-057]', async () => {
    const { edda, seen, plan, add, publishNow, publish, change, rewritten, open, inHours } = await studio();
    const news = await rewritten('Before', 'After');
    const { id } = await plan();
    await add(id, news);
    const { version } = await publishNow(id);
    const params = { releaseId: id };
    const newer = async () => (await edda().call(getRelease, { params })).items.map(({ newerWaiting }) => newerWaiting);
    expect(await newer()).toEqual([null]);
    await change(news, [titled('Newer')]);
    const { waitingRevision } = await publish(news, { goesLiveAt: inHours(4) });
    expect(waitingRevision).toBe(3);
    expect(await newer()).toEqual([3]);
    await edda().call(undoRelease, { params, body: { version } });
    expect(await seen(news)).toBe('Before');
    expect(await open(news)).toMatchObject({ title: 'Newer', hasChanges: true, waitingRevision: null });
    expect((await open(news)).draft.fields.header).toBe('Newer');
  });

  test('lets two pages swap addresses, and both addresses lead to the right page [STUDIO-055]', async () => {
    const { ana, plan, add, publishNow, write, publish, change } = await studio();
    const at = (value: '/support' | '/records') => ({ do: 'field', name: 'path', value }) as const;
    const one = await write('One', [at('/support')], 'page');
    const two = await write('Two', [at('/records')], 'page');
    for (const page of [one, two]) await publish(page);
    await change(one, [at('/records')]);
    await change(two, [at('/support')]);
    const { id } = await plan();
    await add(id, one, two);
    await publishNow(id);
    expect((await ana().call(getContentPage, { query: { path: '/support' } })).id).toBe(two);
    expect((await ana().call(getContentPage, { query: { path: '/records' } })).id).toBe(one);
  });

  test('accepts only complete items with something new, all or none [STUDIO-056]', async () => {
    const { edda, plan, add, write, publish, rewritten } = await studio();
    const { id } = await plan();
    const params = { releaseId: id };
    const addThem = (...itemIds: string[]) =>
      edda().fail(addToRelease, { params, body: { items: itemIds.map((itemId) => ({ itemId })) } });
    const good = await rewritten('Before', 'After');
    const untitled = await write('');
    expect(await addThem(good, untitled)).toMatchObject({ status: 400, issues: [{ path: 'header' }] });
    const published = await write('Published');
    await publish(published);
    expect(await addThem(good, published)).toMatchObject({ status: 409 });
    expect(await addThem(good, randomUUID())).toMatchObject({ status: 404 });
    expect((await edda().call(getRelease, { params })).items).toEqual([]);
    const body = { items: [{ itemId: good, seen: { version: 1, sequence: 0 } }] };
    expect(await edda().fail(addToRelease, { params, body })).toMatchObject({ status: 409 });
    await add(id, good);
    expect(await addThem(good)).toMatchObject({ status: 409 });
  });

  test('can be renamed, rescheduled and removed, and removing it loses nothing that was written [STUDIO-055]', async () => {
    const { portal, edda, inHours, plan, add, rewritten, open } = await studio();
    const { id, version } = await plan();
    const params = { releaseId: id };
    const news = await rewritten('Before', 'After');
    await add(id, news);
    const change = { name: 'January', goesLiveAt: inHours(5) };
    expect(await edda().fail(updateRelease, { params, body: { version, ...change } })).toMatchObject({ status: 409 });
    const body = { version: version + 1, ...change };
    expect(await edda().call(updateRelease, { params, body })).toMatchObject({ state: 'Scheduled', name: 'January' });
    const early = { version: version + 2, name: 'January', goesLiveAt: inHours(-1) };
    expect(await edda().fail(updateRelease, { params, body: early })).toMatchObject({ status: 400 });
    await edda().call(deleteRelease, { params });
    expect(await edda().fail(getRelease, { params })).toMatchObject({ status: 404 });
    expect((await edda().call(listReleases, {})).items).toEqual([]);
    expect(await open(news)).toMatchObject({ title: 'After', waitingRevision: null, hasChanges: true });
    expect(await portal.as('ana').fail(listReleases, {})).toMatchObject({ status: 404 });
  });

  test('previews the portal for an advisor type without changing anything [STUDIO-058]', async () => {
    const { portal, edda, ana, seen, plan, add, rewritten, write, inHours } = await studio();
    await portal.as('nils').call(listNews, { query: {} });
    const news = await rewritten('Before', 'After');
    const hidden = await write('For others', [{ do: 'field', name: 'audience', value: ['Nla'] }]);
    const { id } = await plan(inHours(3));
    await add(id, news, hidden);
    const params = { releaseId: id };
    const shown = await edda().call(previewRelease, { params, query: { advisorType: 'AdvisorHybrid' } });
    expect(shown.lists.find(({ kind }) => kind === 'news')).toMatchObject({
      total: 1,
      entries: [{ itemId: news, title: 'After', isInRelease: true }],
    });
    expect(shown.items).toMatchObject([
      { itemId: news, isVisible: true, draft: { fields: { header: 'After' } } },
      { itemId: hidden, isVisible: false },
    ]);
    const others = await edda().call(previewRelease, { params, query: { advisorType: 'Nla' } });
    expect(others.lists.find(({ kind }) => kind === 'news')!.total).toBe(2);
    expect(await seen(news)).toBe('Before');
    expect((await ana().call(listNews, { query: {} })).total).toBe(1);
  });

  test('previews the portal for a person at a time after the release [STUDIO-058]', async () => {
    const { portal, edda, ana, plan, add, write, inHours } = await studio();
    await ana().call(listNews, { query: {} });
    const { id: personId } = await portal.db
      .selectFrom('users')
      .select('id')
      .where('subject', '=', 'ana')
      .executeTakeFirstOrThrow();
    const rule = { include: { person: [personId] }, exclude: {} };
    const named = await write('For Ana', [{ do: 'field', name: 'audienceRule', value: rule }]);
    const brief = await write('For a day', [{ do: 'field', name: 'expiresAt', value: inHours(27) }]);
    const { id } = await plan(inHours(3));
    await add(id, named, brief);
    const visibleTo = async (query: object) => {
      const { items, lists } = await edda().call(previewRelease, { params: { releaseId: id }, query });
      const visible = items.filter(({ isVisible }) => isVisible).map(({ itemId }) => itemId);
      expect(lists.find(({ kind }) => kind === 'news')!.total).toBe(visible.length);
      return visible.sort();
    };
    expect(await visibleTo({ advisorType: 'AdvisorHybrid' })).toEqual([brief]);
    expect(await visibleTo({ personId })).toEqual([named, brief].sort());
    expect(await visibleTo({ personId, at: inHours(48) })).toEqual([named]);
    // A time before the release counts as the time of the release.
    expect(await visibleTo({ personId, at: inHours(1) })).toEqual([named, brief].sort());
    await portal.db
      .updateTable('users')
      .set({ disabled_at: inHours(0) })
      .where('id', '=', personId)
      .execute();
    expect(await visibleTo({ personId })).toEqual([]);
  });
});
