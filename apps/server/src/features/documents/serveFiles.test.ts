import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { documentUrl } from '@portico/kinds/mediaUrls';
import { addFile } from '../../media/files/files.ts';
import { docxFile } from '../../testing/files/officeFiles.ts';
import { pdfFile } from '../../testing/files/pdfFile.ts';
import { sharedPortal } from '../../testing/testPortal.ts';

const shared = sharedPortal();
const pdf = pdfFile(['One', 'Two']);
let id: string;
beforeAll(async () => {
  id = await documentOf(pdf, 'Rollover – “guide”.pdf');
});

async function documentOf(
  bytes: Uint8Array | string,
  fileName: string,
  options: { kind?: 'document' | 'asset'; audience?: ['Nla'] } = {},
): Promise<string> {
  const { db, store, make } = shared();
  const file = await addFile({ db, store }, { stream: Readable.from([Buffer.from(bytes as string)]), fileName });
  const { kind = 'document', ...rest } = options;
  return make[kind]({ file, ...rest });
}
const cookieOf = async (name: string) => {
  const { authorization = '', 'id-token': idToken } = await shared().as(name).headers();
  return `id_token=${idToken}; access_token=${authorization.slice('Bearer '.length)}`;
};
const get = async (
  url: string,
  headers: Record<string, string> = {},
  { name = 'ana', method = 'GET' as 'GET' | 'HEAD' } = {},
) => shared().portal.inject({ url, method, headers: { cookie: await cookieOf(name), ...headers } });
const auditTrail = (documentId: string) =>
  shared()
    .db.selectFrom('audit_log')
    .select(['action', 'actor_id', 'details'])
    .where('object_id', '=', documentId)
    .where('action', 'like', 'document.%ed')
    .where('action', 'in', ['document.opened', 'document.downloaded'])
    .orderBy('id')
    .execute();

test('a file is served whole, inert, private and with its own name [U2, H2]', async () => {
  const answer = await get(documentUrl(id));
  expect(answer.statusCode).toBe(200);
  expect(answer.rawPayload.equals(pdf)).toBe(true);
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-length': String(pdf.length),
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'content-disposition': `inline; filename="Rollover _ _guide_.pdf"; filename*=UTF-8''Rollover%20%E2%80%93%20%E2%80%9Cguide%E2%80%9D.pdf`,
  });
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox$/);
  expect(answer.headers['content-encoding']).toBeUndefined();
  const saved = await get(documentUrl(id, 'download'));
  expect(saved.headers['content-disposition']).toMatch(/^attachment; /);
});

test('a file that a browser could execute or cannot display is sent as a download [U2]', async () => {
  const dispositionOf = async (bytes: Uint8Array | string, fileName: string) => {
    const { headers } = await get(documentUrl(await documentOf(bytes, fileName)), { 'accept-encoding': 'gzip, br' });
    expect(headers['content-encoding'], fileName).toBeUndefined();
    return [String(headers['content-disposition']).split(';')[0], headers['content-type']];
  };
  expect(await dispositionOf(docxFile('<w:p/>'), 'a.docx')).toEqual([
    'attachment',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  ]);
  expect(await dispositionOf('=cmd(),1\n'.repeat(500), 'a.csv')).toEqual(['attachment', 'text/csv; charset=utf-8']);
  expect(await dispositionOf('words <b>here</b> '.repeat(500), 'a.txt')).toEqual([
    'inline',
    'text/plain; charset=utf-8',
  ]);
  expect(await dispositionOf(Buffer.from('caf\xe9', 'latin1'), 'b.txt')).toEqual([
    'inline',
    'text/plain; charset=windows-1252',
  ]);
  expect(await dispositionOf('WEBVTT\n', 'a.vtt')).toEqual(['inline', 'text/vtt; charset=utf-8']);
});

test("opening the address of a PDF leads readers to the portal's viewer; other files open directly [U2, DOCS-004]", async () => {
  const asPage = { 'sec-fetch-dest': 'document' };
  const opened = await get(documentUrl(id.toUpperCase()), asPage);
  expect([opened.statusCode, opened.headers.location, opened.rawPayload.length]).toEqual([
    303,
    `/documents?preview=${id}`,
    0,
  ]);
  expect(opened.headers).toMatchObject({
    'cache-control': 'no-store',
    vary: expect.stringContaining('Sec-Fetch-Dest') as string,
  });
  expect((await get(documentUrl(id, 'download'), asPage)).statusCode).toBe(200);
  expect((await get(documentUrl(id), { 'sec-fetch-dest': 'empty' })).statusCode).toBe(200);
  expect((await get(documentUrl(await documentOf('words here', 'a.txt')), asPage)).statusCode).toBe(200);
  expect((await get(documentUrl(await documentOf(pdf, 'own.pdf', { audience: ['Nla'] })), asPage)).statusCode).toBe(
    404,
  );
});

