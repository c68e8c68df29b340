import { once } from 'node:events';
import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { Agent, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod/mini';
import type { FormField } from '@portico/contracts/formFields';
import {
  deleteFormFile,
  discardSavedEntry,
  formFilePath,
  formFileUrl,
  getForm,
  getOwnEntry,
  saveEntry,
  submitEntry,
  type FormFile,
} from '@portico/contracts/forms';
import { withBackupLock } from '../../backup/backupLock.ts';
import { directUrl } from '../../db/prepareDatabase.ts';
import { Instant, readRows } from '../../db/rows.ts';
import { createDiskStore } from '../../media/store/diskStore.ts';
import { addFile, formFileKey } from '../../media/files/files.ts';
import { aForm } from '../../testing/aForm.ts';
import { compoundFile, docxFile } from '../../testing/files/officeFiles.ts';
import { pdfFile } from '../../testing/files/pdfFile.ts';
import { listen } from '../../testing/rawHttp.ts';
import { sharedPortal, type TestPortal } from '../../testing/testPortal.ts';
import { MAX_ENTRY_FILES } from './formFiles.ts';
import { purgeExpiredFormData } from './forms.jobs.ts';
import { sweepFormFiles } from './sweepFormFiles.ts';

const DAY_MS = 24 * 3_600_000;
const shared = sharedPortal({ env: { FORM_FILES_PER_PERSON_BYTES: '400000' } });
type Upload = Partial<Omit<Extract<FormField, { type: 'FileUpload' }>, 'type'>>;

async function publishForm(field: Upload = {}) {
  const form = aForm({
    fields: [
      { type: 'FileUpload', alias: 'receipts', label: 'Receipts', ...field },
      { type: 'FileUpload', alias: 'other', label: 'Other' },
    ],
  });
  await shared().make.resource({ components: [form] });
  return form.formId;
}

async function upload(
  formId: string,
  bytes: Uint8Array | string,
  name = 'receipt.txt',
  { who = 'ana', field = 'receipts', headers = {} as Record<string, string> } = {},
) {
  return shared().portal.inject({
    method: 'POST',
    url: formFilePath(formId),
    payload: Buffer.from(bytes as string),
    headers: {
      ...(await shared().as(who).headers()),
      'content-type': 'application/octet-stream',
      'x-file-name': encodeURIComponent(name),
      'x-field': field,
      ...headers,
    },
  });
}
const uploaded = async (...given: Parameters<typeof upload>): Promise<FormFile> => {
  const answer = await upload(...given);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<FormFile>();
};
const cookieOf = async (who: string) => {
  const { authorization = '', 'id-token': idToken } = await shared().as(who).headers();
  return { cookie: `id_token=${idToken}; access_token=${authorization.slice('Bearer '.length)}` };
};
const download = async (who: string, fileId: string, method: 'GET' | 'HEAD' = 'GET') =>
  shared().portal.inject({ method, url: formFileUrl(fileId), headers: await cookieOf(who) });
const portOf = async (portal: TestPortal['portal']) =>
  portal.server.listening ? (portal.server.address() as AddressInfo).port : listen(portal);
const rowsOf = (formId: string) =>
  shared().db.selectFrom('form_files').selectAll().where('form_id', '=', formId).execute();
const submit = (formId: string, receipts: string[], who = 'ana') =>
  shared()
    .as(who)
    .call(submitEntry, { params: { formId }, body: { values: { receipts } } });

test('an uploaded file belongs to the entry it was submitted with and downloads unchanged [U2]', async () => {
  const formId = await publishForm();
  const file = await uploaded(formId, 'Dinner, 84.20', 'Receipt – café.txt');
  expect(file).toEqual({ id: file.id, fileName: 'Receipt – café.txt', bytes: 13, format: 'TXT' });
  const saved = await shared()
    .as('ana')
    .call(saveEntry, { params: { formId }, body: { values: { receipts: [file.id] }, formVersion: 1, version: 0 } });
  expect(saved.result).toBe('Saved');
  expect((await shared().as('ana').call(getForm, { params: { formId } })).saved?.files).toEqual([file]);
  const { entryId } = await submit(formId, [file.id]);
  expect(await shared().as('ana').call(getOwnEntry, { params: { entryId } })).toMatchObject({
    values: { receipts: [file.id] },
    files: [file],
  });
  const answer = await download('ana', file.id);
  expect(answer.body).toBe('Dinner, 84.20');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-length': '13',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-disposition': `attachment; filename="Receipt _ cafe.txt"; filename*=UTF-8''Receipt%20%E2%80%93%20caf%C3%A9.txt`,
  });
  expect(answer.headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox$/);
  expect((await download('ana', file.id, 'HEAD')).body).toBe('');
});

