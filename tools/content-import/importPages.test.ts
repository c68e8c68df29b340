import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ComponentTree } from '@portico/kinds/content';
import { expect, test } from 'vitest';
import { itemIdOf } from './itemId.ts';
import {
  PIXEL,
  collection,
  contents,
  eventLine,
  itemOf,
  newsLine,
  portal,
  shown,
  write,
} from './testing/testCollection.ts';

test('the dashboard and the menu refer to pictures and items by the collection’s ids', async () => {
  const { db, run } = await portal();
  const home = (link: string) => ({
    id: 'home',
    header: 'Dashboard',
    components: [
      { id: 'c', type: 'Callout', kind: 'Tip', body: 'Some **help**', link: { text: 'Go', href: link } },
      {
        id: 'g',
        type: 'ImageGallery',
        images: [{ image: 'img-1', title: 'One', link: { text: 'Go', href: 'item:e1' } }],
      },
    ],
  });
  const menu = {
    intranetUrl: '/',
    avatarMenuItems: [],
    menuItems: [
      { id: 'news', name: 'News', kind: 'ApplicationPage', pageLink: '/news' },
      {
        id: 'folder',
        name: 'More',
        kind: 'Folder',
        audienceRule: { include: { branch: ['Boston HQ'] }, exclude: {} },
        submenuItems: [{ id: 'deep', name: 'Deep', kind: 'Link', pageLink: 'item:n1', status: 'Warning' }],
      },
    ],
  };
  const folder = await collection({
    'images.jsonl': [{ id: 'img-1', file: 'one.jpg', alt: 'Dot' }],
    'images/one.jpg': PIXEL,
    'news.jsonl': [newsLine('n1')],
    'events.jsonl': [eventLine('e1')],
    'home.json': home('item:n1'),
    'menu.json': menu,
  });
  expect(await run(folder)).toMatchObject({ rejected: [] });
  expect(await shown(db, 'home')).toMatchObject({
    published_at: '2026-03-09T12:00:00Z',
    components: [
      {
        link: { href: `/news/${itemIdOf('n1')}` },
        body: { type: 'doc', content: [{ content: [{ text: 'Some ' }, { text: 'help', marks: [{ type: 'bold' }] }] }] },
      },
      { images: [{ image: { alt: 'Dot', widths: [1] }, link: { href: `/events/${itemIdOf('e1')}` } }] },
    ],
  });
  expect(
    await db
      .selectFrom('menu_items')
      .select(['id', 'parent_id', 'position', 'page_link', 'status', 'audience'])
      .orderBy('id')
      .execute(),
  ).toEqual([
    {
      id: 'deep',
      parent_id: 'folder',
      position: 1,
      page_link: `/news/${itemIdOf('n1')}`,
      status: 'Warning',
      audience: [],
    },
    {
      id: 'folder',
      parent_id: null,
      position: 2,
      page_link: null,
      status: 'Default',
      audience: [expect.stringMatching(/^rule:/)],
    },
    { id: 'news', parent_id: null, position: 1, page_link: '/news', status: 'Default', audience: [] },
  ]);
  const before = await contents(db);
  const again = await run(folder, { now: new Date('2026-04-01T00:00:00Z') });
  expect(again.counts.get('menu entries')).toEqual({ added: 0, updated: 0, unchanged: 3 });
  expect(await contents(db)).toEqual(before);

  await write(folder, { 'home.json': home('item:gone'), 'menu.json': { ...menu, avatarMenuItems: menu.menuItems } });
  const report = await run(folder);
  expect(report.rejected).toEqual([
    { file: 'menu.json', reason: 'Two entries share an id' },
    { file: 'home.json', reason: 'item item:gone is neither in the collection nor in the portal' },
  ]);
  expect(await contents(db)).toEqual(before);
});

test('the dashboard pins items for audiences, and callouts have theirs [DESK-197]', async () => {
  const { db, run } = await portal();
  const home = (item: string) => ({
    id: 'home',
    header: 'Dashboard',
    components: [{ id: 'c', type: 'Callout', kind: 'Tip', body: 'Help' }],
    pins: [{ item }, { item: 'e1', audienceRule: { include: { branch: ['Denver'] }, exclude: {} } }],
    entryAudiences: [{ entryId: 'c', audience: ['Nla'] }],
  });
  const folder = await collection({
    'news.jsonl': [newsLine('n1')],
    'events.jsonl': [eventLine('e1')],
    'home.json': home('n1'),
  });
  expect(await run(folder)).toMatchObject({ rejected: [] });
  const everyone = { include: {}, exclude: {} };
  expect(await shown(db, 'home')).toMatchObject({
    details: {
      pins: [
        { itemId: itemIdOf('n1'), audience: [], audienceRule: everyone },
        { itemId: itemIdOf('e1'), audience: [], audienceRule: { include: { branch: ['Denver'] }, exclude: {} } },
      ],
      entryAudiences: [{ entryId: 'c', audience: ['Nla'], audienceRule: everyone }],
    },
  });
  await write(folder, { 'home.json': home('gone') });
  expect((await run(folder)).rejected).toEqual([
    {
      file: 'home.json',
      reason: 'pinned item gone is neither news nor an event of the collection or the portal',
    },
  ]);
});

