import { Readable } from 'node:stream';
import sharp from 'sharp';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { getDocument, getDocumentPreview } from '@portico/contracts/documents';
import { formFilePath, formFileUrl, getOwnEntry, submitEntry } from '@portico/contracts/forms';
import type { FormFile } from '@portico/contracts/formValues';
import { documentUrl } from '@portico/kinds/mediaUrls';
import { listNotifications } from '@portico/contracts/notifications';
import type { StudioFile } from '@portico/kinds/items/document/schemas';
import { getFileHold, studioFilesPath, studioPicturesPath } from '@portico/contracts/studio/pickers';
import { aForm } from '../../testing/aForm.ts';
import { clamdMissing, startClamd, startClamdServer, TEST_THREAT, TEST_VIRUS } from '../../testing/services/clamav.ts';
import { testPortal, type TestPortal } from '../../testing/testPortal.ts';
import { addJob } from '../../jobs/queue.ts';
import { listKeys } from '../../media/store/objectStore.ts';
import { addFile } from '../../media/files/files.ts';

const NOWHERE = 'tcp://127.0.0.1:1';

async function portalWith(url: string, env: Record<string, string> = {}) {
  const testing = await testPortal({ env: { CLAMAV_URL: url, ...env } });
  const send = async (path: string, payload: Buffer, name: string, more: Record<string, string> = {}, who = 'edda') =>
    testing.portal.inject({
      method: 'POST',
      url: path,
      payload,
      headers: {
        ...(await testing.as(who).headers()),
        'content-type': 'application/octet-stream',
        'x-file-name': name,
        ...more,
      },
    });
  const open = async (url: string, who = 'ana', headers: Record<string, string> = {}) => {
    const { authorization = '', 'id-token': idToken } = await testing.as(who).headers();
    const cookie = `id_token=${idToken}; access_token=${authorization.slice('Bearer '.length)}`;
    return testing.portal.inject({ url, headers: { cookie, ...headers } });
  };
  const rescan = async () => {
    await addJob(testing.db, 'scan-files', {});
    await testing.runJobs();
  };
  return { ...testing, send, open, rescan };
}

const textFile = (text: string) => Buffer.from(`The fees of next year. ${text}`);
const picture = () =>
  sharp({ create: { width: 400, height: 90, channels: 3, background: '#2a6' } })
    .png()
    .toBuffer();
const auditOf = ({ db }: TestPortal, action: string) =>
  db.selectFrom('audit_log').select(['actor_id', 'details']).where('action', '=', action).execute();

async function publishForm({ make }: TestPortal) {
  const form = aForm({ fields: [{ type: 'FileUpload', alias: 'receipts', label: 'Receipts' }] });
  await make.resource({ components: [form] });
  return form.formId;
}

