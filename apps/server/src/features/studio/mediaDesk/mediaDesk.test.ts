import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { CallInput } from '@portico/contracts/endpoint';
import { DAY_MS } from '@portico/contracts/durations';
import type { Change } from '@portico/contracts/studio/draft';
import {
  changeMedia,
  getMedia,
  listMedia,
  MAX_CHANGED_MEDIA,
  MEDIA_PAGE_SIZE,
  type MediaDetails,
  type MediaEntry,
} from '@portico/contracts/studio/media';
import { listStudioPictures } from '@portico/contracts/studio/pickers';
import { createStudioItem } from '@portico/contracts/studio/studio';
import type { ImageRef } from '@portico/kinds/media';
import { sweepFiles } from '../../../media/unused/sweepFiles.ts';
import { storePictures } from '../../../testing/files/storePictures.ts';
import { studioActions } from '../../../testing/studioActions.ts';
import { sharedPortal } from '../../../testing/testPortal.ts';
import { libraryUploads } from './testing/libraryUploads.ts';

/* Edda is an editor of all departments, Eve one of Operations, and Abe approves everything. */
const portal = sharedPortal({ env: { DEPARTMENTS_CLAIM: 'custom:departments' } });
const as = (name: string) => portal().as(name);
const { write, change, publish } = studioActions(() => as('edda'));
const { picture, file } = libraryUploads(portal);

const shows = (value: ImageRef | null): Change => ({ do: 'field', name: 'image', value });
const of = (department: string): Change => ({ do: 'field', name: 'authorDepartment', value: department });

type Query = CallInput<typeof listMedia>['query'];
const list = (query: Query = {}, name = 'edda') => as(name).call(listMedia, { query });
/** Names of what the query finds among files of this test, whose names begin with `mark`. */
const names = async (mark: string, query: Query = {}, name = 'edda') =>
  (await list({ text: mark, ...query }, name)).items.map((entry) => entry.name);
const entryOf = async (id: string, name = 'edda') => (await as(name).call(getMedia, { params: { mediaId: id } })).entry;
const detailsOf = ({ name, alt, credit, license, source, labels }: MediaEntry): MediaDetails => ({
  name,
  alt,
  credit,
  license,
  source,
  labels,
});

test('the library lists uploads with what is known of them, and finds them by name, kind and gap [DESK-100]', async () => {
  const lunch = await picture('Shelf lunch.png');
  const fees = await file('Shelf fees.txt', 'Fees of the shelf');
  const { items, total } = await list({ text: 'shelf', sort: 'Name' });
  expect(total).toBe(2);
  expect(items).toMatchObject([
    { id: fees.fileId, kind: 'File', name: 'Shelf fees.txt', format: 'TXT', bytes: 17, widths: [], alt: null },
    { id: lunch.id, kind: 'Picture', name: 'Shelf lunch.png', format: null, width: 700, height: 90, alt: null },
  ]);
  expect(items.map(({ uploadedBy, isUnused }) => [uploadedBy, isUnused])).toEqual([
    ['Edda Mohr', true],
    ['Edda Mohr', true],
  ]);
  expect(items[1]!.bytes).toBeGreaterThan(100);
  expect(await names('shelf lun')).toEqual(['Shelf lunch.png']);
  expect(await names('shelf', { kind: 'File' })).toEqual(['Shelf fees.txt']);
  expect(await names('shelf', { only: 'NoAlternativeText' })).toEqual(['Shelf lunch.png']);
  await write('Lunch', [shows({ ...lunch, alt: 'People at a table' })]);
  expect(await names('shelf', { only: 'Unused' })).toEqual(['Shelf fees.txt']);
  expect(await names('shelf', { only: 'NoAlternativeText' })).toEqual([]);
  expect(await names('at a table')).toEqual(['Shelf lunch.png']);
});