test('a file is for its uploader, and for editors once submitted; each read is in the audit log [FORM-014, A5, U2, L3]', async () => {
  const formId = await publishForm();
  const file = await uploaded(formId, 'private');
  expect(
    [await download('nils', file.id), await download('edda', file.id)].map(({ statusCode }) => statusCode),
  ).toEqual([404, 404]);
  expect((await shared().portal.inject({ url: formFileUrl(file.id) })).statusCode).toBe(401);
  expect(
    (
      await shared().portal.inject({
        url: formFileUrl(file.id),
        headers: { ...(await cookieOf('ana')), 'sec-fetch-site': 'cross-site' },
      })
    ).statusCode,
  ).toBe(403);
  for (const who of ['nils', 'edda'])
    expect(
      await shared()
        .as(who)
        .fail(deleteFormFile, { params: { formId, fileId: file.id } }),
    ).toMatchObject({ status: 404 });
  expect(
    await shared()
      .as('nils')
      .fail(submitEntry, { params: { formId }, body: { values: { receipts: [file.id] } } }),
  ).toMatchObject({ issues: [{ path: 'values.receipts' }] });
  const { entryId } = await submit(formId, [file.id]);
  expect((await download('nils', file.id)).statusCode).toBe(404);
  expect((await download('edda', file.id)).body).toBe('private');
  const trail = await shared()
    .db.selectFrom('audit_log')
    .select(['action', 'details'])
    .where('object_id', '=', formId)
    .orderBy('id')
    .execute();
  expect(trail).toEqual([
    { action: 'form.submitted', details: { entryId, version: 1 } },
    { action: 'form.file-downloaded', details: { fileId: file.id, entryId, isOwn: false } },
  ]);
  expect(JSON.stringify(shared().logged)).not.toContain('receipt.txt');
});

test('a submitted file can be neither submitted again nor removed; a removed one is deleted with its bytes', async () => {
  const { store, as } = shared();
  const formId = await publishForm();
  const [sent, unsent] = [await uploaded(formId, 'sent'), await uploaded(formId, 'unsent')];
  await submit(formId, [sent.id]);
  expect(await as('ana').fail(deleteFormFile, { params: { formId, fileId: sent.id } })).toMatchObject({ status: 404 });
  expect(
    await as('ana').fail(submitEntry, { params: { formId }, body: { values: { receipts: [sent.id, unsent.id] } } }),
  ).toMatchObject({ issues: [{ path: 'values.receipts' }] });
  await as('ana').call(deleteFormFile, { params: { formId, fileId: unsent.id } });
  expect([await store.has(formFileKey(sent.id)), await store.has(formFileKey(unsent.id))]).toEqual([true, false]);
  expect(await rowsOf(formId)).toHaveLength(1);
});

test('a file uploaded for another field, form or limit must be added again', async () => {
  const { as } = shared();
  const [formId, elsewhere] = [await publishForm({ maxBytes: 10, formats: ['TXT'] }), await publishForm()];
  const wrong = [await uploaded(formId, 'x', 'a.txt', { field: 'other' }), await uploaded(elsewhere, 'x')];
  for (const { id } of wrong)
    expect(
      await as('ana').fail(submitEntry, { params: { formId }, body: { values: { receipts: [id] } } }),
    ).toMatchObject({ issues: [{ path: 'values.receipts' }] });
  const { id } = await uploaded(formId, 'x'.repeat(10));
  await shared().db.updateTable('form_files').set({ bytes: 11 }).where('id', '=', id).execute();
  expect(await as('ana').fail(submitEntry, { params: { formId }, body: { values: { receipts: [id] } } })).toMatchObject(
    { status: 400 },
  );
  await shared().db.updateTable('form_files').set({ bytes: 10, format: 'PDF' }).where('id', '=', id).execute();
  expect(await as('ana').fail(submitEntry, { params: { formId }, body: { values: { receipts: [id] } } })).toMatchObject(
    { status: 400 },
  );
  await shared().db.updateTable('form_files').set({ format: 'TXT' }).where('id', '=', id).execute();
  await submit(formId, [id]);
});

