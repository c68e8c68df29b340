import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY_MS } from '@portico/contracts/durations';
import { getDocument, getDocumentPreview } from '@portico/contracts/documents';
import { listNotifications } from '@portico/contracts/notifications';
import { searchPortal } from '@portico/contracts/search';
import type { Change } from '@portico/contracts/studio/draft';
import { documentVersionUrl, listDocumentVersions } from '@portico/contracts/studio/documentVersions';
import { archiveStudioItem } from '@portico/contracts/studio/studio';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import { documentUrl } from '@portico/kinds/mediaUrls';
import { sweepFiles } from '../../media/unused/sweepFiles.ts';
import { studioActions } from '../../testing/studioActions.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { libraryUploads } from './mediaDesk/testing/libraryUploads.ts';

/* Edda is an editor of all departments, Eve one of Operations; Ana and Nils read. */
const portal = sharedPortal({ env: { DEPARTMENTS_CLAIM: 'custom:departments' } });
const as = (name: string) => portal().as(name);
const { write, change, open, publish } = studioActions(() => as('edda'));
const { file } = libraryUploads(portal);

const has = (value: StudioFile): Change => ({ do: 'field', name: 'file', value });
const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const NOBODY_HAS = digestOf('a file that nobody uploaded');

async function get(url: string, headers: Record<string, string> = {}, name = 'ana') {
  const { authorization = '', 'id-token': idToken } = await as(name).headers();
  const cookie = `id_token=${idToken}; access_token=${authorization.slice('Bearer '.length)}`;
  return portal().portal.inject({ url, headers: { cookie, ...headers } });
}
const asPage = { 'sec-fetch-dest': 'document' };
const asData = { 'sec-fetch-dest': 'empty' };
const statusOf = async (url: string, headers = {}, name = 'ana') => (await get(url, headers, name)).statusCode;
const linkFor = (id: string, digest: string) => `${documentUrl(id)}?file=${digest}`;
const versions = async (itemId: string) =>
  (await as('edda').call(listDocumentVersions, { params: { itemId } })).items.map(
    ({ number, file: own, isCurrent }) => [number, own.fileName, isCurrent],
  );

/** A published document whose first file was replaced by the second. */
async function replaced(title: string, [former, current]: [string, string], changes: Change[] = []) {
  const first = await file(`${title} 2025.txt`, former);
  const id = await write(title, [has(first), ...changes], 'document');
  await publish(id);
  const before = await get(documentUrl(id), {}, 'nils');
  const second = await file(`${title} 2026.txt`, current);
  await change(id, [has(second)]);
  await publish(id);
  return { id, first, second, before };
}

test('a document keeps its address when its file is replaced; bytes, ranges, preview and search follow the newer one [DESK-220]', async () => {
  const { id, before } = await replaced('Tariff', ['Former tariffwords are here', 'Current pricewords here']);
  expect(before.body).toBe('Former tariffwords are here');
  await portal().runJobs();
  const etag = String(before.headers['etag']);
  const after = await get(documentUrl(id), { 'if-none-match': etag });
  expect([after.statusCode, after.body]).toEqual([200, 'Current pricewords here']);
  expect(after.headers['etag']).not.toBe(etag);
  expect(after.headers['content-disposition']).toContain('Tariff 2026.txt');
  const range = await get(documentUrl(id), { range: 'bytes=0-6', 'if-range': String(after.headers['etag']) });
  expect([range.statusCode, range.body]).toEqual([206, 'Current']);
  const outdated = await get(documentUrl(id), { range: 'bytes=0-6', 'if-range': etag });
  expect([outdated.statusCode, outdated.body]).toEqual([200, 'Current pricewords here']);
  const preview = await as('ana').call(getDocumentPreview, { params: { documentId: id } });
  expect(preview).toMatchObject({ kind: 'Text', text: 'Current pricewords here' });
  const found = async (term: string) =>
    (await as('ana').call(searchPortal, { query: { term } })).documents.results.length;
  expect([await found('pricewords'), await found('tariffwords')]).toEqual([1, 0]);
});

