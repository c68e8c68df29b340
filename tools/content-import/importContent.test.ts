import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ComponentTree } from '@portico/contracts/content';
import { demoAccounts } from '@portico/dev-identity/demoAccounts';
import { loadConfig } from '@portico/server/config';
import { publish, saveDraft, unpublish } from '@portico/server/content/publication';
import type { Db } from '@portico/server/db/pool';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { expect, onTestFinished, test } from 'vitest';
import { demoApplicationAddresses, loadDemoPeople } from '../demo/demoPeople.ts';
import { importContent, type ImportOptions } from './importContent.ts';
import { itemIdOf } from './itemId.ts';

const DEMO = fileURLToPath(new URL('../../demo/', import.meta.url));
const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));
const now = new Date('2026-03-09T12:00:00Z');

/** A JPEG of one grey pixel. */
const PIXEL = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
  'base64',
);

const newsLine = (id: string, wanted: Record<string, unknown> = {}) => ({
  id,
  title: `News ${id}`,
  description: 'What it is about.',
  categories: ['Markets'],
  publishedAt: '2026-03-01T10:00:00Z',
  authorDepartment: 'Research',
  source: 'FED',
  body: `## Heading of ${id}\n\nText.`,
  ...wanted,
});
const eventLine = (id: string, wanted: Record<string, unknown> = {}) => ({
  ...newsLine(id),
  startDate: '2026-04-01T14:00:00Z',
  endDate: '2026-04-01T15:00:00Z',
  locationType: 'InPerson',
  location: 'Boston',
  speakers: ['Ana Lopes'],
  postEventBody: null,
  ...wanted,
});

/** A folder with the files given: arrays become JSON lines, objects JSON, other values are written as they are. */
async function collection(files: Record<string, unknown>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-collection-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'images'));
  await write(folder, files);
  return folder;
}

async function write(folder: string, files: Record<string, unknown>): Promise<void> {
  for (const [name, content] of Object.entries(files)) {
    const lines = Array.isArray(content)
      ? content.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n')
      : undefined;
    const isPlain = typeof content === 'string' || Buffer.isBuffer(content);
    await writeFile(join(folder, name), lines ?? (isPlain ? content : JSON.stringify(content)));
  }
}

async function portal() {
  const { db, url } = await testDatabase();
  const storeDir = await mkdtemp(join(tmpdir(), 'portico-files-'));
  onTestFinished(() => rm(storeDir, { recursive: true }));
  const run = (folder: string, options: Partial<ImportOptions> = {}) =>
    importContent({ folder, databaseUrl: url, storeDir, now, ...options });
  return { db, url, storeDir, run };
}

const itemOf = (db: Db, externalId: string) =>
  db.selectFrom('content_items').selectAll().where('external_id', '=', externalId).executeTakeFirst();
async function shown(db: Db, externalId: string) {
  return db
    .selectFrom('content_items as item')
    .innerJoin('content_revisions as rev', 'rev.id', 'item.published_revision_id')
    .selectAll('rev')
    .where('item.external_id', '=', externalId)
    .executeTakeFirst();
}
/** Every row that an import writes, without the times and ids of this run. */
async function contents(db: Db) {
  const items = await db
    .selectFrom('content_items')
    .select(['id', 'kind', 'external_id', 'published_at', 'audience', 'categories', 'version'])
    .orderBy('id')
    .execute();
  const revisions = await db
    .selectFrom('content_revisions')
    .select(['item_id', 'number', 'header', 'components', 'details', 'image'])
    .orderBy('item_id')
    .orderBy('number')
    .execute();
  const pictures = await db.selectFrom('pictures').select(['id', 'widths']).orderBy('id').execute();
  return { items, revisions, pictures, menu: await db.selectFrom('menu_items').selectAll().orderBy('id').execute() };
}