test('pages follow each other without a gap in every order, also when something was added meanwhile [DESK-100]', async () => {
  const { db } = portal();
  await sql`
    insert into files (sha256, bytes, format, media_type) select sha256(('many ' || number)::bytea), number, 'TXT', 'text/plain'
    from generate_series(1, ${MEDIA_PAGE_SIZE + 2}) number`.execute(db);
  await sql`
    update search_media media set name = 'Many ' || file.bytes, added_at = now() - (file.bytes % 7) * interval '1 hour'
    from files file where file.id = media.file_id and file.sha256 = sha256(('many ' || file.bytes)::bytea)`.execute(db);
  for (const sort of ['Newest', 'Name', 'Largest'] as const) {
    const first = await list({ text: 'many', sort });
    expect([first.items.length, first.total]).toEqual([MEDIA_PAGE_SIZE, MEDIA_PAGE_SIZE + 2]);
    const rest = await list({ text: 'many', sort, after: first.next! });
    expect(rest.next).toBeNull();
    const ids = [...first.items, ...rest.items].map(({ id }) => id);
    expect([rest.items.length, new Set(ids).size]).toEqual([2, MEDIA_PAGE_SIZE + 2]);
  }
  expect((await list({ text: 'many', after: randomUUID() })).items).toEqual([]);
});

test('a picture is listed with the items that have it, and whether readers see it there [DESK-101]', async () => {
  const lunch = await picture('Places.png');
  const live = await write('Published place', [shows(lunch)]);
  await publish(live);
  const draft = await write('Drafted place', [shows(lunch)]);
  const former = await write('Former place', [shows(lunch)]);
  await change(former, [shows(null)]);
  const copy = randomUUID();
  await as('edda').call(createStudioItem, { body: { id: copy, kind: 'news', copyOf: draft } });
  const { places, isUsedElsewhere } = await as('edda').call(getMedia, { params: { mediaId: lunch.id } });
  expect(places).toEqual([
    {
      itemId: copy,
      kind: 'news',
      title: 'Copy of Drafted place',
      isPublished: false,
      isWritten: true,
      path: null,
      mayOpen: true,
    },
    {
      itemId: draft,
      kind: 'news',
      title: 'Drafted place',
      isPublished: false,
      isWritten: true,
      path: null,
      mayOpen: true,
    },
    {
      itemId: live,
      kind: 'news',
      title: 'Published place',
      isPublished: true,
      isWritten: false,
      path: `/news/${live}`,
      mayOpen: true,
    },
  ]);
  expect(isUsedElsewhere).toBe(false);
});

test('the file of a document is listed with it, and two documents or formats with the same bytes as duplicates [DESK-101]', async () => {
  const fees = await file('Twice fees.txt', 'Twice, fees');
  const table = await file('Twice fees.csv', 'Twice, fees');
  const alone = await file('Twice alone.txt', 'Twice alone');
  const document = (title: string) => write(title, [{ do: 'field', name: 'file', value: alone }], 'document');
  const first = await document('Alone');
  expect(await names('twice', { only: 'Duplicate', sort: 'Name' })).toEqual(['Twice fees.csv', 'Twice fees.txt']);
  const found = await as('edda').call(getMedia, { params: { mediaId: fees.fileId } });
  expect(found.duplicates).toEqual([{ id: table.fileId, name: 'Twice fees.csv', format: 'CSV' }]);
  await document('Alone again');
  expect(await names('twice alone', { only: 'Duplicate' })).toEqual(['Twice alone.txt']);
  const { places } = await as('edda').call(getMedia, { params: { mediaId: alone.fileId } });
  expect(places.map(({ itemId, title }) => [itemId, title])).toContainEqual([first, 'Alone']);
});