test('when two entries submit one file concurrently, one succeeds and the other is rejected as a whole', async () => {
  const formId = await publishForm();
  const file = await uploaded(formId, 'requested twice');
  const sent = await Promise.allSettled(
    ['a', 'b'].map((key) =>
      shared()
        .as('ana')
        .call(
          submitEntry,
          { params: { formId }, body: { values: { receipts: [file.id] } } },
          { 'idempotency-key': key },
        ),
    ),
  );
  expect(sent.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(
    await shared().db.selectFrom('form_entries').select('id').where('form_id', '=', formId).execute(),
  ).toHaveLength(1);
});

describe('an upload is rejected', () => {
  test('if the field does not accept its format or its content differs from its name [U1]', async () => {
    const formId = await publishForm({ formats: ['PDF', 'TXT'] });
    const hostile: Array<[Uint8Array | string, string, number]> = [
      ['a,b', 'a.csv', 415],
      [docxFile('<w:p/>'), 'a.docx', 415],
      ['<svg onload=alert(1)>', 'a.svg', 415],
      ['<!doctype html><script>', 'a.pdf', 415],
      ['<html>', 'a.txt', 415],
      ['MZ\x90\0', 'a.exe', 415],
      ['x', 'a.pdf.txt', 400],
      ['x', '.txt', 400],
      ['x', 'a\0.txt', 400],
      ['x', 'a.txt ', 400],
      ['x', 'noending', 400],
      ['', 'a.txt', 400],
    ];
    for (const [bytes, name, status] of hostile)
      expect((await upload(formId, bytes, name)).statusCode, name).toBe(status);
    // Drawings are not among what any field takes.
    expect(
      (await upload(formId, '<svg xmlns="http://www.w3.org/2000/svg"/>', 'a.svg', { field: 'other' })).statusCode,
    ).toBe(415);
    await uploaded(formId, pdfFile(['x']), 'a.pdf');
    await uploaded(formId, docxFile('<w:p/>'), 'a.docx', { field: 'other' });
    expect((await uploaded(formId, 'x', '../../etc/\u202eexe.cod.txt')).fileName).toBe('exe.cod.txt');
  });

  test('if it is damaged or encrypted, with the reason [FILE-001]', async () => {
    const formId = await publishForm();
    const outcome = async (bytes: Uint8Array, name: string) =>
      (await upload(formId, bytes, name)).json<{ status: number; detail: string }>();
    expect(await outcome(pdfFile(['x']).subarray(0, 40), 'half.pdf')).toMatchObject({
      status: 400,
      detail: 'The file is damaged and cannot be read. Please save it again and add the new file.',
    });
    expect(await outcome(compoundFile(['EncryptionInfo', 'EncryptedPackage']), 'locked.xlsx')).toMatchObject({
      status: 400,
      detail: 'The file is encrypted. Please remove its password and add it again.',
    });
    expect(await rowsOf(formId)).toEqual([]);
    expect(await shared().store.clearStage(new Date(Date.now() + 1000))).toBe(0);
  });

  test('without a field or a valid name [D1]', async () => {
    const formId = await publishForm();
    for (const field of ['elsewhere', 'a b', '__proto__', ''])
      expect((await upload(formId, 'x', 'a.txt', { field })).statusCode, field).toBe(400);
    for (const name of ['', '%', '%zz', '%ed%a0%80', 'x'.repeat(1501)])
      expect((await upload(formId, 'x', 'a.txt', { headers: { 'x-file-name': name } })).statusCode, name).toBe(400);
    expect((await upload('not-an-id', 'x')).statusCode).toBe(400);
    expect((await upload('00000000-0000-4000-8000-000000000000', 'x')).statusCode).toBe(404);
    expect((await shared().portal.inject({ method: 'POST', url: formFilePath(formId), payload: 'x' })).statusCode).toBe(
      401,
    );
  });

  test("if it exceeds the field's limit, with a readable answer and nothing left behind [U4]", async () => {
    const { portal, as, store } = shared();
    const formId = await publishForm({ maxBytes: 1000 });
    expect((await upload(formId, 'x'.repeat(1001))).json()).toMatchObject({
      status: 413,
      code: 'payload_too_large',
      detail: 'A file can be at most 1,000 bytes.',
    });
    await uploaded(formId, 'x'.repeat(1000));
    const port = await portOf(portal);
    const headers = {
      ...(await as('ana').headers()),
      'content-type': 'text/plain',
      'x-file-name': 'a.txt',
      'x-field': 'receipts',
    };
    const unsized = await fetch(`http://127.0.0.1:${port}${formFilePath(formId)}`, {
      method: 'POST',
      headers,
      body: Readable.toWeb(Readable.from(['x'.repeat(900), 'x'.repeat(900)])) as never,
      duplex: 'half',
    } as never);
    expect([unsized.status, ((await unsized.json()) as { code: string }).code]).toEqual([413, 'payload_too_large']);
    expect(await store.clearStage(new Date(Date.now() + 1000))).toBe(0);
  });

  test('if it is small when sent and huge when unpacked [U4]', async () => {
    const formId = await publishForm();
    const drawing = await sharp({
      create: { width: 10_000, height: 5001, channels: 3, background: '#345' },
      limitInputPixels: false,
    })
      .png({ palette: true, colours: 2 })
      .toBuffer();
    const bomb = docxFile('<w:p/>', [{ name: 'b', data: Buffer.alloc(11 * 1024 * 1024) }]);
    expect(Math.max(drawing.length, bomb.length)).toBeLessThan(100_000);
    expect((await upload(formId, drawing, 'a.png')).json()).toMatchObject({ status: 413, code: 'payload_too_large' });
    expect((await upload(formId, bomb, 'a.docx')).json()).toMatchObject({ status: 413, code: 'payload_too_large' });
    expect(await rowsOf(formId)).toEqual([]);
    expect(await shared().store.clearStage(new Date(Date.now() + 1000))).toBe(0);
  }, 60_000);

  test('before it has arrived, by its name or size alone, and the sender may continue', async () => {
    const { portal, as } = shared();
    const formId = await publishForm({ maxBytes: 1000 });
    const port = await portOf(portal);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    onTestFinished(() => agent.destroy());
    const signedIn = await as('ana').headers();
    const post = (name: string, bytes: number) =>
      new Promise<number | undefined>((done, fail) => {
        const headers = {
          ...signedIn,
          'x-file-name': name,
          'x-field': 'receipts',
          'content-type': 'text/plain',
          'content-length': bytes,
        };
        request({ port, agent, method: 'POST', path: formFilePath(formId), headers }, (answer) =>
          answer.resume().once('end', () => done(answer.statusCode)),
        )
          .once('error', fail)
          .end(Buffer.alloc(bytes, 97));
      });
    expect([await post('a.txt', 20_000_000), await post('a.exe', 900), await post('a.txt', 1000)]).toEqual([
      413, 415, 200,
    ]);
  });
});

test('camera metadata is removed from pictures [U5]', async () => {
  const formId = await publishForm();
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#345' } })
    .withExif({ IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
    .jpeg()
    .toBuffer();
  const file = await uploaded(formId, photo, 'a.jpg');
  const { rawPayload } = await download('ana', file.id);
  const { exif, width, height } = await sharp(rawPayload).metadata();
  expect([exif, width, height, rawPayload.length]).toEqual([undefined, 40, 30, file.bytes]);
});

test('quotas per person and per entry are exact under concurrent uploads [U6]', async () => {
  const formId = await publishForm();
  const answers = [];
  for (let batch = 0; batch < 4; batch += 1)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: 4 }, () => upload(formId, 'x'.repeat(30_000), 'a.txt', { who: 'cora' })),
      )),
    );
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array<number>(13).fill(200), 507, 507, 507]);
  await uploaded(formId, 'x'.repeat(10_000), 'a.txt', { who: 'cora' });
  expect((await upload(formId, 'x', 'a.txt', { who: 'cora' })).statusCode).toBe(507);
  const others = await publishForm();
  for (let index = 0; index < MAX_ENTRY_FILES; index += 1) await uploaded(others, 'x', 'a.txt', { who: 'nils' });
  expect((await upload(others, 'x', 'a.txt', { who: 'nils' })).json()).toMatchObject({ status: 409 });
});

