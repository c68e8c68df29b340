import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ComponentTree } from '@portico/kinds/content';
import { createDiskStore } from '@portico/server/media/store/diskStore';
import { testDatabase } from '@portico/server/testing/testDatabase';
import { expect, onTestFinished, test } from 'vitest';
import { importContent, type ImportOptions } from './importContent.ts';
import { itemIdOf } from './itemId.ts';
import { shown, write } from './testing/testCollection.ts';

/** Seventeen weeks after the anchor, in summer time; a Wednesday. */
const now = new Date('2027-03-24T16:00:00Z');
const settings = { anchorDate: '2026-11-23', timeZone: 'America/New_York' };

const newsLine = (id: string, fields: Record<string, unknown> = {}) => ({
  id,
  title: 'Forms change on {{day 2026-12-01}}',
  description: 'From {{date 2026-12-01}}.',
  categories: [],
  publishedAt: '2026-11-24T14:00:00Z',
  body: 'See [the forum](item:forum) on {{day 2026-12-03}}, or [nothing](item:none).',
  ...fields,
});
const eventLine = (id: string, fields: Record<string, unknown> = {}) => ({
  ...newsLine(id, { title: 'Forum', body: 'Hello.' }),
  startDate: '2026-12-03T15:00:00Z',
  endDate: '2026-12-03T16:00:00Z',
  locationType: 'Virtual',
  ...fields,
});

async function importing(files: Record<string, unknown>, documents: Record<string, string | Uint8Array> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-anchored-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'files'));
  await write(folder, files);
  for (const [name, text] of Object.entries(documents)) await writeFile(join(folder, 'files', name), text);
  const { db, url: databaseUrl } = await testDatabase();
  const run = (options: Partial<ImportOptions> = {}) =>
    importContent({
      folder,
      databaseUrl,
      store: createDiskStore(join(folder, 'store')),
      firmTimeZone: 'America/New_York',
      now,
      ...options,
    });
  return { db, run, write: (changed: Record<string, unknown>) => write(folder, changed) };
}

test('dates of items and dates in their texts move by the same number of weeks and keep weekday and hour [DEMO-001]', async () => {
  const { db, run } = await importing({
    'settings.json': {
      ...settings,
      items: {
        forum: {
          registration: { closesAt: '2026-12-01T22:00:00Z' },
          preEventBody: 'Register by {{day 2026-12-01}}.',
        },
      },
    },
    'news.jsonl': [newsLine('n')],
    'events.jsonl': [eventLine('forum')],
    'home.json': {
      id: 'home',
      header: 'Home',
      components: [{ id: 'c', type: 'Callout', kind: 'Tip', body: 'By {{date 2026-12-01}}.' }],
    },
  });
  const report = await run();
  expect(report).toMatchObject({ rejected: [], shiftedByDays: 17 * 7 });
  expect(report.notes.map(({ reason }) => reason)).toEqual(['link removed, its text kept: item:none']);
  expect(await shown(db, 'n')).toMatchObject({
    header: 'Forms change on Tuesday, March 30',
    description: 'From March 30, 2027.',
    published_at: '2027-03-23T13:00:00Z',
  });
  const { components } = (await shown(db, 'n'))!;
  expect(JSON.stringify(components)).toContain(`"href":"/events/${itemIdOf('forum')}"`);
  expect(JSON.stringify(components)).toContain(' on Thursday, April 1, or nothing.');
  expect(await shown(db, 'forum')).toMatchObject({
    starts_at: '2027-04-01T14:00:00Z',
    ends_at: '2027-04-01T15:00:00Z',
  });
  const forum = await shown(db, 'forum');
  expect(forum).toHaveProperty('details.registration', { capacity: null, closesAt: '2027-03-30T21:00:00.000Z' });
  expect(forum).toHaveProperty('details.preEventData');
  expect(JSON.stringify(forum?.details)).toContain('Register by Tuesday, March 30.');
  expect(JSON.stringify((await shown(db, 'home'))!.components)).toContain('By March 30, 2027.');
});

