import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { readerPageOf } from '@portico/authoring/readerPage';
import type { ContentComponent } from '@portico/kinds/content';
import { previewEvent, getEvent, setRegistration } from '@portico/contracts/events';
import { DAY_MS } from '@portico/contracts/durations';
import { getHome, previewHome } from '@portico/contracts/home';
import { previewNewsItem } from '@portico/contracts/news';
import { previewContentPage } from '@portico/contracts/pages';
import { previewResource } from '@portico/contracts/resources';
import { fieldChange, type Change, type StudioKind } from '@portico/contracts/studio/draft';
import { setStudioGrants } from '@portico/contracts/studio/roles';
import { createPreviewAddress, previewStudioItem, readPreview } from '@portico/contracts/studio/previews';
import { changeStudioItem, createStudioItem, getStudioItem } from '@portico/contracts/studio/studio';
import { defaultWidgets } from '@portico/kinds/items/home/shape';
import { getWidgets, previewWidgets } from '@portico/contracts/widgets';
import { studioActions } from '../../../testing/studioActions.ts';
import { testPortal } from '../../../testing/testPortal.ts';

async function studio() {
  const portal = await testPortal();
  const edda = () => portal.as('edda');
  return { ...portal, edda, ...studioActions(edda) };
}
const insert = (component: ContentComponent, tree: 'components' | 'postEventData' = 'components'): Change => ({
  do: 'insert',
  component,
  place: { tree, parent: null, after: null },
});
const heading = (id: string, text: string): ContentComponent => ({ id, type: 'Header', level: 2, text });
const starts = '2027-02-11T15:00:00.000Z';
const ends = '2027-02-11T16:30:00.000Z';