test('files of forms and documents share one quota [U6]', async () => {
  const { db, store } = shared();
  const used = (await db.selectFrom('form_files').select('bytes').execute()).reduce((sum, { bytes }) => sum + bytes, 0);
  const add = (text: string, quotaBytes: number) =>
    addFile({ db, store, quotaBytes }, { stream: Readable.from([Buffer.from(text)]), fileName: 'a.txt' });
  await expect(add('12345', used + 4)).rejects.toMatchObject({ code: 'insufficient_storage' });
  expect(await add('12345', used + 5)).toMatchObject({ bytes: 5 });
});

test('a person can upload at most four files at a time', async () => {
  const { portal, parts, as } = shared();
  const formId = await publishForm();
  const port = await portOf(portal);
  const staged = vi.spyOn(parts.store, 'stage');
  const headers = {
    ...(await as('ana').headers()),
    'x-file-name': 'a.txt',
    'x-field': 'receipts',
    expect: '100-continue',
  };
  const slow = Array.from({ length: 4 }, () => request({ port, method: 'POST', path: formFilePath(formId), headers }));
  const statuses = slow.map(
    async (call) => ((await once(call, 'response')) as [IncomingMessage])[0].resume().statusCode,
  );
  await Promise.all(
    slow.map(async (call) => {
      call.flushHeaders();
      await once(call, 'continue');
      call.write('x');
    }),
  );
  // They count from the check of their tokens on.
  await vi.waitFor(() => expect(staged).toHaveBeenCalledTimes(4), 20_000);
  expect((await upload(formId, 'x')).json()).toMatchObject({ status: 429 });
  await uploaded(formId, 'x', 'a.txt', { who: 'edda' });
  for (const call of slow) call.end();
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
  await uploaded(formId, 'x');
});