test('an editor of a department uses their own uploads and what items have that they may see; the rest does not exist [DESK-102]', async () => {
  const [theirs, other, read] = [
    await picture('Secret theirs.png'),
    await picture('Secret other.png'),
    await picture('Secret read.png'),
  ];
  await picture('Secret own.png', 'eve');
  await write('Operations', [of('Operations'), shows({ ...theirs, alt: 'x' })]);
  await write('Marketing draft', [of('Marketing'), shows(other)]);
  await write('Marketing with it too', [of('Marketing'), shows(theirs)]);
  const live = await write('Marketing for all', [of('Marketing'), shows(read)]);
  expect(await names('secret', { sort: 'Name' }, 'eve')).toEqual(['Secret own.png', 'Secret theirs.png']);
  await publish(live);
  expect(await names('secret', { sort: 'Name' }, 'eve')).toEqual([
    'Secret own.png',
    'Secret read.png',
    'Secret theirs.png',
  ]);
  expect(await names('secret', { sort: 'Name' }, 'abe')).toHaveLength(4);

  expect(await as('eve').fail(getMedia, { params: { mediaId: other.id } })).toMatchObject({ status: 404 });
  const found = await as('eve').call(getMedia, { params: { mediaId: theirs.id } });
  expect(found.places.map(({ title }) => title)).toEqual(['Operations']);
  expect(found.isUsedElsewhere).toBe(true);
  const seen = await as('eve').call(getMedia, { params: { mediaId: read.id } });
  expect(seen.places).toMatchObject([{ itemId: live, mayOpen: false, path: `/news/${live}` }]);

  const entries = [{ ...detailsOf(await entryOf(other.id)), id: other.id, version: 1, license: 'Stolen' }];
  expect(await as('eve').fail(changeMedia, { body: { entries } })).toMatchObject({ status: 404 });
  expect(await as('abe').fail(changeMedia, { body: { entries } })).toMatchObject({ status: 403 });
  expect(await entryOf(other.id)).toMatchObject({ license: '', version: 1 });
  expect(await as('ana').fail(listMedia, { query: {} })).toMatchObject({ status: 404 });
  // The item that was the reason to see it is gone.
  await change(live, [shows(null)]);
  await publish(live);
  expect(await names('secret read', {}, 'eve')).toEqual([]);
});

test('names of a department that differ in case, spaces and width are one for the library [DESK-102]', async () => {
  for (const [index, department] of [
    ' operations',
    'OPERATIONS',
    'Ｏperations',
    'Operations\u00a0',
    'Operation',
  ].entries())
    await write(department, [of(department), shows(await picture(`Widths ${index}.png`))]);
  expect(await names('widths', { sort: 'Name' }, 'eve')).toEqual([
    'Widths 0.png',
    'Widths 1.png',
    'Widths 2.png',
    'Widths 3.png',
  ]);
});

test('what an import brings has the file name and the text that its item gives, and the first text stays [DESK-103]', async () => {
  const { make, db } = portal();
  const image: ImageRef = { id: randomUUID(), alt: 'Imported tower', width: 640, height: 320, widths: [320, 640] };
  await storePictures(db, image);
  await make.news({ image: { ...image, credit: 'J. Doe' }, header: 'Imported' });
  await make.news({ image: { ...image, alt: 'Another text' }, header: 'Imported later' });
  await make.document({ header: 'Imported fees', fileName: 'imported-fees.txt', text: 'Imported fees' });
  expect((await list({ text: 'imported' })).items).toMatchObject([
    { kind: 'File', name: 'imported-fees.txt', uploadedBy: null, isUnused: false },
    { kind: 'Picture', name: '', alt: 'Imported tower', credit: 'J. Doe', uploadedBy: null },
  ]);
  const { places } = await as('edda').call(getMedia, { params: { mediaId: image.id } });
  expect(places.map(({ title, isPublished }) => [title, isPublished])).toEqual([
    ['Imported', true],
    ['Imported later', true],
  ]);
});

test('details are changed together, are proposed with the picture, and can be undone [DESK-103]', async () => {
  const [first, second] = [await picture('Bulk first.png'), await picture('Bulk second.png')];
  const before = [await entryOf(first.id), await entryOf(second.id)];
  const entries = before.map((entry) => ({
    ...detailsOf(entry),
    id: entry.id,
    version: entry.version,
    alt: 'A bridge',
    credit: 'J. Doe',
    license: 'CC BY 4.0',
    source: 'https://example.com/bridge',
    labels: ['Bridges', 'bridges', 'City'],
  }));
  const { items } = await as('edda').call(changeMedia, { body: { entries } });
  expect(items.map(({ isChanged, version, labels }) => [isChanged, version, labels])).toEqual([
    [true, 2, ['Bridges', 'City']],
    [true, 2, ['Bridges', 'City']],
  ]);
  expect(await names('bulk', { label: 'City', sort: 'Name' })).toEqual(['Bulk first.png', 'Bulk second.png']);
  expect((await list({ text: 'bulk' })).labels).toEqual(expect.arrayContaining(['Bridges', 'City']));
  expect(await names('bulk', { only: 'NoLicense' })).toEqual([]);
  const pictures = await as('edda').call(listStudioPictures, { query: { text: 'bulk first' } });
  expect(pictures.items).toMatchObject([{ image: { id: first.id, alt: 'A bridge', credit: 'J. Doe' }, usedIn: '' }]);

  const undo = items.map(({ id, version, before: was }) => ({ ...was!, id, version }));
  await as('edda').call(changeMedia, { body: { entries: undo } });
  expect(detailsOf(await entryOf(first.id))).toEqual(detailsOf(before[0]!));
  expect(await names('bulk', { only: 'NoLicense', sort: 'Name' })).toEqual(['Bulk first.png', 'Bulk second.png']);
});