test('news and events are imported with all their fields and keep their addresses', async () => {
  const { db, run } = await portal();
  const folder = await collection({
    'images.jsonl': [{ id: 'img-1', file: 'one.jpg', alt: 'A grey dot', credit: 'NOAA' }],
    'images/one.jpg': PIXEL,
    'news.jsonl': [newsLine('n1', { title: 'Rates &#38; prices', image: 'img-1' })],
    'events.jsonl': [
      eventLine('e1', {
        registrationUrl: 'https://x.test/a',
        audience: 'All',
        document: 'a.pdf',
        timesInvented: true,
        body: 'Before\n\n## The talk',
        postEventBody: 'After',
      }),
    ],
  });
  const report = await run(folder);
  expect(Object.fromEntries(report.counts)).toEqual({
    pictures: { added: 1, updated: 0, unchanged: 0 },
    news: { added: 1, updated: 0, unchanged: 0 },
    events: { added: 1, updated: 0, unchanged: 0 },
  });
  expect(report).toMatchObject({ rejected: [], notes: [], shiftedByDays: 0 });
  expect(await itemOf(db, 'n1')).toMatchObject({
    id: itemIdOf('n1'),
    kind: 'news',
    published_at: '2026-03-01T10:00:00Z',
    categories: ['Markets'],
  });
  expect(itemIdOf('n1')).toBe('461ae617-fde3-597e-a96f-8e7273e83a3a');
  expect(await shown(db, 'n1')).toMatchObject({
    header: 'Rates & prices',
    description: 'What it is about.',
    author_department: 'Research',
    creator_kind: 'System',
    creator_name: null,
    image: { alt: 'A grey dot', credit: 'NOAA', width: 1, height: 1, widths: [1] },
    details: { externalId: 'n1', source: 'FED' },
    components: [{ type: 'Header', level: 2, text: 'Heading of n1' }, { type: 'BodyText' }],
  });
  const event = await shown(db, 'e1');
  expect(event).toMatchObject({
    starts_at: '2026-04-01T14:00:00Z',
    ends_at: '2026-04-01T15:00:00Z',
    components: [{ type: 'BodyText' }],
    details: {
      locationType: 'InPerson',
      location: 'Boston',
      speakers: ['Ana Lopes'],
      registrationUrl: 'https://x.test/a',
      intendedFor: 'All',
      document: 'a.pdf',
      timesInvented: true,
      postEventData: [{ type: 'Header', text: 'The talk' }, { type: 'BodyText' }],
    },
  });
  expect(ComponentTree.safeParse((event!.details as { postEventData: unknown }).postEventData).success).toBe(true);
});

test('importing the same content again changes nothing, not even a version', async () => {
  const { db, run } = await portal();
  const folder = await collection({
    'news.jsonl': [newsLine('n1'), newsLine('n2')],
    'events.jsonl': [eventLine('e1', { postEventBody: '- a\n- b' })],
  });
  await run(folder);
  const before = await contents(db);
  const report = await run(folder, { now: new Date('2026-08-01T00:00:00Z') });
  expect(Object.fromEntries(report.counts)).toEqual({
    news: { added: 0, updated: 0, unchanged: 2 },
    events: { added: 0, updated: 0, unchanged: 1 },
  });
  expect(await contents(db)).toEqual(before);
});

test('changed content is published as a new revision, and the old one stays', async () => {
  const { db, run } = await portal();
  const folder = await collection({ 'news.jsonl': [newsLine('n1'), newsLine('n2')] });
  await run(folder);
  await write(folder, { 'news.jsonl': [newsLine('n1', { body: 'Corrected.' }), newsLine('n2')] });
  const report = await run(folder);
  expect(report.counts.get('news')).toEqual({ added: 0, updated: 1, unchanged: 1 });
  expect(await shown(db, 'n1')).toMatchObject({
    number: 2,
    components: [{ body: { content: [{ content: [{ text: 'Corrected.' }] }] } }],
  });
  expect(
    await db.selectFrom('content_revisions').select('number').where('item_id', '=', itemIdOf('n1')).execute(),
  ).toHaveLength(2);
});

