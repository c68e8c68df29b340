import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ComponentTree } from '@portico/kinds/content';
import { revisionContent } from '@portico/server/testing/contentMaker';
import { publish, saveDraft, unpublish } from '@portico/server/content/publication';
import { expect, test } from 'vitest';
import { itemIdOf } from './itemId.ts';
import {
  PIXEL,
  collection,
  contents,
  eventLine,
  itemOf,
  newsLine,
  now,
  portal,
  shown,
  write,
} from './testing/testCollection.ts';

test('news and events are imported with all their fields and keep their addresses', async () => {
  const { db, run } = await portal();
  const folder = await collection({
    'images.jsonl': [{ id: 'img-1', file: 'one.jpg', alt: 'A grey dot', credit: 'NOAA', focus: { x: 10, y: 90 } }],
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
    image: { alt: 'A grey dot', credit: 'NOAA', focus: { x: 10, y: 90 }, width: 1, height: 1, widths: [1] },
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

test('importing changed content publishes a new revision and keeps the old one', async () => {
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

test('an import rejects invalid lines with line number and reason, and imports the others', async () => {
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
      newsLine('wide', { body: '---\n\n'.repeat(1001) }),
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
    'images.jsonl:1 img-1: file: It must be the name of a file, without a folder',
    'news.jsonl:2 : not a line of JSON',
    expect.stringMatching(/^news.jsonl:4 no title: id: Not an id.*; title: /),
    'news.jsonl:5 untitled: title: It is empty',
    'news.jsonl:6 good: another item has this id already',
    expect.stringMatching(/^news.jsonl:7 dated: publishedAt: /),
    expect.stringMatching(/^news.jsonl:9 : /),
    expect.stringMatching(/^news.jsonl:10 : /),
    expect.stringMatching(/^news.jsonl:11 __proto__: id: /),
    'news.jsonl:12 long: title: It has more than 300 characters',
    'news.jsonl:17 : not UTF-8',
    'events.jsonl:1 ends-early: endDate: It ends before it starts',
    'events.jsonl:2 good: another item has this id already',
    expect.stringMatching(/^events.jsonl:3 somewhere: locationType: /),
    'images.jsonl:2 img-2: there is no file images/missing.jpg',
    'images.jsonl:3 img-3: A picture must be a JPEG, PNG, WebP or AVIF file.',
    expect.stringMatching(/^news.jsonl:8 wide: The content is not valid\. components: /),
  ]);
  expect(report.notes.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([
    'good: picture img-3 is neither in the collection nor in the portal',
    'html: picture left out: p',
    'html: link removed, its text kept: javascript:x',
  ]);
  const items = await db.selectFrom('content_items').select('external_id').orderBy('external_id').execute();
  expect(items.map(({ external_id }) => external_id)).toEqual(['also-good', 'deep', 'fine', 'good', 'html', 'nul']);
  expect((await shown(db, 'nul'))!.header).toBe('a\ufffdb \ufffd');
  expect(report.describe()).toContain(
    'Rejected (17):\n  images.jsonl:1 img-1: file: It must be the name of a file, without a folder\n',
  );
});

test('an import leaves an item that someone edited in the portal unchanged and reports it', async () => {
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
  const content = revisionContent({ header: 'By hand', publishedAt: '2026-03-01T10:00:00Z' });
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
    ['edited', 'drafted', 'withdrawn'].map((id) => [id, 'it was edited in the portal and is left unchanged']),
  );
  expect(report.counts.get('news')).toEqual({ added: 0, updated: 1, unchanged: 0 });
  const after = await contents(db);
  expect(after.items.filter(({ external_id }) => external_id !== 'free')).toEqual(
    before.items.filter(({ external_id }) => external_id !== 'free'),
  );
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

test('an import reports progress from the start of each step to its end', async () => {
  const { run } = await portal();
  const reported: string[] = [];
  await run(await collection({ 'news.jsonl': [newsLine('a'), newsLine('b')] }), {
    onProgress: ({ step, done, total }) => reported.push(`${step} ${done}/${total}`),
  });
  expect(reported).toEqual(['News 0/2', 'News 1/2', 'News 2/2']);
});

test('importing a folder that is missing, empty or a file fails with an error that names it', async () => {
  const { run } = await portal();
  const folder = await collection({ 'readme.txt': 'x' });
  await expect(run(join(folder, 'nowhere'))).rejects.toThrow(`The folder ${join(folder, 'nowhere')} does not exist.`);
  await expect(run(join(folder, 'readme.txt'))).rejects.toThrow('is a file');
  await expect(run(folder)).rejects.toThrow('has nothing to import');
});

test('losing the database makes an import fail; it does not reject the content', async () => {
  const { run } = await portal();
  const folder = await collection({ 'news.jsonl': [newsLine('a')] });
  await expect(run(folder, { databaseUrl: 'postgres://portico@127.0.0.1:1/none' })).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  });
});
