import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getDocument } from '@portico/contracts/documents';
import type { CallInput } from '@portico/contracts/endpoint';
import { getNewsItem } from '@portico/contracts/news';
import type { Change } from '@portico/contracts/studio/draft';
import { changeMedia, deleteMedia, getMedia } from '@portico/contracts/studio/media';
import {
  previewReplacement,
  replaceMedia,
  undoReplacement,
  type ReplacementPlace,
} from '@portico/contracts/studio/mediaReplacement';
import { getStudioItem, listStudioRevisions } from '@portico/contracts/studio/studio';
import type { ImageRef } from '@portico/kinds/media';
import { studioActions } from '../../../testing/studioActions.ts';
import { sharedPortal } from '../../../testing/testPortal.ts';
import { libraryUploads } from './testing/libraryUploads.ts';

/* Edda is an editor of all departments, Eve one of Operations and Aud an author there; Abe approves everything. */
const portal = sharedPortal({ env: { DEPARTMENTS_CLAIM: 'custom:departments' } });
const as = (name: string) => portal().as(name);
const { write, change, publish } = studioActions(() => as('edda'));
const { picture, file } = libraryUploads(portal);

const shows = (value: ImageRef | null): Change => ({ do: 'field', name: 'image', value });
const of = (department: string): Change => ({ do: 'field', name: 'authorDepartment', value: department });
const described = (value: string): Change => ({ do: 'field', name: 'description', value });

const preview = (mediaId: string, withId: string, name = 'edda') =>
  as(name).call(previewReplacement, { params: { mediaId }, query: { with: withId } });
type Items = CallInput<typeof replaceMedia>['body']['items'];
const itemsOf = (places: readonly ReplacementPlace[]): Items =>
  places
    .filter(({ effect }) => effect !== 'Nothing')
    .map(({ itemId, version, sequence, effect }) => ({
      itemId,
      version,
      sequence,
      isPublished: effect === 'Published',
    }));
const replace = (mediaId: string, withId: string, items: Items, name = 'edda') =>
  as(name).call(replaceMedia, { params: { mediaId }, body: { with: withId, items } });
const refuse = (mediaId: string, withId: string, items: Items, name = 'edda') =>
  as(name).fail(replaceMedia, { params: { mediaId }, body: { with: withId, items } });
const draftOf = async (itemId: string) =>
  (await as('edda').call(getStudioItem, { params: { itemId } })).draft.fields.image?.id;
const readOf = async (newsId: string) => (await as('ana').call(getNewsItem, { params: { newsId } })).image?.id;
const revisionsOf = async (itemId: string) =>
  (await as('edda').call(listStudioRevisions, { params: { itemId } })).items.length;

test('replacing puts another picture in drafts, and in published items as a new version; undo brings back both [DESK-223, DESK-224]', async () => {
  const [lunch, dinner] = [await picture('Everywhere lunch.png'), await picture('Everywhere dinner.png')];
  const draft = await write('Everywhere draft', [shows(lunch)]);
  const live = await write('Everywhere live', [shows(lunch)]);
  await publish(live);
  const changed = await write('Everywhere changed', [shows(lunch)]);
  await publish(changed);
  await change(changed, [described('Not published yet')]);
  const gone = await write('Everywhere gone', [shows(lunch)]);
  await publish(gone);
  await change(gone, [shows(null)]);
  const { places, refused, isUsedElsewhere } = await preview(lunch.id, dinner.id);
  expect([refused, isUsedElsewhere]).toEqual([0, false]);
  expect(places.map(({ itemId, effect, uses }) => [itemId, effect, uses])).toEqual([
    [changed, 'OtherChanges', 1],
    [draft, 'Draft', 1],
    [gone, 'Nothing', 0],
    [live, 'Published', 1],
  ]);

  const done = await replace(lunch.id, dinner.id, itemsOf(places));
  expect(await Promise.all([draft, live, changed].map(draftOf))).toEqual([dinner.id, dinner.id, dinner.id]);
  expect(await Promise.all([live, changed, gone].map(readOf))).toEqual([dinner.id, lunch.id, lunch.id]);
  expect(await revisionsOf(live)).toBe(2);
  const used = await as('edda').call(getMedia, { params: { mediaId: dinner.id } });
  expect(used.places.map(({ itemId, isPublished }) => [itemId, isPublished])).toEqual([
    [changed, false],
    [draft, false],
    [live, true],
  ]);

  const undone = await as('edda').call(undoReplacement, {
    params: { batchId: done.batchId },
    body: { items: done.items },
  });
  expect(undone).toEqual({ undone: 3 });
  expect(await Promise.all([draft, live, changed].map(draftOf))).toEqual([lunch.id, lunch.id, lunch.id]);
  expect(await Promise.all([live, changed].map(readOf))).toEqual([lunch.id, lunch.id]);
  expect(await revisionsOf(live)).toBe(3);
  const audited = await portal()
    .db.selectFrom('audit_log')
    .select(['action', 'details'])
    .where('action', 'in', ['media.replaced', 'media.replacement-undone'])
    .orderBy('id')
    .execute();
  expect(audited).toMatchObject([
    { action: 'media.replaced', details: { with: dinner.id, items: 3 } },
    { action: 'media.replacement-undone', details: { items: 3 } },
  ]);
});