test('a link for an earlier file leads to the page of the document, which says so; one for the current file opens it [DESK-221]', async () => {
  const { id, first } = await replaced('Form', ['Form of 2025', 'Form of 2026']);
  const [former, current] = [digestOf('Form of 2025'), digestOf('Form of 2026')];
  for (const digest of [former, former.slice(0, 16)]) {
    const answer = await get(linkFor(id, digest), asPage);
    expect([answer.statusCode, answer.headers['location']]).toEqual([303, `/documents?preview=${id}&file=${digest}`]);
    expect(await statusOf(linkFor(id, digest))).toBe(303);
    expect((await get(linkFor(id, digest), asData)).json()).toMatchObject({ status: 412, code: 'version_mismatch' });
    const seen = await as('ana').call(getDocument, { params: { documentId: id }, query: { file: digest } });
    expect(seen).toMatchObject({ fileName: 'Form 2026.txt', fileDigits: current.slice(0, 16), isNewer: true });
  }
  for (const digest of [current, current.slice(0, 16)]) {
    expect(await statusOf(linkFor(id, digest), asPage)).toBe(200);
    const seen = await as('ana').call(getDocument, { params: { documentId: id }, query: { file: digest } });
    expect(seen).not.toHaveProperty('isNewer');
  }
  for (const digest of [former.slice(0, 15), `${former}0`, former.toUpperCase()])
    expect(await statusOf(linkFor(id, digest)), digest).toBe(400);
  // The first file is published again, so its links open it and those for the second one don't.
  await change(id, [has(first)]);
  await publish(id);
  expect((await get(linkFor(id, former))).body).toBe('Form of 2025');
  expect(await statusOf(linkFor(id, current), asPage)).toBe(303);
});

test('a link for an earlier file reveals nothing of a document that the reader may not see, nor a file that no reader saw [DESK-221]', async () => {
  const forNla: Change = { do: 'field', name: 'audience', value: ['Nla'] };
  const { id } = await replaced('Rules', ['Rules of 2025', 'Rules of 2026'], [forNla]);
  const former = linkFor(id, digestOf('Rules of 2025'));
  expect([await statusOf(former, asPage, 'nils'), await statusOf(former, asPage)]).toEqual([303, 404]);
  const missing = { ...(await get(documentUrl(NO_ID))).json<object>(), requestId: '' };
  expect({ ...(await get(former)).json<object>(), requestId: '' }).toEqual(missing);
  const query = { file: digestOf('Rules of 2025') };
  expect(await as('ana').fail(getDocument, { params: { documentId: id }, query })).toMatchObject({ status: 404 });
  // Not published yet, scheduled, and of no document.
  await change(id, [has(await file('Rules 2027.txt', 'Rules of 2027'))]);
  const inADay = new Date(portal().clock.now.getTime() + DAY_MS).toISOString();
  const drafted = digestOf('Rules of 2027');
  const look = async (digest: string) => {
    const answer = await get(linkFor(id, digest), asPage, 'nils');
    const seen = await as('nils').call(getDocument, { params: { documentId: id }, query: { file: digest } });
    return [answer.statusCode, 'isNewer' in seen];
  };
  expect([await look(drafted), await look(NOBODY_HAS)]).toEqual([
    [404, false],
    [404, false],
  ]);
  await publish(id, { goesLiveAt: inADay });
  expect(await look(drafted)).toEqual([404, false]);
  const { version } = await open(id);
  await as('edda').call(archiveStudioItem, { params: { itemId: id }, body: { version } });
  expect(await statusOf(former, asPage, 'nils')).toBe(404);
});

test('a notice about a document links to the file that was published with it [DESK-221]', async () => {
  await as('ana').call(listNotifications, {});
  const id = await write('Notified fees', [has(await file('Notified.txt', 'Notified fees of 2025'))], 'document');
  await publish(id, { notifyBy: ['Notice'] });
  await portal().runJobs();
  await expect
    .poll(
      async () => (await as('ana').call(listNotifications, {})).find(({ title }) => title === 'Notified fees')?.link,
    )
    .toBe(linkFor(id, digestOf('Notified fees of 2025').slice(0, 16)));
});

