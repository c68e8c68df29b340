import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import type { ComponentTree } from '@portico/kinds/content';
import {
  closeNotificationBanner,
  closeNotificationBannerPreview,
  getHome,
  noteHomeVisit,
  previewHome,
} from '@portico/contracts/home';
import { testPortal } from '../../testing/testPortal.ts';

const text = (words: string) => ({
  type: 'doc' as const,
  content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: words }] }],
});
const callout = (title: string): ComponentTree[number] => ({
  id: title.replace(' ', '-'),
  type: 'Callout',
  kind: 'Info',
  title,
  body: text('Read this.'),
});
const image = { id: '00000000-0000-4000-8000-000000000001', alt: '', width: 640, height: 320, widths: [320, 640] };
const inHours = (hours: number, from: Date) => new Date(from.getTime() + hours * HOUR_MS).toISOString();

test('a dashboard without content is empty, not an error', async () => {
  const { as } = await testPortal({ now: new Date('2026-03-08T09:00:00Z') });
  expect(await as('ana').call(getHome, {})).toEqual({
    notificationBanner: null,
    callouts: [],
    carousel: [],
    news: [],
    events: [],
    newSince: '2026-03-06T00:00:00.000Z',
  });
});

test('the dashboard shows the callouts and carousel of its page, the five newest news items and the next four events [HOME-001, HOME-002, HOME-005]', async () => {
  const { as, make, clock } = await testPortal();
  await make.home({
    components: [
      callout('First'),
      { id: 'g', type: 'ImageGallery', images: [{ image, title: 'One' }, { image }] },
      { id: 'd', type: 'Divider' },
      callout('Second'),
    ],
  });
  for (let i = 1; i <= 6; i += 1) await make.news({ header: `News ${i}` });
  for (const [header, start, end] of [
    ['Later', 50, 51],
    ['Over', -3, -2],
    ['Running', -1, 1],
    ['Soon', 2, 3],
    ['Next', 4, 5],
    ['After', 6, 7],
  ] as const)
    await make.event({ header, startsAt: inHours(start, clock.now), endsAt: inHours(end, clock.now) });
  const home = await as('ana').call(getHome, {});
  expect(home.callouts.map((one) => one.title)).toEqual(['First', 'Second']);
  expect(home.carousel.map((one) => one.title)).toEqual(['One', undefined]);
  expect(home.news.map((one) => one.header)).toEqual(['News 6', 'News 5', 'News 4', 'News 3', 'News 2']);
  expect(home.events.map((one) => one.header)).toEqual(['Running', 'Soon', 'Next', 'After']);
});

test("each reader's dashboard has only items that they may see, from the newest visible page [BASE-006, A4, A8]", async () => {
  const { as, make, clock } = await testPortal();
  await make.home({ components: [callout('For all')] });
  await make.home({ components: [callout('For Hybrid')], audience: ['AdvisorHybrid'] });
  await make.home({ components: [callout('Tomorrow')], publishedAt: inHours(24, clock.now) });
  await make.home({ components: [callout('Draft')], isDraft: true });
  await make.news({ header: 'Corporate only', audience: ['AdvisorCorporate'] });
  await make.event({ header: 'Corporate event', audience: ['AdvisorCorporate'] });
  await make.event({ header: 'Scheduled event', publishedAt: inHours(1, clock.now) });
  const seenBy = async (name: string) => {
    const { callouts, news, events } = await as(name).call(getHome, {});
    return [callouts.map((one) => one.title), news.map((one) => one.header), events.map((one) => one.header)];
  };
  expect(await seenBy('ana')).toEqual([['For Hybrid'], [], []]);
  expect(await seenBy('cora')).toEqual([['For all'], ['Corporate only'], ['Corporate event']]);
  expect(await seenBy('edda')).toEqual([['For all'], [], []]);
  clock.now = new Date(clock.now.getTime() + DAY_MS);
  expect(await seenBy('nils')).toEqual([['Tomorrow'], [], ['Scheduled event']]);
});

test('an event leaves the dashboard the instant it ends [R13]', async () => {
  const { as, make, clock } = await testPortal({ now: new Date('2026-03-08T09:59:59.999Z') });
  await make.event({
    startsAt: '2026-03-08T09:00:00Z',
    endsAt: '2026-03-08T10:00:00Z',
    publishedAt: '2026-01-01T00:00:00Z',
  });
  const count = async () => (await as('ana').call(getHome, {})).events.length;
  expect(await count()).toBe(1);
  clock.now = new Date('2026-03-08T10:00:00Z');
  expect(await count()).toBe(0);
});

test('news since the previous visit counts as new during a whole visit; on a first visit, news of the last two days does [HOME-008]', async () => {
  const { as, make, clock } = await testPortal({ now: new Date('2026-03-08T09:00:00Z') });
  await make.news();
  const open = async (at: string, name = 'ana') => {
    clock.now = new Date(at);
    const { newSince } = await as(name).call(getHome, {});
    await as(name).call(noteHomeVisit, {});
    return new Date(newSince).toISOString();
  };
  const twoDaysBefore = '2026-03-06T00:00:00.000Z';
  expect(await open('2026-03-08T09:00:00Z')).toBe(twoDaysBefore);
  expect(await open('2026-03-08T09:00:10Z')).toBe(twoDaysBefore);
  expect(await open('2026-03-08T09:30:10Z')).toBe(twoDaysBefore);
  expect(await open('2026-03-08T10:00:11Z')).toBe('2026-03-08T09:30:10.000Z');
  expect(await open('2026-03-08T10:20:00Z')).toBe('2026-03-08T09:30:10.000Z');
  expect(await open('2026-03-08T10:20:00Z', 'nils')).toBe(twoDaysBefore);
  expect(await open('2026-03-09T08:00:00Z')).toBe('2026-03-08T10:20:00.000Z');
});