test('a range of a file can be requested, but none beyond its end [DOCS-005]', async () => {
  const part = async (range: string, more: Record<string, string> = {}) => get(documentUrl(id), { range, ...more });
  const last = pdf.length - 1;
  for (const [range, start, end] of [
    ['bytes=0-3', 0, 3],
    ['bytes=5-', 5, last],
    ['bytes=-4', last - 3, last],
    [`bytes=${last}-`, last, last],
    ['bytes=0-999999', 0, last],
  ] as const) {
    const answer = await part(range);
    expect([answer.statusCode, answer.headers['content-range'], answer.headers['content-length']], range).toEqual([
      206,
      `bytes ${start}-${end}/${pdf.length}`,
      String(end - start + 1),
    ]);
    expect(answer.rawPayload.equals(pdf.subarray(start, end + 1)), range).toBe(true);
  }
  const behind = await part(`bytes=${pdf.length}-`);
  expect(behind.headers['content-range']).toBe(`bytes */${pdf.length}`);
  expect(behind.json()).toMatchObject({ status: 416, code: 'range_not_satisfiable' });
  for (const ignored of ['bytes=0-1,3-4', 'lines=1-2', 'bytes=x'])
    expect((await part(ignored)).statusCode, ignored).toBe(200);
  const { etag } = (await get(documentUrl(id))).headers;
  expect((await part('bytes=0-3', { 'if-range': String(etag) })).statusCode).toBe(206);
  expect((await part('bytes=0-3', { 'if-range': '"another"' })).statusCode).toBe(200);
});

test('a browser with a cached file gets 304, and a HEAD request gets no body', async () => {
  const { headers } = await get(documentUrl(id));
  const etag = String(headers['etag']);
  for (const value of [etag, `"x", W/${etag}`, '*']) {
    const again = await get(documentUrl(id), { 'if-none-match': value });
    expect([again.statusCode, again.body, again.headers['cache-control']]).toEqual([304, '', 'private, no-cache']);
  }
  expect((await get(documentUrl(id), { 'if-none-match': '"x"' })).statusCode).toBe(200);
  const head = await get(documentUrl(id), {}, { method: 'HEAD' });
  expect([head.statusCode, head.body, head.headers['content-length'], head.headers['etag']]).toEqual([
    200,
    '',
    String(pdf.length),
    etag,
  ]);
});