test('editors list the published files of a document, download each and publish one again; revisions with the same file are one [DESK-222]', async () => {
  const { id, first } = await replaced('Guide', ['Guide of 2025', 'Guide of 2026']);
  await change(id, [{ do: 'field', name: 'description', value: 'Another description' }]);
  await publish(id);
  await change(id, [has(await file('Draft.txt', 'Guide of 2027'))]);
  expect(await versions(id)).toEqual([
    [2, 'Guide 2026.txt', true],
    [1, 'Guide 2025.txt', false],
  ]);
  const { items } = await as('edda').call(listDocumentVersions, { params: { itemId: id } });
  expect(items[1]).toEqual({
    number: 1,
    file: first,
    publishedAt: expect.any(String),
    publishedBy: 'Edda Mohr',
    isCurrent: false,
  });
  const saved = await get(documentVersionUrl(id, 1), {}, 'edda');
  expect([saved.statusCode, saved.body]).toEqual([200, 'Guide of 2025']);
  expect(saved.headers['content-disposition']).toMatch(/^attachment; filename="Guide 2025.txt"/);
  const entry = await portal()
    .db.selectFrom('audit_log')
    .select('details')
    .where('object_id', '=', id)
    .where('action', '=', 'document.downloaded')
    .executeTakeFirstOrThrow();
  expect(entry.details).toMatchObject({ revision: 1, sha256: digestOf('Guide of 2025') });
  await change(id, [has(first)]);
  await publish(id);
  expect(await versions(id)).toEqual([
    [4, 'Guide 2025.txt', true],
    [2, 'Guide 2026.txt', false],
    [1, 'Guide 2025.txt', false],
  ]);
  const { version } = await open(id);
  await as('edda').call(archiveStudioItem, { params: { itemId: id }, body: { version } });
  expect((await versions(id)).map(([, , isCurrent]) => isCurrent)).toEqual([false, false, false]);
});

test('earlier files are for those who may open the document in the studio; unpublished ones are in no list [DESK-222]', async () => {
  const { id } = await replaced('Secret guide', ['Secret of 2025', 'Secret of 2026']);
  for (const name of ['ana', 'eve']) {
    expect(await as(name).fail(listDocumentVersions, { params: { itemId: id } }), name).toMatchObject({ status: 404 });
    expect(await statusOf(documentVersionUrl(id, 1), {}, name), name).toBe(404);
  }
  expect((await portal().portal.inject({ url: documentVersionUrl(id, 1) })).statusCode).toBe(401);
  for (const [number, status] of [
    ['3', 404],
    ['0', 400],
    ['x', 400],
    ['1000000', 400],
  ] as const)
    expect(await statusOf(documentVersionUrl(id, number), {}, 'edda'), number).toBe(status);
  const draft = await write('Unpublished', [has(await file('Unpublished.txt', 'Unpublished'))], 'document');
  expect(await versions(draft)).toEqual([]);
  expect(await statusOf(documentVersionUrl(draft, 1), {}, 'edda')).toBe(404);
  const news = await write('News without files');
  expect(await versions(news)).toEqual([]);
});

test('the nightly removal keeps each file that a document had when readers saw it [DESK-222]', async () => {
  const { id } = await replaced('Kept guide', ['Kept of 2025', 'Kept of 2026']);
  const unused = await file('Never used.txt', 'Never used');
  const { parts, clock } = portal();
  const later = new Date(clock.now.getTime() + 60 * DAY_MS);
  await sweepFiles({}, { ...parts, now: () => later });
  expect((await get(documentVersionUrl(id, 1), {}, 'edda')).body).toBe('Kept of 2025');
  const { db } = portal();
  expect(await db.selectFrom('files').select('id').where('id', '=', unused.fileId).execute()).toEqual([]);
});

const NO_ID = '00000000-0000-4000-8000-000000000000';