test('invalid lines are rejected with line number and reason, and the others are imported', async () => {
  const { db, run } = await portal();
  const folder = await collection({
    'images.jsonl': [
      { id: 'img-1', file: '../../etc/passwd', alt: '' },
      { id: 'img-2', file: 'missing.jpg', alt: '' },
      { id: 'img-3', file: 'text.jpg', alt: '' },
    ],
    'images/text.jpg': 'not a picture',
    'news.jsonl': [
      newsLine('good', { image: 'img-3' }),
      '{"id": "broken',
      '',
      newsLine('no title', { title: undefined }),
      newsLine('untitled', { title: '  ' }),
      newsLine('good'),
      newsLine('dated', { publishedAt: '2026-02-30T00:00:00Z' }),
      newsLine('wide', { body: `|${' a |'.repeat(21)}\n|${'---|'.repeat(21)}` }),
      'null',
      '[1]',
      newsLine('__proto__'),
      newsLine('long', { title: 'x'.repeat(301) }),
      newsLine('html', { body: 'A <b>b</b> ![p](https://x.test/p.png) [q](javascript:x)' }),
      newsLine('nul', { title: 'a\u0000b \ud800', body: 'x\u0000y \udfff' }),
      newsLine('deep', { body: `${'>'.repeat(5000)} a` }),
      newsLine('also-good'),
    ],
    'events.jsonl': [
      eventLine('ends-early', { endDate: '2026-03-31T14:00:00Z' }),
      eventLine('good'),
      eventLine('somewhere', { locationType: 'Moon' }),
      eventLine('fine'),
    ],
  });
  await writeFile(join(folder, 'news.jsonl'), Buffer.from('\n\xff\xfe{}\n', 'latin1'), { flag: 'a' });
  const report = await run(folder);
  expect(report.rejected.map(({ file, line, id, reason }) => `${file}:${line} ${id ?? ''}: ${reason}`)).toEqual([
    'images.jsonl:1 img-1: file: Not a plain file name',
    'news.jsonl:2 : not a line of JSON',
    expect.stringMatching(/^news.jsonl:4 no title: id: Not an id.*; title: /),
    'news.jsonl:5 untitled: title: It is empty',
    'news.jsonl:6 good: another item has this id already',
    expect.stringMatching(/^news.jsonl:7 dated: publishedAt: /),
    expect.stringMatching(/^news.jsonl:9 : /),
    expect.stringMatching(/^news.jsonl:10 : /),
    expect.stringMatching(/^news.jsonl:11 __proto__: id: /),
    expect.stringMatching(/^news.jsonl:12 long: title: Too big/),
    'news.jsonl:17 : not UTF-8',
    'events.jsonl:1 ends-early: endDate: It ends before it starts',
    'events.jsonl:2 good: another item has this id already',
    expect.stringMatching(/^events.jsonl:3 somewhere: locationType: /),
    'images.jsonl:2 img-2: there is no file images/missing.jpg',
    'images.jsonl:3 img-3: A picture must be a JPEG, PNG, WebP or AVIF file.',
    'news.jsonl:15 deep: its text is nested too deeply',
    expect.stringMatching(/^news.jsonl:8 wide: The content is not valid. components.0.align: /),
  ]);
  expect(report.notes.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([
    'good: picture img-3 is not in the collection',
    'html: HTML left out: <b>',
    'html: HTML left out: </b>',
    'html: picture left out: p',
    'html: link removed, its text kept: javascript:x',
  ]);
  const items = await db.selectFrom('content_items').select('external_id').orderBy('external_id').execute();
  expect(items.map(({ external_id }) => external_id)).toEqual(['also-good', 'fine', 'good', 'html', 'nul']);
  expect((await shown(db, 'nul'))!.header).toBe('a\ufffdb \ufffd');
  expect(report.describe()).toContain('Rejected (18):\n  images.jsonl:1 img-1: file: Not a plain file name\n');
});

test('settings define drafts, audiences, dates, category names and withdrawn items', async () => {
  const { db, run } = await portal();
  const settings = {
    categoryNames: { Markets: 'Economy', Other: 'Economy' },
    items: {
      draft: { draft: true },
      some: { audience: ['AdvisorHybrid'] },
      dated: { publishedAt: '2026-05-01T00:00:00Z', expiresAt: '2026-05-02T00:00:00Z' },
      nobody: { draft: true },
    },
  };
  const folder = await collection({
    'settings.json': settings,
    'news.jsonl': ['draft', 'some', 'dated'].map((id) => newsLine(id, { categories: ['Markets', 'Other', 'Rates'] })),
  });
  expect((await run(folder)).notes).toEqual([
    { file: 'settings.json', id: 'nobody', reason: 'the collection has no such item' },
  ]);
  expect(await itemOf(db, 'draft')).toMatchObject({ published_revision_id: null, published_at: null });
  expect(await itemOf(db, 'some')).toMatchObject({ audience: ['AdvisorHybrid'], categories: ['Economy', 'Rates'] });
  expect(await itemOf(db, 'dated')).toMatchObject({
    published_at: '2026-05-01T00:00:00Z',
    expires_at: '2026-05-02T00:00:00Z',
  });

  await write(folder, { 'settings.json': { ...settings, items: { some: { draft: true } } } });
  expect((await run(folder)).counts.get('news')).toEqual({ added: 0, updated: 3, unchanged: 0 });
  expect(await itemOf(db, 'draft')).toMatchObject({ published_at: '2026-03-01T10:00:00Z' });
  expect(await itemOf(db, 'some')).toMatchObject({ published_revision_id: null, audience: [] });
  expect((await run(folder)).counts.get('news')).toEqual({ added: 0, updated: 0, unchanged: 3 });
});

test('settings with a mistake are rejected as a whole', async () => {
  const { run } = await portal();
  const report = await run(await collection({ 'settings.json': { shiftDate: true }, 'news.jsonl': [newsLine('n1')] }));
  expect(report.rejected).toMatchObject([{ file: 'settings.json', reason: expect.stringContaining('shiftDate') }]);
});

test('dates move once: a later import moves nothing and shifts new lines the same way', async () => {
  const { db, run } = await portal();
  const lines = Array.from({ length: 8 }, (_, index) =>
    eventLine(`e${index}`, {
      startDate: `2020-0${index + 1}-01T10:00:00Z`,
      endDate: `2020-0${index + 1}-01T11:00:00Z`,
      publishedAt: `2020-0${index + 1}-01T09:00:00Z`,
    }),
  );
  const folder = await collection({ 'settings.json': { shiftDates: true }, 'events.jsonl': lines });
  const first = await run(folder);
  expect(first.shiftedByDays).toBeGreaterThan(2000);
  const ahead = await db
    .selectFrom('content_items')
    .select(['starts_at', 'published_at'])
    .where('starts_at', '>', now.toISOString())
    .execute();
  expect(ahead).toHaveLength(2);
  for (const { published_at } of ahead) expect(Date.parse(published_at!)).toBeLessThanOrEqual(now.getTime());

  await write(folder, {
    'events.jsonl': [
      ...lines,
      eventLine('new', { startDate: '2020-01-02T10:00:00Z', endDate: '2020-01-02T11:00:00Z' }),
    ],
  });
  const second = await run(folder, { now: new Date('2027-01-01T00:00:00Z') });
  expect(second.shiftedByDays).toBe(first.shiftedByDays);
  expect(second.counts.get('events')).toEqual({ added: 1, updated: 0, unchanged: 8 });
  const [old, added] = [await itemOf(db, 'e0'), await itemOf(db, 'new')];
  expect(Date.parse(added!.starts_at!) - Date.parse(old!.starts_at!)).toBe(86_400_000);
  expect((await run(folder, { shiftDates: false })).counts.get('events')).toEqual({
    added: 0,
    updated: 9,
    unchanged: 0,
  });
});

test('an item that someone edited in the portal is left unchanged and reported', async () => {
  const { db, run } = await portal();
  const folder = await collection({
    'news.jsonl': [newsLine('edited'), newsLine('drafted'), newsLine('withdrawn'), newsLine('free')],
  });
  await run(folder);
  const { id: actorId } = await db
    .insertInto('users')
    .values({ issuer: 'i', subject: 's' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const content = {
    header: 'By hand',
    description: '',
    categories: [],
    audience: [],
    publishedAt: '2026-03-01T10:00:00Z',
    expiresAt: null,
    startsAt: null,
    endsAt: null,
    authorDepartment: null,
    creatorInfo: { kind: 'System' as const },
    image: null,
    components: [],
    details: {},
  };
  const save = (id: string) =>
    saveDraft(db, { itemId: itemIdOf(id), kind: 'news', version: 2 }, content, { actorId, now });
  await publish(db, await save('edited'), { actorId, now });
  await save('drafted');
  await unpublish(db, { itemId: itemIdOf('withdrawn'), version: 2 }, { actorId, now });
  const before = await contents(db);

  await write(folder, {
    'news.jsonl': ['edited', 'drafted', 'withdrawn', 'free'].map((id) => newsLine(id, { title: 'From the source' })),
  });
  const report = await run(folder);
  expect(report.rejected.map(({ id, reason }) => [id, reason])).toEqual(
    ['edited', 'drafted', 'withdrawn'].map((id) => [id, 'it was edited in the portal and stays as it is there']),
  );
  expect(report.counts.get('news')).toEqual({ added: 0, updated: 1, unchanged: 0 });
  const after = await contents(db);
  expect(after.items.filter(({ external_id }) => external_id !== 'free')).toEqual(
    before.items.filter(({ external_id }) => external_id !== 'free'),
  );
});

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
        audience: ['Nla'],
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
    { id: 'folder', parent_id: null, position: 2, page_link: null, status: 'Default', audience: ['Nla'] },
    { id: 'news', parent_id: null, position: 1, page_link: '/news', status: 'Default', audience: [] },
  ]);
  const before = await contents(db);
  await run(folder, { now: new Date('2026-04-01T00:00:00Z') });
  expect(await contents(db)).toEqual(before);

  await write(folder, { 'home.json': home('item:gone'), 'menu.json': { ...menu, avatarMenuItems: menu.menuItems } });
  const report = await run(folder);
  expect(report.rejected).toEqual([
    { file: 'menu.json', reason: 'Two entries share an id' },
    { file: 'home.json', reason: 'item item:gone is not in the collection' },
  ]);
  expect(await contents(db)).toEqual(before);
});