describe.skipIf(clamdMissing)(`with the real clamd${clamdMissing ? ` (skipped: ${clamdMissing})` : ''}`, () => {
  test('an infected upload of any kind is rejected, logged and not stored; clean uploads are served [OPS-351, OPS-353]', async () => {
    const { unixUrl } = await startClamd();
    const portal = await portalWith(unixUrl);
    const formId = await publishForm(portal);
    const virus = textFile(TEST_VIRUS);
    const infectedPicture = Buffer.concat([await picture(), virus]);
    const before = await listKeys(portal.store);
    for (const answer of [
      await portal.send(studioFilesPath, virus, 'fees.txt'),
      await portal.send(studioFilesPath, infectedPicture, 'fees.png'),
      await portal.send(studioPicturesPath, infectedPicture, 'fees.png'),
      await portal.send(formFilePath(formId), virus, 'fees.txt', { 'x-field': 'receipts' }, 'ana'),
    ]) {
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'virus_found']);
      expect(answer.json<{ detail: string }>().detail).toBe('A virus was found in this file, so it was not stored.');
    }
    expect(await listKeys(portal.store)).toEqual(before);
    const entries = await auditOf(portal, 'upload.refused');
    expect(entries.map(({ details }) => details)).toEqual(
      ['fees.txt', 'fees.png', 'fees.png', 'fees.txt'].map((fileName) => ({
        fileName,
        threat: TEST_THREAT,
        bytes: expect.any(Number) as number,
      })),
    );
    expect(entries.every(({ actor_id: actor }) => actor !== null)).toBe(true);

    const file = (await portal.send(studioFilesPath, textFile('clean'), 'fees.txt')).json<StudioFile>();
    const id = await portal.make.document({ file });
    expect((await portal.open(documentUrl(id))).body).toContain('clean');
    expect((await portal.send(studioPicturesPath, await picture(), 'fees.png')).statusCode).toBe(200);
    const sent = await portal.send(
      formFilePath(formId),
      textFile('clean'),
      'fees.txt',
      { 'x-field': 'receipts' },
      'ana',
    );
    expect((await portal.open(formFileUrl(sent.json<FormFile>().id))).statusCode).toBe(200);
  });

  test('a file uploaded while clamd is unreachable is held, and scanned once clamd is back [OPS-354, OPS-355]', async () => {
    const clamd = await startClamd();
    const portal = await portalWith(clamd.unixUrl);
    await clamd.stop();
    const clean = (await portal.send(studioFilesPath, textFile('clean'), 'clean.txt')).json<StudioFile>();
    const infected = (await portal.send(studioFilesPath, textFile(TEST_VIRUS), 'bad.txt')).json<StudioFile>();
    const [cleanId, infectedId] = [
      await portal.make.document({ file: clean }),
      await portal.make.document({ file: infected }),
    ];
    await portal.rescan();
    for (const documentId of [cleanId, infectedId]) {
      const answer = await portal.open(documentUrl(documentId));
      expect([answer.statusCode, answer.body]).toEqual([403, expect.stringContaining('still being checked')]);
      expect(answer.body).not.toContain('fees of next year');
      const { as } = portal;
      expect(await as('ana').call(getDocument, { params: { documentId }, query: {} })).toMatchObject({
        hold: 'Waiting',
      });
      expect(await as('ana').call(getDocumentPreview, { params: { documentId } })).toEqual({
        kind: 'Held',
        hold: 'Waiting',
      });
    }
    await clamd.start();
    await portal.rescan();
    await portal.runJobs();
    expect((await portal.open(documentUrl(cleanId))).statusCode).toBe(200);
    const params = { documentId: cleanId };
    expect(await portal.as('ana').call(getDocument, { params, query: {} })).not.toHaveProperty('hold');
    expect(await portal.as('ana').call(getDocumentPreview, { params })).toMatchObject({ kind: 'Text' });
    const refused = await portal.open(documentUrl(infectedId));
    expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining('A virus was found')]);
    expect(
      await portal.db.selectFrom('file_texts').select('text').where('file_id', '=', infected.fileId).execute(),
    ).toEqual([]);
    expect(await auditOf(portal, 'file.refused')).toMatchObject([{ details: { threat: TEST_THREAT } }]);
  });
});

test('a person who opens a held file gets a page that explains the wait [OPS-356]', async () => {
  const portal = await portalWith(NOWHERE);
  const file = (await portal.send(studioFilesPath, textFile('clean'), 'fees.txt')).json<StudioFile>();
  const id = await portal.make.document({ file });
  const opened = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
  const answer = await portal.open(documentUrl(id), 'ana', opened);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([403, 'text/html; charset=utf-8']);
  expect(answer.body).toContain('<h1>This file can’t be opened</h1>');
  expect(answer.body).toContain('still being checked for viruses');
});

test('a held file can be submitted with a form, stays closed to its sender and editors, and can be refused later [OPS-354, OPS-357]', async () => {
  const server = await startClamdServer({ onFile: (socket) => socket.destroy() });
  const portal = await portalWith(server.url);
  const formId = await publishForm(portal);
  const sent = await portal.send(formFilePath(formId), textFile('x'), 'fees.txt', { 'x-field': 'receipts' }, 'ana');
  const file = sent.json<FormFile>();
  expect(file).toMatchObject({ fileName: 'fees.txt', hold: 'Waiting' });
  const { entryId } = await portal.as('ana').call(submitEntry, {
    params: { formId },
    body: { values: { receipts: [file.id] } },
  });
  for (const who of ['ana', 'edda']) expect((await portal.open(formFileUrl(file.id), who)).statusCode).toBe(403);
  server.behavior.onFile = (socket) => socket.end('stream: Bad.Thing FOUND\0');
  await portal.rescan();
  const entry = await portal.as('ana').call(getOwnEntry, { params: { entryId } });
  expect(entry.files).toMatchObject([{ id: file.id, hold: 'Refused' }]);
  expect((await portal.open(formFileUrl(file.id), 'edda')).body).toContain('A virus was found');
  const notices = await portal.as('ana').call(listNotifications, { query: {} });
  expect(notices).toMatchObject([{ title: 'A virus was found in fees.txt' }]);
});

test('a picture that cannot be scanned is rejected with a time to retry [OPS-354]', async () => {
  const portal = await portalWith(NOWHERE);
  const answer = await portal.send(studioPicturesPath, await picture(), 'team.png');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '60']);
  expect(answer.body).toContain('try again in a few minutes');
});