test('importing an anchored collection again later moves its dates by as much as the first import did', async () => {
  const files = { 'settings.json': settings, 'news.jsonl': [newsLine('n')], 'events.jsonl': [eventLine('forum')] };
  const { db, run, write } = await importing(files);
  await run();
  const later = { now: new Date('2027-09-01T12:00:00Z') };
  expect((await run(later)).counts.get('news')).toEqual({ added: 0, updated: 0, unchanged: 1 });
  await write({ 'news.jsonl': [newsLine('n'), newsLine('added')] });
  await run(later);
  expect(await shown(db, 'added')).toMatchObject({
    description: 'From March 30, 2027.',
    published_at: '2027-03-23T13:00:00Z',
  });
});

test('an item with an unknown date token is rejected with its position and the token, and nothing else is [DEMO-002]', async () => {
  const { db, run } = await importing({
    'settings.json': { ...settings, items: { briefing: { preEventBody: '{{soon}}' } } },
    'news.jsonl': [newsLine('good', { body: 'Text.' }), newsLine('bad', { body: 'On {{dat 2026-12-03}}.' })],
    'events.jsonl': [eventLine('briefing')],
    'menu.json': { menuItems: [{ id: 'a', name: '{{', kind: 'Folder' }], avatarMenuItems: [] },
  });
  const report = await run();
  expect(report.rejected.map(({ file, line, id, reason }) => [file, line, id, reason.split(':')[0]])).toEqual([
    ['settings.json', undefined, 'briefing', 'unknown token {{soon}}'],
    ['news.jsonl', 2, 'bad', 'unknown token {{dat 2026-12-03}}'],
    ['menu.json', undefined, undefined, 'unknown token {{'],
  ]);
  expect(report.counts.get('news')).toEqual({ added: 1, updated: 0, unchanged: 0 });
  expect(await shown(db, 'briefing')).toBeUndefined();
});

test('braces are plain text without an anchor date; with one, tokens become dates even when dates do not move', async () => {
  const plain = await importing({ 'news.jsonl': [newsLine('n', { body: 'Text.' })] });
  expect((await plain.run()).shiftedByDays).toBe(0);
  expect(await shown(plain.db, 'n')).toMatchObject({ header: 'Forms change on {{day 2026-12-01}}' });
  const anchored = await importing({ 'settings.json': settings, 'news.jsonl': [newsLine('n', { body: 'Text.' })] });
  expect((await anchored.run({ shiftDates: false })).shiftedByDays).toBe(0);
  expect(await shown(anchored.db, 'n')).toMatchObject({ header: 'Forms change on Tuesday, December 1' });
});