test('a British text carries the credit that its license requires', async () => {
  const { db, run } = await portal();
  await run(await collection({ 'news.jsonl': [newsLine('uk', { source: 'UK-PENSIONWISE', body: 'Pension pots.' })] }));
  const { components } = (await shown(db, 'uk'))!;
  expect(components).toMatchObject([
    { type: 'BodyText' },
    { type: 'Divider' },
    {
      body: {
        content: [
          {
            content: [
              { text: 'Contains public sector information licensed under the ' },
              { text: 'Open Government Licence v3.0' },
              { text: '.' },
            ],
          },
        ],
      },
    },
  ]);
});

test('concurrent imports run one at a time', async () => {
  const { db, run } = await portal();
  const folder = await collection({ 'news.jsonl': Array.from({ length: 60 }, (_, index) => newsLine(`n${index}`)) });
  const reports = await Promise.all([run(folder), run(folder)]);
  expect(reports.map(({ counts }) => counts.get('news')!).sort((one, other) => other.added - one.added)).toEqual([
    { added: 60, updated: 0, unchanged: 0 },
    { added: 0, updated: 0, unchanged: 60 },
  ]);
  expect(await db.selectFrom('content_revisions').select('id').execute()).toHaveLength(60);
});

test('killed at any moment, an import is completed by running it again, as if nothing had happened [R1]', async () => {
  const folder = await collection({
    'images.jsonl': [{ id: 'img-1', file: 'one.jpg', alt: 'Dot' }],
    'images/one.jpg': PIXEL,
    'news.jsonl': Array.from({ length: 150 }, (_, index) => newsLine(`n${index}`, { image: 'img-1' })),
  });
  const whole = await portal();
  await whole.run(folder);
  const expected = await contents(whole.db);

  const { db, url, storeDir, run } = await portal();
  const killedAt: number[] = [];
  for (const wanted of [1, 50, 100]) {
    const child = spawn(process.execPath, [MAIN, folder], {
      env: { ...process.env, DATABASE_URL: url, PORTICO_DATA_DIR: storeDir },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    const count = async () => (await db.selectFrom('content_items').select('id').execute()).length;
    while ((await count()) < wanted && child.exitCode === null) await new Promise((resolve) => setTimeout(resolve, 3));
    child.kill('SIGKILL');
    await exited;
    killedAt.push(await count());
  }
  expect(killedAt.every((count) => count % 25 === 0)).toBe(true);
  await run(folder);
  expect(await contents(db)).toEqual(expected);
}, 60_000);

test('progress is reported from the start of a step to its end', async () => {
  const { run } = await portal();
  const told: string[] = [];
  await run(await collection({ 'news.jsonl': [newsLine('a'), newsLine('b')] }), {
    onProgress: ({ step, done, total }) => told.push(`${step} ${done}/${total}`),
  });
  expect(told).toEqual(['News 0/2', 'News 1/2', 'News 2/2']);
});

test('an error names a folder that is missing, empty or a file', async () => {
  const { run } = await portal();
  const folder = await collection({ 'readme.txt': 'x' });
  await expect(run(join(folder, 'nowhere'))).rejects.toThrow(`The folder ${join(folder, 'nowhere')} does not exist.`);
  await expect(run(join(folder, 'readme.txt'))).rejects.toThrow('is a file');
  await expect(run(folder)).rejects.toThrow('has nothing to import');
});

test('a lost database is an error, not a rejection of the content', async () => {
  const { run } = await portal();
  const folder = await collection({ 'news.jsonl': [newsLine('a')] });
  await expect(run(folder, { databaseUrl: 'postgres://portico@127.0.0.1:1/none' })).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  });
});