describe('a preview at the address of readers', () => {
  test('shows new and edited news as an editor wrote it, with related news [NEWS-010, PREVIEW-001]', async () => {
    const { edda, make, write, change, publish, clock } = await studio();
    await make.news({ header: 'What moves yields', categories: ['Fixed income'] });
    await make.news({ header: 'Not published', categories: ['Fixed income'], isDraft: true });
    const tomorrow = new Date(clock.now.getTime() + DAY_MS).toISOString();
    await make.news({ header: 'Not out yet', categories: ['Fixed income'], publishedAt: tomorrow });
    const newsId = await write('  Muni ladders for retirees ', [
      fieldChange('categories', ['Fixed income']),
      insert(heading('h1', 'Why ladders')),
    ]);
    const shown = () => edda().call(previewNewsItem, { params: { newsId } });
    expect(await shown()).toMatchObject({
      id: newsId,
      header: 'Muni ladders for retirees',
      components: [heading('h1', 'Why ladders')],
      creatorInfo: { kind: 'User', name: 'Edda Mohr' },
      related: [{ header: 'What moves yields' }],
    });
    await publish(newsId);
    await change(newsId, [fieldChange('header', 'Muni ladders, step by step')]);
    expect((await shown()).header).toBe('Muni ladders, step by step');
  });

  test('shows an event without times, and with its registrations once it has some [EVENTS-019, PREVIEW-001]', async () => {
    const { edda, as, write, change, publish } = await studio();
    const eventId = await write(
      'RMD workshop in Tulsa',
      [insert(heading('after', 'Slides'), 'postEventData')],
      'event',
    );
    const shown = () => edda().call(previewEvent, { params: { eventId } });
    expect(await shown()).toMatchObject({
      header: 'RMD workshop in Tulsa',
      startDate: null,
      endDate: null,
      timeZone: 'America/New_York',
      registration: null,
      postEventData: [heading('after', 'Slides')],
    });
    await change(eventId, [
      fieldChange('startsAt', starts),
      fieldChange('endsAt', ends),
      fieldChange('location', 'Tulsa branch'),
      fieldChange('registration', { capacity: 12, closesAt: null }),
    ]);
    await publish(eventId);
    await as('ana').call(setRegistration, { params: { eventId }, body: { registrationStatus: 'Registered' } });
    await change(eventId, [fieldChange('location', 'Tulsa branch, 2nd floor')]);
    expect(await shown()).toMatchObject({
      startDate: starts,
      location: 'Tulsa branch, 2nd floor',
      registration: { capacity: 12, spotsLeft: 11, waiting: 0, closesAt: starts },
      registrationStatus: 'Unregistered',
    });
    expect(await as('ana').call(getEvent, { params: { eventId } })).toMatchObject({ location: 'Tulsa branch' });
  });

  test('shows a resource and a page as an editor wrote them [RES-005, PREVIEW-001]', async () => {
    const { edda, write, publish, change } = await studio();
    const resourceId = await write('Rollover checklist', [fieldChange('owner', 'Planning desk')], 'resource');
    expect(await edda().call(previewResource, { params: { resourceId } })).toMatchObject({
      header: 'Rollover checklist',
      owner: 'Planning desk',
      related: [],
    });
    const shown = async (path: '/support' | '/community') =>
      (await edda().call(previewContentPage, { query: { path } })).header;
    const page = await write('How to reach us', [fieldChange('path', '/support')], 'page');
    expect(await shown('/support')).toBe('How to reach us');
    await publish(page);
    await change(page, [fieldChange('header', 'How to reach the service desk')]);
    expect(await shown('/support')).toBe('How to reach the service desk');
    // The draft has moved; readers still find the page at its address, and so does the preview.
    await change(page, [fieldChange('path', '/community')]);
    expect([await shown('/community'), await shown('/support')]).toEqual(
      Array(2).fill('How to reach the service desk'),
    );
  });

  test('shows the dashboard and its widgets as an editor wrote them, and an archived dashboard never [HOME-006, WIDGET-001]', async () => {
    const { edda, as, make, write, change, publish } = await studio();
    expect((await edda().call(previewWidgets, {})).widgets).toEqual(defaultWidgets);
    const archived = await make.home({ header: 'Last year', widgets: [] });
    await make.withdraw(archived);
    const home = await make.home({ header: 'Dashboard' });
    expect((await edda().call(previewWidgets, {})).widgets).toEqual(defaultWidgets);
    const banner = { id: 'b-17', kind: 'Info' as const, title: 'Markets close at 1 pm on Friday' };
    const callout = {
      id: 'c1',
      type: 'Callout' as const,
      kind: 'Tip' as const,
      title: 'New fee schedule',
      body: { type: 'doc' as const, content: [] },
    };
    await change(home, [
      fieldChange('notificationBanner', banner),
      fieldChange('widgets', [{ id: 'tasks', kind: 'Todo', title: 'My tasks' }]),
      insert(callout),
      insert({ ...callout, id: 'c2', link: { text: '', href: '' } }),
    ]);
    await publish(await write('Custody outage tonight'));
    const shown = await edda().call(previewHome, {});
    expect(shown).toMatchObject({ notificationBanner: banner, news: [{ header: 'Custody outage tonight' }] });
    expect(shown.callouts.map(({ id }) => id)).toEqual(['c1']);
    expect((await edda().call(previewWidgets, {})).widgets).toEqual([{ id: 'tasks', kind: 'Todo', title: 'My tasks' }]);
    expect((await as('ana').call(getHome, {})).notificationBanner).toBeNull();
    expect((await as('ana').call(getWidgets, {})).widgets).toEqual(defaultWidgets);
  });

  test('is for those who may open the item; for all others it does not exist, like an unknown item [PREVIEW-003, A4]', async () => {
    const { as, db, edda, write } = await studio();
    for (const [name, department] of [
      ['ana', 'Operations'],
      ['nils', 'Tax'],
    ] as const) {
      await as(name).call(getHome, {});
      const { id } = await db.selectFrom('users').select('id').where('subject', '=', name).executeTakeFirstOrThrow();
      const body = { grants: [{ role: 'author' as const, department }] };
      await edda().call(setStudioGrants, { params: { userId: id }, body });
    }
    const newsId = await write('Wire cutoff moves', [fieldChange('authorDepartment', 'Operations')]);
    expect((await as('ana').call(previewNewsItem, { params: { newsId } })).header).toBe('Wire cutoff moves');
    expect((await edda().call(previewNewsItem, { params: { newsId } })).header).toBe('Wire cutoff moves');
    const problem = async (name: string, id: string) => ({
      ...(await as(name).fail(previewNewsItem, { params: { newsId: id } })),
      requestId: '',
    });
    expect(await problem('nils', newsId)).toEqual(await problem('nils', randomUUID()));
    expect(await problem('nora', newsId)).toEqual(await problem('nora', randomUUID()));
    expect((await problem('nora', newsId)).status).toBe(404);
    expect(await as('ana').fail(previewEvent, { params: { eventId: newsId } })).toMatchObject({ status: 404 });
  });

  test('shows the same as the preview in the studio and a shared preview address, for every kind [PREVIEW-004]', async () => {
    const { edda, change } = await studio();
    for (const kind of ['news', 'event', 'resource', 'page', 'home'] satisfies StudioKind[]) {
      const { id: itemId } = await edda().call(createStudioItem, { body: { id: randomUUID(), kind } });
      const params = { itemId };
      await change(itemId, [fieldChange('header', `A ${kind} for the field`), fieldChange('path', '/records')]);
      const body = {
        clientId: randomUUID(),
        batchId: randomUUID(),
        base: 0,
        changes: [fieldChange('description', 'Merged')],
      };
      await edda().call(changeStudioItem, { params, body });
      const { draft } = await edda().call(getStudioItem, { params });
      const inStudio = await edda().call(previewStudioItem, { params, query: { of: 'Draft' } });
      expect(inStudio.draft).toEqual(draft);
      const previewId = randomUUID();
      await edda().call(createPreviewAddress, { params, body: { id: previewId, personIds: [] } });
      const shared = await edda().call(readPreview, { params: { previewId } });
      expect([shared.draft, shared.surroundings]).toEqual([draft, inStudio.surroundings]);
      const calls = {
        news: () => edda().call(previewNewsItem, { params: { newsId: itemId } }),
        event: () => edda().call(previewEvent, { params: { eventId: itemId } }),
        resource: () => edda().call(previewResource, { params: { resourceId: itemId } }),
        page: () => edda().call(previewContentPage, { query: { path: '/records' } }),
        home: () => edda().call(previewHome, {}),
      };
      const { page } = readerPageOf(kind, { itemId, draft, surroundings: shared.surroundings!, now: new Date() });
      expect({ ...page, publishedAt: '' }).toEqual({ ...(await calls[kind]()), publishedAt: '' });
    }
  });
});