test('a file or asset is served only to readers of its item, and drafts never [A1, A3, A4]', async () => {
  const { make, db, store } = shared();
  const forOthers = await documentOf('for others', 'a.txt', { audience: ['Nla'] });
  const asset = await documentOf('WEBVTT\n\nhello', 'a.vtt', { kind: 'asset' });
  const file = await addFile(
    { db, store },
    { stream: Readable.from([Buffer.from('draft words')]), fileName: 'draft.txt' },
  );
  const draft = await make.document({ file, isDraft: true });
  expect((await get(documentUrl(asset))).statusCode).toBe(200);
  expect((await get(documentUrl(forOthers), {}, { name: 'nils' })).statusCode).toBe(200);
  const missing = (await get(documentUrl('00000000-0000-4000-8000-000000000000'))).json<object>();
  for (const hidden of [forOthers, draft, await make.news()])
    expect({ ...(await get(documentUrl(hidden))).json<object>(), requestId: '' }).toEqual({
      ...missing,
      requestId: '',
    });
  expect((await get(documentUrl(draft), {}, { name: 'edda' })).statusCode).toBe(404);
  expect((await get(`/media/${file.fileId}/320.webp`)).statusCode).toBe(404);

  const own = await shared().as('ana').headers();
  for (const headers of [{}, own, { cookie: 'id_token=x; access_token=y' }])
    expect((await shared().portal.inject({ url: documentUrl(id), headers })).statusCode).toBe(401);
  expect((await get(documentUrl(id), { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
});

test('a changed audience applies to the next request, even from a browser with a cached file [A8]', async () => {
  const { db } = shared();
  const documentId = await documentOf('soon for others', 'a.txt');
  const { headers } = await get(documentUrl(documentId));
  await db
    .updateTable('content_items')
    .set({ audience: ['Nla'] })
    .where('id', '=', documentId)
    .execute();
  expect((await get(documentUrl(documentId), { 'if-none-match': String(headers['etag']) })).statusCode).toBe(404);
});

test('each read of a document is in the audit log once; later ranges of the same read are not [L3]', async () => {
  const { db } = shared();
  const documentId = await documentOf(randomBytes(300).toString('hex'), 'long.txt');
  const url = documentUrl(documentId);
  await get(url);
  for (const range of ['bytes=10-20', 'bytes=30-40', 'bytes=-5']) await get(url, { range });
  expect(await auditTrail(documentId)).toMatchObject([
    { action: 'document.opened', details: { fileName: 'long.txt' } },
  ]);
  await get(documentUrl(documentId, 'download'), { range: 'bytes=0-' });
  await get(documentUrl(documentId, 'download'), { range: 'bytes=100-' });
  await get(documentUrl(documentId, 'download'));
  const trail = await auditTrail(documentId);
  expect(trail.map(({ action }) => action)).toEqual(['document.opened', 'document.downloaded', 'document.downloaded']);
  const { id: anaId } = await db
    .selectFrom('users')
    .select('id')
    .where('subject', '=', 'ana')
    .executeTakeFirstOrThrow();
  expect(trail.every(({ actor_id: actor }) => actor === anaId)).toBe(true);
});

test('opening a document from a browser that has a copy is a read like any other; a HEAD request is none [L3, DOCS-012]', async () => {
  const { db } = shared();
  const documentId = await documentOf('Fee schedule 2027\n'.repeat(40), 'Fee schedule 2027.txt');
  const url = documentUrl(documentId);
  const actions = async () => (await auditTrail(documentId)).map(({ action }) => action);

  const first = await get(url);
  expect([first.statusCode, await actions()]).toEqual([200, ['document.opened']]);
  const copy = { 'if-none-match': String(first.headers['etag']) };
  const again = await get(url, copy);
  expect([again.statusCode, await actions()]).toEqual([304, ['document.opened', 'document.opened']]);
  expect((await auditTrail(documentId))[1]!.details).toEqual((await auditTrail(documentId))[0]!.details);
  const saved = await get(documentUrl(documentId, 'download'), copy);
  expect([saved.statusCode, await actions()]).toEqual([
    304,
    ['document.opened', 'document.opened', 'document.downloaded'],
  ]);

  for (const [headers, status] of [
    [{}, 200],
    [copy, 304],
  ] as const)
    expect((await get(url, headers, { method: 'HEAD' })).statusCode).toBe(status);
  for (const range of ['bytes=10-20', 'bytes=100-'])
    expect((await get(url, { ...copy, range })).statusCode, range).toBe(304);
  expect(await actions(), 'neither HEAD nor later ranges are reads').toHaveLength(3);
  expect((await get(url, { ...copy, range: 'bytes=0-' })).statusCode).toBe(304);
  expect(await actions()).toHaveLength(4);

  const other = await get(url, copy, { name: 'cora' });
  const { id: coraId } = await db
    .selectFrom('users')
    .select('id')
    .where('subject', '=', 'cora')
    .executeTakeFirstOrThrow();
  expect([other.statusCode, (await auditTrail(documentId)).at(-1)!.actor_id]).toEqual([304, coraId]);
});

test('a person who may not see a document gets 404 whatever their browser has, and no read is recorded [L3, DOCS-012]', async () => {
  const documentId = await documentOf('Only for assistants', 'Desk guide.txt', { audience: ['Nla'] });
  const url = documentUrl(documentId);
  const { etag } = (await get(url, {}, { name: 'nils' })).headers;
  for (const headers of [{}, { 'if-none-match': String(etag) }, { 'if-none-match': '*' }, { range: 'bytes=5-' }])
    for (const method of ['GET', 'HEAD'] as const) expect((await get(url, headers, { method })).statusCode).toBe(404);
  expect(await auditTrail(documentId)).toHaveLength(1);
});

test('a read that skips the first byte is in the audit log too; reads of assets are not [L3]', async () => {
  const documentId = await documentOf('sneaky words', 'b.txt');
  await get(documentUrl(documentId), { range: 'bytes=1-' }, { name: 'cora' });
  await get(documentUrl(documentId), { range: 'bytes=2-' }, { name: 'cora' });
  expect(await auditTrail(documentId)).toHaveLength(1);
  const asset = await documentOf('WEBVTT\n\nquiet', 'c.vtt', { kind: 'asset' });
  await get(documentUrl(asset));
  expect(await auditTrail(asset)).toEqual([]);
});

test('malformed ids and parameters are rejected without a server error [D1]', async () => {
  for (const url of [
    '/media/documents/x',
    '/media/documents/..%2f..%2fetc',
    `/media/documents/${id}%00`,
    `${documentUrl(id)}?download=2`,
    `${documentUrl(id)}?download=1&download=1`,
  ])
    expect((await get(url)).json(), url).toMatchObject({ status: 400, code: 'invalid_input' });
  expect((await get(documentUrl(id.toUpperCase()))).statusCode).toBe(200);
});

test('a file missing from the store returns 503, and other files work', async () => {
  const { db, store } = shared();
  const documentId = await documentOf('to be lost', 'd.txt');
  const { sha256 } = await db
    .selectFrom('files')
    .innerJoin('content_items as item', 'item.file_id', 'files.id')
    .select('sha256')
    .where('item.id', '=', documentId)
    .executeTakeFirstOrThrow();
  await store.delete(`files/${sha256.toString('hex').slice(0, 2)}/${sha256.toString('hex')}`);
  expect((await get(documentUrl(documentId))).json()).toMatchObject({ status: 503, code: 'unavailable' });
});