test('an article can mix markdown and components, nested too, and name files, videos and links by their ids', async () => {
  const part = { type: 'Callout', kind: 'Note', title: 'Note', body: 'See [it](item:other).' };
  const body = [
    '## First\n\nText.',
    part,
    part,
    {
      type: 'ExpandCollapse',
      title: 'More',
      components: ['- a\n- b', { type: 'Link', text: 'Other', href: 'item:other' }],
    },
    { type: 'Columns', columns: [{ components: 'Left.' }, { components: ['Right.'] }] },
    { type: 'FileList', files: [{ document: 'sheet' }] },
    {
      type: 'Video',
      title: 'Film',
      source: { host: 'Portal', document: 'film' },
      captions: [{ document: 'words', language: 'en', label: 'English' }],
      transcript: 'Hello.',
    },
  ];
  const documentLine = (id: string, file: string, isAsset: boolean) => ({
    id,
    file,
    title: id,
    categories: [],
    publishedAt: '2026-11-02T14:00:00Z',
    ...(isAsset ? { isAsset } : {}),
  });
  const { db, run } = await importing(
    {
      'news.jsonl': [
        newsLine('n', { body }),
        newsLine('other', { body: 'Text.' }),
        newsLine('lost', { body: [{ type: 'FileList', files: [{ document: 'none' }] }] }),
        newsLine('odd', { body: [{ type: 'Marquee' }] }),
        newsLine('hollow', { body: [{ type: 'Columns', columns: [null, { components: 3 }] }] }),
      ],
      'documents.jsonl': [
        documentLine('sheet', 'sheet.csv', false),
        documentLine('film', 'film.webm', true),
        documentLine('words', 'words.vtt', true),
      ],
    },
    {
      'sheet.csv': 'a,b\n1,2\n',
      'film.webm': await readFile(new URL('../storybook/film.webm', import.meta.url)),
      'words.vtt': 'WEBVTT\n\n00:00.000 --> 00:01.000\nHello.\n',
    },
  );
  const report = await run();
  expect(report.notes).toEqual([]);
  expect(report.rejected.map(({ id, reason }) => `${id}: ${reason.slice(0, 70)}`)).toEqual([
    'lost: document none is neither in the collection nor in the portal',
    expect.stringMatching(/^odd: The content is not valid/),
    expect.stringMatching(/^hollow: The content is not valid/),
  ]);
  const components = ComponentTree.parse((await shown(db, 'n'))!.components);
  const path = `/news/${itemIdOf('other')}`;
  const callout = {
    type: 'Callout',
    body: { content: [{ content: [{ text: 'See ' }, { text: 'it', marks: [{ attrs: { href: path } }] }, {}] }] },
  };
  expect(components).toMatchObject([
    { type: 'Header' },
    { type: 'BodyText' },
    callout,
    callout,
    { type: 'ExpandCollapse', components: [{ type: 'BulletedList' }, { type: 'Link', href: path }] },
    { type: 'Columns', columns: [{ components: [{ type: 'BodyText' }] }, { components: [{ type: 'BodyText' }] }] },
    { type: 'FileList', files: [{ documentId: itemIdOf('sheet'), format: 'CSV', bytes: 8 }] },
    {
      type: 'Video',
      source: { host: 'Portal', documentId: itemIdOf('film'), format: 'WEBM' },
      captions: [{ documentId: itemIdOf('words'), language: 'en', label: 'English' }],
      transcript: { content: [{ content: [{ text: 'Hello.' }] }] },
    },
  ]);
  expect(await db.selectFrom('content_items').select('kind').where('external_id', '=', 'film').execute()).toEqual([
    { kind: 'asset' },
  ]);
  expect((await run()).counts.get('news')).toMatchObject({ updated: 0, unchanged: 2 });
});

test('an import counts days in the firm’s time zone, unless the collection names its own [OPS-485]', async () => {
  const lines = {
    'news.jsonl': [newsLine('n')],
    'home.json': {
      id: 'home',
      header: 'Home',
      components: [
        {
          id: 'c',
          type: 'Checklist',
          dueInDays: 10,
          items: [{ id: 'one', content: [{ type: 'text', text: 'Sign' }] }],
        },
      ],
    },
  };
  /** March 22, in the evening, in Chicago; one day before the anchor's weekday comes around. */
  const evening = new Date('2027-03-23T02:30:00Z');
  const imported = async (settings: object, firmTimeZone: string) => {
    const { db, run } = await importing({ 'settings.json': { anchorDate: '2026-11-24', ...settings }, ...lines });
    const { shiftedByDays, rejected } = await run({ firmTimeZone, now: evening });
    expect(rejected).toEqual([]);
    const { details } = (await shown(db, 'n'))!;
    const [checklist] = (await shown(db, 'home'))!.components as Array<{ dueDate?: string }>;
    return [shiftedByDays / 7, (details as { dateShift: { timeZone: string } }).dateShift.timeZone, checklist!.dueDate];
  };
  expect(await imported({}, 'America/Chicago')).toEqual([16, 'America/Chicago', '2027-04-01']);
  expect(await imported({}, 'Europe/Berlin')).toEqual([17, 'Europe/Berlin', '2027-04-02']);
  expect(await imported({ timeZone: 'Europe/Berlin' }, 'America/Chicago')).toEqual([17, 'Europe/Berlin', '2027-04-01']);
});