test('an editor previews the latest draft of the dashboard, or the published one; others get 404 [HOME-006, PREVIEW-003, A4]', async () => {
  const { as, make, clock, portal } = await testPortal();
  const seen = async () => (await as('edda').call(previewHome, {})).callouts.map((one) => one.title);
  expect(await seen()).toEqual([]);
  await make.home({ components: [callout('In force')] });
  await make.home({ components: [callout('For others')], audience: ['AdvisorHybrid'] });
  await make.news({ header: 'Published' });
  await make.news({ header: 'News draft', isDraft: true });
  expect(await seen()).toEqual(['In force']);
  for (const title of ['Older draft', 'Newer draft']) {
    clock.now = new Date(clock.now.getTime() + 60_000);
    await make.home({ components: [callout(title)], isDraft: true, audience: ['AdvisorHybrid'] });
  }
  expect(await seen()).toEqual(['Newer draft']);
  expect((await as('edda').call(previewHome, {})).news.map((one) => one.header)).toEqual(['Published']);
  expect((await as('edda').call(getHome, {})).callouts.map((one) => one.title)).toEqual(['In force']);
  expect(await as('ana').fail(previewHome, {})).toMatchObject({ status: 404, code: 'not_found' });
  const { headers } = await portal.inject({ url: '/api/v1/home/preview', headers: await as('edda').headers() });
  expect(headers['cache-control']).toBe('no-store');
});

describe('the banner', () => {
  const banner = (id: string, more: object = {}) => ({
    notificationBanner: {
      id,
      kind: 'Warning' as const,
      title: 'Filing ends on Friday',
      text: 'Forms that come later count for the next quarter.',
      link: { text: 'Open the guide', href: '/resources' },
      ...more,
    },
  });
  const close = (id: string) => ({ params: { notificationBannerId: id } });

  test('stays closed for the person who closed it until there is a new one [WIDGET-002, WIDGET-003, A5]', async () => {
    const { as, make, clock } = await testPortal();
    const seenBy = async (name: string) => (await as(name).call(getHome, {})).notificationBanner;
    await make.home(banner('filing-1'));
    expect(await seenBy('ana')).toEqual(banner('filing-1').notificationBanner);
    await as('ana').call(closeNotificationBanner, close('filing-1'));
    await as('ana').call(closeNotificationBanner, close('filing-1'));
    expect([await seenBy('ana'), (await seenBy('nils'))?.id]).toEqual([null, 'filing-1']);
    clock.now = new Date(clock.now.getTime() + DAY_MS);
    await make.home(banner('filing-2', { link: null, text: undefined }));
    expect(await seenBy('ana')).toEqual({
      id: 'filing-2',
      kind: 'Warning' as const,
      title: 'Filing ends on Friday',
      link: null,
    });
  });

  test('of a hidden or missing dashboard cannot be closed [A1, A3]', async () => {
    const { as, make, db } = await testPortal();
    await make.home({ ...banner('for-others'), audience: ['AdvisorCorporate'] });
    await make.home({ ...banner('draft'), isDraft: true });
    await make.home({ notificationBanner: null });
    for (const id of ['for-others', 'draft', 'nothing', 'null'])
      expect(await as('ana').fail(closeNotificationBanner, close(id)), id).toMatchObject({ status: 404 });
    for (const id of ['a b', 'x'.repeat(65), '%00'])
      expect(await as('ana').fail(closeNotificationBanner, close(id)), id).toMatchObject({ status: 400 });
    expect(await db.selectFrom('banner_closings').selectAll().execute()).toEqual([]);
    expect((await as('ana').call(getHome, {})).notificationBanner).toBeNull();
  });

  test('of a draft can be closed by editors without storing anything [WIDGET-003, A4]', async () => {
    const { as, make, db } = await testPortal();
    await make.home(banner('in-force'));
    await make.home({ ...banner('draft'), isDraft: true });
    const seen = async () => (await as('edda').call(previewHome, {})).notificationBanner?.id;
    expect(await seen()).toBe('draft');
    await as('edda').call(closeNotificationBannerPreview, close('draft'));
    await as('edda').call(closeNotificationBanner, close('in-force'));
    expect(await seen()).toBe('draft');
    expect(await as('ana').fail(closeNotificationBannerPreview, close('draft'))).toMatchObject({ status: 404 });
    expect(await db.selectFrom('banner_closings').select('banner_id').execute()).toEqual([{ banner_id: 'in-force' }]);
  });

  test.for<[string, object]>([
    ['an unknown kind', { kind: 'Alarm' }],
    ['a link that runs code', { link: { text: 'Open', href: 'javascript:alert(1)' } }],
    ['no title', { title: '' }],
    ['an id with spaces', { id: 'a b' }],
  ])('with %s is rejected when it is saved', async ([, wrong]) => {
    const { make } = await testPortal();
    await expect(make.home(banner('one', wrong))).rejects.toMatchObject({ code: 'invalid_input' });
  });
});