test('the demo collection is imported completely, with drafts, scheduled and expired items, and notifications of its people', async () => {
  const { db, run, storeDir, url } = await portal();
  const report = await run(DEMO);
  expect({ rejected: report.rejected, notes: report.notes }).toEqual({ rejected: [], notes: [] });
  const items = await db.selectFrom('content_items').selectAll().execute();
  const instant = now.getTime();
  const count = (test: (item: (typeof items)[number]) => boolean) => items.filter(test).length;
  expect(count((item) => item.published_revision_id === null)).toBe(4);
  expect(count((item) => item.published_at !== null && Date.parse(item.published_at) > instant)).toBeGreaterThanOrEqual(
    4,
  );
  expect(count((item) => item.expires_at !== null && Date.parse(item.expires_at) <= instant)).toBe(2);
  expect(count((item) => item.audience.length > 0)).toBe(10);
  const events = items.filter((item) => item.kind === 'event' && item.starts_at !== null);
  const ahead = events.filter((item) => Date.parse(item.starts_at!) > instant);
  expect(ahead.length / events.length).toBeGreaterThan(0.18);
  expect(ahead.length / events.length).toBeLessThan(0.32);
  expect(ahead.every((item) => Date.parse(item.published_at!) <= instant)).toBe(true);
  const newest = Math.max(
    ...items
      .filter((item) => item.kind === 'news' && item.published_at)
      .map((item) => Date.parse(item.published_at!))
      .filter((date) => date <= instant),
  );
  expect((instant - newest) / 86_400_000).toBeLessThan(2.5);
  expect(
    (await readdir(storeDir, { recursive: true })).filter((name) => name.endsWith('.webp')).length,
  ).toBeGreaterThan(100);
  await loadDemoPeople(url, 'http://localhost:3001', now);
  await loadDemoPeople(url, 'http://localhost:3001', now);
  expect(await db.selectFrom('users').select('subject').execute()).toHaveLength(demoAccounts.length);
  const told = await db
    .selectFrom('notifications')
    .leftJoin('content_items as item', 'item.id', 'notifications.item_id')
    .select(['user_id', 'link', 'item_id', 'item.published_at', 'item.expires_at'])
    .execute();
  expect(told.filter(({ user_id: person }) => person === null)).toHaveLength(6);
  expect(
    told.filter(
      (one) =>
        one.item_id !== null &&
        !(
          Date.parse(one.published_at ?? '') <= instant &&
          (one.expires_at === null || Date.parse(one.expires_at) > instant)
        ),
    ),
  ).toEqual([]);
  expect(told.filter(({ link, item_id: item }) => (link === null) !== (item === null))).toEqual([]);
  expect(
    Object.keys(
      loadConfig({
        DATABASE_URL: url,
        OIDC_ISSUER: 'http://localhost:3001',
        OIDC_CLIENT_ID: 'portal',
        APPLICATION_ADDRESSES: demoApplicationAddresses(),
      }).APPLICATION_ADDRESSES,
    ),
  ).toHaveLength(12);
  const again = await run(DEMO, { now: new Date(instant + 30 * 86_400_000) });
  expect([...again.counts.values()].every(({ added, updated }) => added + updated === 0)).toBe(true);
}, 120_000);

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

