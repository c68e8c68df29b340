import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { CallInput } from '@portico/contracts/endpoint';
import { DAY_MS } from '@portico/contracts/durations';
import type { Change } from '@portico/contracts/studio/draft';
import { deleteMedia, getMedia, listMedia, MAX_CHANGED_MEDIA } from '@portico/contracts/studio/media';
import { listStudioPictures } from '@portico/contracts/studio/pickers';
import type { ImageRef } from '@portico/kinds/media';
import { sweepFiles } from '../../../media/unused/sweepFiles.ts';
import { studioActions } from '../../../testing/studioActions.ts';
import { sharedPortal, testPortal } from '../../../testing/testPortal.ts';
import { libraryUploads } from './testing/libraryUploads.ts';

/* Edda is an editor of all departments, Eve one of Operations, and Abe approves everything. */
const portal = sharedPortal({ env: { DEPARTMENTS_CLAIM: 'custom:departments' } });
const as = (name: string) => portal().as(name);
const { write, change, publish } = studioActions(() => as('edda'));
const { picture, file } = libraryUploads(portal);

const shows = (value: ImageRef | null): Change => ({ do: 'field', name: 'image', value });
const of = (department: string): Change => ({ do: 'field', name: 'authorDepartment', value: department });
const names = async (text: string, query: CallInput<typeof listMedia>['query'] = {}) =>
  (await as('edda').call(listMedia, { query: { text, sort: 'Name', ...query } })).items.map(({ name }) => name);
const set = async (ids: string[], isDeleted: boolean, name = 'edda') =>
  (await as(name).call(deleteMedia, { body: { ids, isDeleted } })).items;

test('a deleted picture leaves the library and the pickers, and comes back with what was said about it [DESK-106]', async () => {
  const [lunch, other] = [await picture('Gone lunch.png'), await picture('Gone other.png')];
  const places = { places: [], isUsedElsewhere: false };
  expect(await set([lunch.id], true)).toEqual([{ id: lunch.id, isDeleted: true, isChanged: true, ...places }]);
  expect(await names('gone')).toEqual(['Gone other.png']);
  expect(await names('gone', { only: 'Deleted' })).toEqual(['Gone lunch.png']);
  const picker = await as('edda').call(listStudioPictures, { query: { text: 'gone' } });
  expect(picker.items.map(({ image }) => image.id)).toEqual([other.id]);
  const { entry, keptUntil } = await as('edda').call(getMedia, { params: { mediaId: lunch.id } });
  expect(entry).toMatchObject({ deletedBy: 'Edda Mohr', isUnused: true });
  expect(Date.parse(keptUntil!) - Date.parse(entry.deletedAt!)).toBe(30 * DAY_MS);
  expect(await set([lunch.id, other.id], true)).toMatchObject([
    { isDeleted: true, isChanged: false },
    { isDeleted: true, isChanged: true },
  ]);
  expect(await set([lunch.id, other.id], false)).toMatchObject([
    { isDeleted: false, isChanged: true },
    { isDeleted: false, isChanged: true },
  ]);
  expect(await names('gone')).toEqual(['Gone lunch.png', 'Gone other.png']);
  expect((await as('edda').call(getMedia, { params: { mediaId: lunch.id } })).keptUntil).toBeNull();
});

test('what a published version, a draft or an earlier version has stays, and each of these items is named [DESK-106]', async () => {
  const [lunch, free] = [await picture('Kept lunch.png'), await picture('Kept free.png')];
  const fees = await file('Kept fees.txt', 'Kept fees');
  const live = await write('Kept live', [shows(lunch)]);
  await publish(live);
  await write('Kept draft', [shows(lunch)]);
  const former = await write('Kept former', [shows(lunch)]);
  await change(former, [shows(null)]);
  const document = await write('Kept document', [{ do: 'field', name: 'file', value: fees }], 'document');
  const [first, second, third] = await set([lunch.id, free.id, fees.fileId], true);
  expect(first).toMatchObject({ isDeleted: false, isChanged: false, isUsedElsewhere: false });
  expect(first!.places.map(({ title, isPublished, isWritten }) => [title, isPublished, isWritten])).toEqual([
    ['Kept draft', false, true],
    ['Kept former', false, false],
    ['Kept live', true, false],
  ]);
  expect(second).toMatchObject({ isDeleted: true, isChanged: true, places: [] });
  expect(third).toMatchObject({ isDeleted: false, places: [{ itemId: document, isWritten: true }] });
  expect(await names('kept')).toEqual(['Kept fees.txt', 'Kept lunch.png']);
});

test('whoever may not use it can neither delete nor restore it, and learns no titles that they may not see [DESK-106]', async () => {
  const [theirs, other] = [await picture('Rights theirs.png'), await picture('Rights other.png')];
  await write('Rights of Operations', [of('Operations'), shows(theirs)]);
  await write('Rights of Marketing', [of('Marketing'), shows(theirs)]);
  expect(await set([theirs.id], true, 'eve')).toMatchObject([
    { isDeleted: false, places: [{ title: 'Rights of Operations' }], isUsedElsewhere: true },
  ]);
  for (const isDeleted of [true, false]) {
    const body = { ids: [other.id], isDeleted };
    expect(await as('eve').fail(deleteMedia, { body })).toMatchObject({ status: 404 });
    expect(await as('abe').fail(deleteMedia, { body })).toMatchObject({ status: 403 });
    expect(await as('ana').fail(deleteMedia, { body })).toMatchObject({ status: 404 });
  }
  for (const ids of [[], [other.id, other.id], Array.from({ length: MAX_CHANGED_MEDIA + 1 }, () => randomUUID())])
    expect(await as('edda').failWith(deleteMedia, { body: { ids, isDeleted: true } })).toMatchObject({ status: 400 });
  expect(await names('rights')).toEqual(['Rights other.png', 'Rights theirs.png']);
});

test('a save that uses a deleted picture and a new upload bring it back; of a save and a deletion at once, the save wins [DESK-106]', async () => {
  const [used, again] = [await picture('Back used.png'), await file('Back again.txt', 'Back again')];
  await set([used.id, again.fileId], true);
  await write('Uses it from an old tab', [shows(used)]);
  await file('Back again.txt', 'Back again');
  expect(await names('back')).toEqual(['Back again.txt', 'Back used.png']);
  const raced = await Promise.all([1, 2, 3, 4].map((number) => picture(`Back raced ${number}.png`)));
  await Promise.all(
    raced.flatMap((each) => [write('Races', [shows(each)]), set([each.id], true), set([each.id], true)]),
  );
  expect(await names('back raced')).toHaveLength(4);
});

test('what was deleted is removed as late as if it had been uploaded then, unless something uses it [DESK-106]', async () => {
  const own = await testPortal();
  const uploads = libraryUploads(() => own);
  const { parts, clock } = own;
  const nights = async (count: number) => {
    clock.now = new Date(clock.now.getTime() + count * DAY_MS);
    await sweepFiles({}, parts);
  };
  const all = async () => {
    const { items } = await own.as('edda').call(listMedia, { query: { only: 'Deleted', sort: 'Name' } });
    return items.map(({ name }) => name);
  };
  const lunch = await uploads.picture('Lunch.png');
  await nights(25);
  await own.as('edda').call(deleteMedia, { body: { ids: [lunch.id], isDeleted: true } });
  await nights(29);
  expect(await all()).toEqual(['Lunch.png']);
  await nights(2);
  expect(await all()).toEqual([]);
  expect(await own.as('edda').fail(getMedia, { params: { mediaId: lunch.id } })).toMatchObject({ status: 404 });
});