test('of two editors who change the same details, the second one is told and changes nothing [DESK-103]', async () => {
  const { id } = await picture('Contested.png');
  const entry = await entryOf(id);
  const edit = (license: string) => ({ body: { entries: [{ ...detailsOf(entry), id, version: 1, license }] } });
  const results = await Promise.all([
    as('edda').call(changeMedia, edit('Mine')),
    as('abe').fail(changeMedia, edit('Not allowed')),
    as('edda').call(changeMedia, edit('Yours')),
  ]);
  const outcomes = [results[0].items[0]!, results[2].items[0]!];
  expect(outcomes.map(({ isChanged }) => isChanged).sort()).toEqual([false, true]);
  const winner = outcomes.find(({ isChanged }) => isChanged)!;
  const loser = outcomes.find(({ isChanged }) => !isChanged)!;
  expect(loser).toMatchObject({ license: winner.license, version: 2, changedBy: 'Edda Mohr', before: null });
  expect(await entryOf(id)).toMatchObject({ license: winner.license, version: 2 });
});

test('details that break a limit, files with an alternative text and double entries change nothing [DESK-103]', async () => {
  const [{ id }, fees] = [await picture('Limits.png'), await file('Limits.txt', 'Limits of a file')];
  const entry = { ...detailsOf(await entryOf(id)), id, version: 1 };
  const ofFile = { ...detailsOf(await entryOf(fees.fileId)), id: fees.fileId, version: 1 };
  for (const entries of [
    [{ ...entry, license: 'x'.repeat(201) }],
    [{ ...entry, alt: 'x'.repeat(501) }],
    [{ ...entry, labels: Array.from({ length: 11 }, (_, number) => `Label ${number}`) }],
    [{ ...entry, labels: ['x'.repeat(41)] }],
    [{ ...entry, labels: [''] }],
    [entry, entry],
    [{ ...ofFile, alt: 'Text' }],
    [],
    Array.from({ length: MAX_CHANGED_MEDIA + 1 }, () => ({ ...entry, id: randomUUID() })),
  ])
    expect(await as('edda').failWith(changeMedia, { body: { entries } })).toMatchObject({ status: 400 });
  expect(await entryOf(id)).toMatchObject({ version: 1 });
  const longest = {
    ...entry,
    license: 'x'.repeat(200),
    alt: 'x'.repeat(500),
    source: 'x'.repeat(300),
    credit: 'x'.repeat(200),
    name: 'x'.repeat(255),
    labels: Array.from({ length: 10 }, (_, number) => `${'x'.repeat(39)}${number}`),
  };
  const { items } = await as('edda').call(changeMedia, { body: { entries: [longest] } });
  expect(items[0]).toMatchObject({ isChanged: true, version: 2 });
});

test('what the library says of an upload does not keep it: unused ones are removed as before [DESK-104]', async () => {
  const [used, unused] = [await picture('Swept used.png'), await picture('Swept unused.png')];
  await write('Keeps it', [shows(used)]);
  const { parts, clock } = portal();
  await sweepFiles({}, { ...parts, now: () => new Date(clock.now.getTime() + 40 * DAY_MS) });
  expect(await names('swept')).toEqual(['Swept used.png']);
  expect(await as('edda').fail(getMedia, { params: { mediaId: unused.id } })).toMatchObject({ status: 404 });
});