test('the text proposed for the new picture is used; a focal point that does not fit is dropped and counted [DESK-225]', async () => {
  const [lunch, dinner] = [await picture('Texts lunch.png'), await picture('Texts dinner.png')];
  const id = await write('Texts', [shows({ ...lunch, alt: 'People at lunch', height: 70, focus: { x: 1, y: 2 } })]);
  const [kept] = (await preview(lunch.id, dinner.id)).places;
  expect(kept).toMatchObject({ itemId: id, keptTexts: 1, droppedFocuses: 1 });
  const { entry } = await as('edda').call(getMedia, { params: { mediaId: dinner.id } });
  const { name, credit, license, source, labels, version } = entry;
  const details = { name, credit, license, source, labels, version, id: dinner.id, alt: 'People at dinner' };
  await as('edda').call(changeMedia, { body: { entries: [details] } });
  const { places } = await preview(lunch.id, dinner.id);
  expect(places).toMatchObject([{ keptTexts: 0, droppedFocuses: 1 }]);
  await replace(lunch.id, dinner.id, itemsOf(places));
  const { draft } = await as('edda').call(getStudioItem, { params: { itemId: id } });
  expect(draft.fields.image).toEqual({ ...dinner, alt: 'People at dinner' });
});

test('what needs an approval is changed in the draft only, and publishing it with the change is refused [DESK-224]', async () => {
  const [lunch, dinner] = [await picture('Approval lunch.png'), await picture('Approval dinner.png')];
  const draft = await write('Approval draft', [shows(lunch)]);
  const live = await write('Approval live', [shows(lunch)]);
  await publish(live);
  await portal().db.insertInto('studio_approval_rules').values({ scope: 'kind', value: 'news' }).execute();
  try {
    const { places } = await preview(lunch.id, dinner.id);
    expect(places.map(({ effect }) => effect)).toEqual(['Draft', 'Approval']);
    const published = itemsOf(places).map((item) => ({ ...item, isPublished: item.itemId === live }));
    expect(await refuse(lunch.id, dinner.id, published)).toMatchObject({ status: 403 });
    expect(await Promise.all([draft, live].map(draftOf))).toEqual([lunch.id, lunch.id]);
    await replace(lunch.id, dinner.id, itemsOf(places));
    expect(await Promise.all([draft, live].map(draftOf))).toEqual([dinner.id, dinner.id]);
    expect([await readOf(live), await revisionsOf(live)]).toEqual([lunch.id, 1]);
  } finally {
    await portal().db.deleteFrom('studio_approval_rules').execute();
  }
});

test('items that an editor may not change are numbered if they see them, and never named, counted or changed if not [DESK-226]', async () => {
  const [lunch, dinner] = [await picture('Rights lunch.png'), await picture('Rights dinner.png', 'eve')];
  const own = await write('Rights own', [of('Operations'), shows(lunch)]);
  const seen = await write('Rights seen', [of('Marketing'), shows(lunch)]);
  await publish(seen);
  const hidden = await write('Rights hidden', [of('Marketing'), shows(lunch)]);
  const answer = await preview(lunch.id, dinner.id, 'eve');
  expect(answer.places.map(({ itemId }) => itemId)).toEqual([own]);
  expect([answer.refused, answer.isUsedElsewhere]).toEqual([1, true]);
  expect(JSON.stringify(answer)).not.toContain('Rights hidden');
  const mine = itemsOf(answer.places);
  for (const itemId of [seen, hidden, randomUUID()]) {
    const more = { itemId, version: 1, sequence: 1, isPublished: false };
    expect(await refuse(lunch.id, dinner.id, [...mine, more], 'eve'), itemId).toMatchObject({ status: 404 });
  }
  expect(await draftOf(own)).toBe(lunch.id);
  await replace(lunch.id, dinner.id, mine, 'eve');
  expect(await Promise.all([own, seen, hidden].map(draftOf))).toEqual([dinner.id, lunch.id, lunch.id]);
  const { batchId, items } = await replace(dinner.id, lunch.id, itemsOf((await preview(dinner.id, lunch.id)).places));
  const undo = { params: { batchId }, body: { items } };
  expect(await as('eve').fail(undoReplacement, undo)).toMatchObject({ status: 404 });
  for (const name of ['abe', 'ana'])
    expect(await as(name).fail(undoReplacement, undo), name).toMatchObject({ status: name === 'abe' ? 403 : 404 });
});

