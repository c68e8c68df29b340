import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { formFilePath } from '@portico/contracts/forms';
import { addFile } from '../../media/files/files.ts';
import { compoundFile, docxFile } from '../../testing/files/officeFiles.ts';
import { pdfFile } from '../../testing/files/pdfFile.ts';
import { listen } from '../../testing/rawHttp.ts';
import { sharedPortal, type TestPortal } from '../../testing/testPortal.ts';
import { MAX_ENTRY_FILES } from './formFiles.ts';
import { FormUploads } from './testing/formUploads.ts';

const shared = sharedPortal({ env: { FORM_FILES_PER_PERSON_BYTES: '400000' } });
const { publishForm, upload, uploaded, rowsOf } = new FormUploads(shared);
const portOf = async (portal: TestPortal['portal']) =>
  portal.server.listening ? (portal.server.address() as AddressInfo).port : listen(portal);

describe('an upload is rejected', () => {
  test('if the field does not accept its format or its content does not match its extension [U1]', async () => {
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
    // No field accepts SVG.
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
      detail: 'The file is damaged and can’t be read. Please save it again and add the new file.',
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

  test("if it exceeds the field's limit, with a readable error and nothing left behind [U4]", async () => {
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

  test('if it is small when sent but huge when unpacked [U4]', async () => {
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
  });

  test('before it has arrived, by its name or size alone, and the connection stays usable', async () => {
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

test('a person can upload at most four files concurrently', async () => {
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
  // An upload counts once its tokens have been checked.
  await expect.poll(() => staged).toHaveBeenCalledTimes(4);
  expect((await upload(formId, 'x')).json()).toMatchObject({ status: 429 });
  await uploaded(formId, 'x', 'a.txt', { who: 'edda' });
  for (const call of slow) call.end();
  expect(await Promise.all(statuses)).toEqual([200, 200, 200, 200]);
  await uploaded(formId, 'x');
});