test('a page with a missing reference is rejected, and the others are imported', async () => {
  const { db, run } = await portal();
  const page = (id: string, path: string, href: string) => ({
    id,
    path,
    header: id,
    components: [{ id: 'link', type: 'Link', text: 'More', href }],
  });
  const pages = [page('broken', '/support', 'item:nothing'), page('whole', '/explore', '/news')];
  const report = await run(await collection({ 'pages.json': JSON.stringify(pages) }));
  expect(report.rejected).toMatchObject([{ file: 'pages.json', reason: 'item item:nothing is not in the collection' }]);
  expect(await itemOf(db, 'broken')).toBeUndefined();
  expect(await itemOf(db, 'whole')).toMatchObject({ path: '/explore' });
});

test('settings define registration, spots, and what comes before and after an event', async () => {
  const { db, run } = await portal();
  await run(
    await collection({
      'events.jsonl': [eventLine('open'), eventLine('small'), eventLine('elsewhere', { source: 'OTHER' })],
      'settings.json': {
        registration: { FED: { capacity: 40 } },
        items: {
          small: {
            registration: { capacity: 2, closesAt: '2026-03-31T14:00:00Z' },
            timeZone: 'America/Denver',
            preEventBody: 'Come early.',
            postEventBody: 'Room 4.',
          },
        },
      },
    }),
  );
  expect((await shown(db, 'open'))?.details).toMatchObject({ registration: { capacity: 40 } });
  expect((await shown(db, 'small'))?.details).toMatchObject({
    registration: { capacity: 2, closesAt: '2026-03-31T14:00:00.000Z' },
    timeZone: 'America/Denver',
    preEventData: [{ type: 'BodyText' }],
    postEventData: [{ type: 'BodyText' }],
  });
  expect((await shown(db, 'elsewhere'))?.details).not.toHaveProperty('registration');
});

test('a document beyond the quota is rejected, and those that fit are imported [U6]', async () => {
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