test('an author changes drafts of their department, and publishes nothing by replacing [DESK-224]', async () => {
  const [lunch, dinner] = [await picture('Author lunch.png'), await picture('Author dinner.png', 'aud')];
  const live = await write('Author live', [of('Operations'), shows(lunch)]);
  await publish(live);
  const { places } = await preview(lunch.id, dinner.id, 'aud');
  expect(places.map(({ itemId, effect }) => [itemId, effect])).toEqual([[live, 'Approval']]);
  const published = itemsOf(places).map((item) => ({ ...item, isPublished: true }));
  expect(await refuse(lunch.id, dinner.id, published, 'aud')).toMatchObject({ status: 403 });
  await replace(lunch.id, dinner.id, itemsOf(places), 'aud');
  expect([await draftOf(live), await readOf(live)]).toEqual([dinner.id, lunch.id]);
});

test('an item that changed since the preview, or since the replacement, keeps all of them as they are [DESK-224]', async () => {
  const [lunch, dinner] = [await picture('Stale lunch.png'), await picture('Stale dinner.png')];
  const [first, second] = [await write('Stale first', [shows(lunch)]), await write('Stale second', [shows(lunch)])];
  const before = itemsOf((await preview(lunch.id, dinner.id)).places);
  await change(second, [described('Changed meanwhile')]);
  const refusal = await refuse(lunch.id, dinner.id, before);
  expect(refusal).toMatchObject({ status: 409, detail: expect.stringContaining('“Stale second” has changed since') });
  expect(await Promise.all([first, second].map(draftOf))).toEqual([lunch.id, lunch.id]);
  const done = await replace(lunch.id, dinner.id, itemsOf((await preview(lunch.id, dinner.id)).places));
  await change(first, [described('Changed again')]);
  const undo = { params: { batchId: done.batchId }, body: { items: done.items } };
  expect(await as('edda').fail(undoReplacement, undo)).toMatchObject({ status: 409 });
  expect(await Promise.all([first, second].map(draftOf))).toEqual([dinner.id, dinner.id]);
});

test('a file is replaced in each document that has it, which keeps its address [DESK-223]', async () => {
  const fees = await file('Replaced fees.txt', 'Replaced fees of 2025');
  const table = await file('Replaced fees 2026.csv', 'Replaced,fees,of,2026');
  const has: Change[] = [{ do: 'field', name: 'file', value: fees }];
  const [live, draft] = [await write('Fees live', has, 'document'), await write('Fees draft', has, 'document')];
  await publish(live);
  const { places } = await preview(fees.fileId, table.fileId);
  expect(places.map(({ itemId, effect }) => [itemId, effect])).toEqual([
    [draft, 'Draft'],
    [live, 'Published'],
  ]);
  await replace(fees.fileId, table.fileId, itemsOf(places));
  const seen = await as('ana').call(getDocument, { params: { documentId: live }, query: {} });
  expect(seen).toMatchObject({ fileName: 'Replaced fees 2026.csv', format: 'CSV', bytes: table.bytes });
});

test('a replacement of another kind, a deleted, unknown or the same one, and wrong lists of items are refused [DESK-223]', async () => {
  const [lunch, dinner, fees] = [
    await picture('Wrong lunch.png'),
    await picture('Wrong dinner.png'),
    await file('Wrong.txt', 'Wrong'),
  ];
  const id = await write('Wrong', [shows(lunch)]);
  const [item] = itemsOf((await preview(lunch.id, dinner.id)).places);
  const look = (mediaId: string, withId: string) =>
    as('edda').fail(previewReplacement, { params: { mediaId }, query: { with: withId } });
  expect(await look(lunch.id, lunch.id)).toMatchObject({ status: 400 });
  expect(await look(lunch.id, fees.fileId)).toMatchObject({ status: 400 });
  expect(await look(lunch.id, randomUUID())).toMatchObject({ status: 404 });
  expect(await look(randomUUID(), lunch.id)).toMatchObject({ status: 404 });
  expect(await refuse(lunch.id, dinner.id, [])).toMatchObject({ status: 400 });
  expect(await refuse(lunch.id, dinner.id, [item!, item!])).toMatchObject({ status: 400 });
  const many = Array.from({ length: 101 }, () => ({ ...item!, itemId: randomUUID() }));
  expect(await refuse(lunch.id, dinner.id, many)).toMatchObject({ status: 400 });
  // It can't be published as it is: it never was.
  await as('edda').call(deleteMedia, { body: { ids: [dinner.id], isDeleted: true } });
  expect(await look(lunch.id, dinner.id)).toMatchObject({ status: 409 });
  expect(await refuse(lunch.id, dinner.id, [item!])).toMatchObject({ status: 409 });
  expect(await draftOf(id)).toBe(lunch.id);
});