describe('an unused file', () => {
  const tidyAt = (ms: number) =>
    purgeExpiredFormData({}, { ...shared().parts, now: () => new Date(shared().clock.now.getTime() + ms) });

  test('is deleted with its bytes after a day; one in a saved or submitted entry stays', async () => {
    const formId = await publishForm();
    const [sent, saved, unused] = [
      await uploaded(formId, 'sent'),
      await uploaded(formId, 'saved'),
      await uploaded(formId, 'unused'),
    ];
    await submit(formId, [sent.id]);
    await shared()
      .as('ana')
      .call(saveEntry, { params: { formId }, body: { values: { receipts: [saved.id] }, formVersion: 1, version: 0 } });
    await tidyAt(DAY_MS);
    expect(await rowsOf(formId)).toHaveLength(3);
    await tidyAt(DAY_MS + 1);
    expect((await rowsOf(formId)).map(({ id }) => id).sort()).toEqual([sent.id, saved.id].sort());
    expect(await Promise.all([sent, saved, unused].map(({ id }) => shared().store.has(formFileKey(id))))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('stays while a backup runs, and is deleted an hour later [OPS-438]', async () => {
    const { db, parts, runJobs } = shared();
    const formId = await publishForm();
    const { id } = await uploaded(formId, 'unused');
    await withBackupLock(directUrl(parts.config), () => tidyAt(DAY_MS + 1));
    expect(await rowsOf(formId)).toHaveLength(1);
    const [again] = await readRows(
      db,
      z.object({ at: Instant }),
      sql`select run_at as at from graphile_worker.jobs where key = 'purge-expired-form-data-again'`,
    );
    expect(new Date(again!.at).getTime() - shared().clock.now.getTime()).toBe(DAY_MS + 1 + 3_600_000);
    await sql`update form_files set unused_since = unused_since - interval '2 days' where id = ${id}`.execute(db);
    await sql`update graphile_worker._private_jobs set run_at = now() where key = 'purge-expired-form-data-again'`.execute(
      db,
    );
    await runJobs();
    expect(await rowsOf(formId)).toEqual([]);
    expect(await shared().store.has(formFileKey(id))).toBe(false);
  });

  test('can be restored for a day after its saved entry was discarded', async () => {
    const { as, clock } = shared();
    const formId = await publishForm();
    const file = await uploaded(formId, 'kept');
    await as('ana').call(saveEntry, {
      params: { formId },
      body: { values: { receipts: [file.id] }, formVersion: 1, version: 0 },
    });
    const before = clock.now;
    clock.now = new Date(before.getTime() + 5 * DAY_MS);
    await as('ana').call(discardSavedEntry, { params: { formId } });
    await tidyAt(DAY_MS - 1);
    await as('ana').call(saveEntry, {
      params: { formId },
      body: { values: { receipts: [file.id] }, formVersion: 1, version: 0 },
    });
    await tidyAt(3 * DAY_MS);
    expect((await as('ana').call(getForm, { params: { formId } })).saved?.files).toEqual([file]);
    await as('ana').call(discardSavedEntry, { params: { formId } });
    await tidyAt(DAY_MS + 1);
    expect(await rowsOf(formId)).toEqual([]);
    clock.now = before;
  });
});

test('only an object without a row is deleted after a day [U7]', async () => {
  const { db, clock } = shared();
  const folder = await mkdtemp(join(tmpdir(), 'portico-form-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const store = createDiskStore(folder);
  const { id } = await uploaded(await publishForm(), 'kept');
  const keys = [formFileKey(id), formFileKey('aaaaaaaa-0000-4000-8000-000000000000'), 'forms/aa/not-an-id'];
  for (const key of keys) await store.put(key, Buffer.from('x'));
  await sweepFormFiles({ db, store }, clock.now);
  expect(await Promise.all(keys.map((key) => store.has(key)))).toEqual([true, true, true]);
  const old = new Date(Date.now() - DAY_MS - 1000);
  for (const key of keys) await utimes(join(folder, key), old, old);
  await sweepFormFiles({ db, store }, clock.now);
  expect(await Promise.all(keys.map((key) => store.has(key)))).toEqual([true, false, false]);
});