test('resources, documents and pages are imported with their files and details', async () => {
  const { db, run } = await portal();
  const { body, ...article } = newsLine('guide', {
    department: 'Planning',
    owner: 'Planning desk',
    reviewedAt: '2026-03-02T10:00:00Z',
  });
  const folder = await collection({
    'resources.jsonl': [{ ...article, body }],
    'documents.jsonl': [
      {
        id: 'rates',
        title: 'Rates',
        description: 'By month.',
        file: 'rates.csv',
        department: 'Research',
        categories: ['Markets'],
        publishedAt: '2026-03-01T10:00:00Z',
        source: 'FED',
      },
      { id: 'lost', title: 'Lost', file: 'lost.pdf', categories: [], publishedAt: '2026-03-01T10:00:00Z' },
      { id: 'fake', title: 'Fake', file: 'fake.pdf', categories: [], publishedAt: '2026-03-01T10:00:00Z' },
    ],
    'pages.json': JSON.stringify([
      {
        id: 'support',
        path: '/support',
        header: 'Support',
        components: [
          { id: 'text', type: 'BodyText', body: 'Call **us**.' },
          { id: 'link', type: 'Link', text: 'The guide', href: 'item:guide' },
          { id: 'files', type: 'FileList', files: [{ document: 'rates' }] },
          {
            id: 'check',
            type: 'Checklist',
            dueInDays: 10,
            items: [
              {
                id: 'one',
                content: [{ type: 'text', text: 'Read', marks: [{ type: 'link', attrs: { href: 'item:guide' } }] }],
              },
            ],
          },
        ],
      },
    ]),
  });
  await mkdir(join(folder, 'files'));
  await write(join(folder, 'files'), { 'rates.csv': 'month,rate\n2026-01,4.5\n', 'fake.pdf': 'no such thing' });
  const report = await run(folder);
  expect(Object.fromEntries(report.counts)).toMatchObject({
    resources: { added: 1 },
    documents: { added: 1 },
    pages: { added: 1 },
  });
  expect(report.rejected.map(({ file, line, id }) => [file, line, id])).toEqual([
    ['documents.jsonl', 2, 'lost'],
    ['documents.jsonl', 3, 'fake'],
  ]);

  expect((await shown(db, 'guide'))?.details).toMatchObject({
    department: 'Planning',
    owner: 'Planning desk',
    reviewedAt: '2026-03-02T10:00:00.000Z',
  });
  expect((await shown(db, 'rates'))?.details).toMatchObject({
    fileName: 'rates.csv',
    format: 'CSV',
    bytes: 23,
    department: 'Research',
  });
  expect(await itemOf(db, 'support')).toMatchObject({ kind: 'page', path: '/support' });
  const [text, link, files, checklist] = ComponentTree.parse((await shown(db, 'support'))?.components);
  expect(text).toMatchObject({ type: 'BodyText', body: { type: 'doc' } });
  expect(link).toMatchObject({ href: `/resources/${itemIdOf('guide')}` });
  expect(files).toMatchObject({ files: [{ documentId: itemIdOf('rates'), title: 'Rates', format: 'CSV', bytes: 23 }] });
  expect(checklist).toMatchObject({
    dueDate: '2026-03-19',
    items: [{ content: [{ marks: [{ attrs: { href: `/resources/${itemIdOf('guide')}` } }] }] }],
  });
  expect((await run(folder, { now: new Date('2026-04-09T12:00:00Z') })).counts.get('pages')).toMatchObject({
    unchanged: 1,
  });
  expect((await run(folder)).counts.get('documents')).toMatchObject({ unchanged: 1 });
});

test('an import rejects a page with a missing reference and imports the others', async () => {
  const { db, run } = await portal();
  const page = (id: string, path: string, href: string) => ({
    id,
    path,
    header: id,
    components: [{ id: 'link', type: 'Link', text: 'More', href }],
  });
  const pages = [page('broken', '/support', 'item:nothing'), page('whole', '/explore', '/news')];
  const report = await run(await collection({ 'pages.json': JSON.stringify(pages) }));
  expect(report.rejected).toMatchObject([
    { file: 'pages.json', reason: 'item item:nothing is neither in the collection nor in the portal' },
  ]);
  expect(await itemOf(db, 'broken')).toBeUndefined();
  expect(await itemOf(db, 'whole')).toMatchObject({ path: '/explore' });
});

test('an import rejects a document that exceeds the quota and imports those that fit [U6]', async () => {
  const { run } = await portal();
  const lineOf = (id: string) => ({
    id,
    title: id,
    file: `${id}.txt`,
    categories: [],
    publishedAt: '2026-03-01T10:00:00Z',
  });
  const folder = await collection({ 'documents.jsonl': [lineOf('fits'), lineOf('exceeds')] });
  await mkdir(join(folder, 'files'));
  await write(join(folder, 'files'), { 'fits.txt': 'a'.repeat(100), 'exceeds.txt': 'b' });
  const report = await run(folder, { quotaBytes: 100 });
  expect(report.counts.get('documents')).toMatchObject({ added: 1 });
  expect(report.rejected).toMatchObject([{ id: 'exceeds', file: 'documents.jsonl', line: 2 }]);
});