test('with CLAMAV_FAIL_OPEN, uploads are served immediately and refused if a virus is found later [OPS-358]', async () => {
  const server = await startClamdServer({ onFile: (socket) => socket.destroy() });
  const portal = await portalWith(server.url, { CLAMAV_FAIL_OPEN: 'true' });
  const file = (await portal.send(studioFilesPath, textFile('x'), 'fees.txt')).json<StudioFile>();
  expect((await portal.send(studioPicturesPath, await picture(), 'team.png')).statusCode).toBe(200);
  const id = await portal.make.document({ file });
  await portal.runJobs();
  expect((await portal.open(documentUrl(id))).statusCode).toBe(200);
  expect(await portal.as('ana').call(getDocumentPreview, { params: { documentId: id } })).toMatchObject({
    kind: 'Text',
  });
  server.behavior.onFile = (socket) => socket.end('stream: Bad.Thing FOUND\0');
  await portal.rescan();
  expect((await portal.open(documentUrl(id))).statusCode).toBe(403);
  expect(await portal.as('ana').call(getDocumentPreview, { params: { documentId: id } })).toEqual({
    kind: 'Held',
    hold: 'Refused',
  });
  expect(await portal.db.selectFrom('file_texts').selectAll().execute()).toEqual([]);
});

test('switching to CLAMAV_FAIL_OPEN releases held files, but no refused ones [OPS-358]', async () => {
  const portal = await portalWith(NOWHERE, { CLAMAV_FAIL_OPEN: 'true' });
  const add = async (name: string, scan: string) => {
    const stream = Readable.from([textFile(name)]);
    const { fileId } = await addFile(portal, { stream, fileName: `${name}.txt` });
    await sql`update files set scan = ${scan} where id = ${fileId}`.execute(portal.db);
    return fileId;
  };
  await add('one', 'Waiting');
  await add('two', 'TooLarge');
  const refused = await add('three', 'Refused');
  await portal.rescan();
  expect(await portal.db.selectFrom('files').select('id').where('scan', 'is not', null).execute()).toEqual([
    { id: refused },
  ]);
});

test('files from before the scanner stay available until they are scanned, after held files [OPS-355]', async () => {
  const scanned: string[] = [];
  const server = await startClamdServer({
    onFile: (socket, bytes) => {
      scanned.push(bytes.toString().slice(-4));
      socket.end(bytes.includes('poor') ? 'strange\0' : 'stream: OK\0');
    },
  });
  const portal = await portalWith(server.url);
  for (const name of ['old1', 'poor', 'old2']) {
    const stream = Readable.from([textFile(name)]);
    await addFile(portal, { stream, fileName: `${name}.txt` });
  }
  const { fileId } = await addFile(portal, { stream: Readable.from([textFile('wait')]), fileName: 'wait.txt' });
  await sql`update files set scan = 'Waiting' where id = ${fileId}`.execute(portal.db);
  await portal.rescan();
  expect(scanned[0]).toBe('wait');
  // A file that the scanner cannot process does not block the others.
  expect(scanned.slice(1).sort()).toEqual(['old1', 'old2', 'poor']);
  const remaining = await portal.db.selectFrom('files').select('scan').where('scanned_at', 'is', null).execute();
  expect(remaining).toEqual([{ scan: null }]);
  expect(portal.parts.scanner!.counts).toEqual({ clean: 3, infected: 0, tooLarge: 0, unavailable: 1 });
});

test('a file too large for the scanner is rejected on upload, and held if it was stored before [OPS-359]', async () => {
  const server = await startClamdServer({ onFile: (socket) => socket.end('INSTREAM size limit exceeded. ERROR\0') });
  const portal = await portalWith(server.url);
  const answer = await portal.send(studioFilesPath, textFile('x'), 'fees.txt');
  expect([answer.statusCode, answer.body]).toEqual([413, expect.stringContaining('virus scanner')]);
  const { fileId } = await addFile(portal, { stream: Readable.from([textFile('wait')]), fileName: 'wait.txt' });
  await sql`update files set scan = 'Waiting' where id = ${fileId}`.execute(portal.db);
  await portal.rescan();
  expect(await portal.as('edda').call(getFileHold, { params: { fileId } })).toMatchObject({ hold: 'TooLarge' });
});

test('uploading the same file again applies the newer verdict [OPS-355]', async () => {
  const server = await startClamdServer({ onFile: (socket) => socket.destroy() });
  const portal = await portalWith(server.url);
  const { fileId } = (await portal.send(studioFilesPath, textFile('x'), 'fees.txt')).json<StudioFile>();
  const hold = () => portal.as('edda').call(getFileHold, { params: { fileId } });
  expect(await hold()).toMatchObject({ hold: 'Waiting' });
  server.behavior.onFile = (socket) => socket.end('stream: OK\0');
  expect((await portal.send(studioFilesPath, textFile('x'), 'other.txt')).json<StudioFile>().fileId).toBe(fileId);
  expect(await hold()).toMatchObject({ hold: null });
  await portal.runJobs();
  expect(await portal.db.selectFrom('file_texts').select('text').execute()).toHaveLength(1);
});
