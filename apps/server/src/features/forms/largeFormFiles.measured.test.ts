import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { MAX_FORM_FILE_BYTES } from '@portico/kinds/formFields';
import { formFilePath } from '@portico/contracts/forms';
import type { FormFile } from '@portico/contracts/formValues';
import { ZIP_LIMITS } from '../../media/zip/zipArchive.ts';
import { aForm } from '../../testing/aForm.ts';
import { startChildServer } from '../../testing/processes/childServer.ts';
import { contentMaker } from '../../testing/contentMaker.ts';
import { memoryGrowth } from '../../testing/processes/memoryGrowth.ts';
import { docxFile } from '../../testing/files/officeFiles.ts';
import { testDatabase } from '../../testing/testDatabase.ts';
import { startTestIssuer } from '../../testing/testIssuer.ts';

const MB = 1024 * 1024;
/** Source: TRUST U4. */
const MAX_GROWTH_BYTES = 200 * MB;
const MAX_ANSWER_MS = 10_000;
const ROUNDS = 3;
const PIXELS = { width: 10_000, height: 5000 };

async function setup() {
  const database = await testDatabase();
  const issuer = await startTestIssuer();
  onTestFinished(() => issuer.close());
  const form = aForm({ fields: [{ type: 'FileUpload', alias: 'receipts', label: 'Receipts' }] });
  await contentMaker(database.db, { now: new Date() }).resource({ components: [form] });
  const server = await startChildServer({ databaseUrl: database.url, issuer });
  const { idToken, accessToken } = await issuer.tokens({ sub: 'ana' });
  const tokens = { authorization: `Bearer ${accessToken}`, 'id-token': idToken };
  const upload = async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
    const started = performance.now();
    const answer = await fetch(server.url + formFilePath(form.formId), {
      method: 'POST',
      body: bytes,
      headers: { ...tokens, 'content-type': 'application/octet-stream', 'x-file-name': name, 'x-field': 'receipts' },
    });
    const body = (await answer.json()) as FormFile;
    const ms = performance.now() - started;
    // Frees the quota for the next upload.
    if (answer.ok)
      expect(
        (await fetch(`${server.url}${formFilePath(form.formId)}/${body.id}`, { method: 'DELETE', headers: tokens }))
          .status,
      ).toBe(204);
    return { status: answer.status, ms };
  };
  return { url: server.url, upload };
}

const own = async (picture: Sharp) => new Uint8Array(await picture.toBuffer());

/** Fifty million pixels of noise, rotated and progressive, so that a decoder has to hold the whole picture. */
async function photo(): Promise<Uint8Array<ArrayBuffer>> {
  const small = { width: 500, height: 250, channels: 3 as const };
  const clouds = await sharp({
    create: { ...small, background: '#345', noise: { type: 'gaussian', mean: 128, sigma: 20 } },
  })
    .removeAlpha()
    .raw()
    .toBuffer();
  return own(
    sharp(clouds, { raw: small })
      .resize({ ...PIXELS, fit: 'fill' })
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 80, progressive: true }),
  );
}

test('the largest files, 50-megapixel pictures and zip bombs are handled with bounded memory and time [U4]', async () => {
  const { url, upload } = await setup();
  const bomb = (...more: NonNullable<Parameters<typeof docxFile>[1]>) => new Uint8Array(docxFile('<w:p/>', more));
  const text = Buffer.from('One line of a long list.\n'.repeat(MAX_FORM_FILE_BYTES / 25));
  const files: Array<[name: string, bytes: Uint8Array<ArrayBuffer>, status: number]> = [
    ['long.txt', new Uint8Array(text), 200],
    ['longer.txt', new Uint8Array(Buffer.concat([text, Buffer.from('x')])), 413],
    ['full.docx', bomb({ name: 'word/media/film.bin', data: randomBytes(MAX_FORM_FILE_BYTES - 20_000) }), 200],
    ['turned.jpg', await photo(), 200],
    [
      'interlaced.png',
      await own(sharp({ create: { ...PIXELS, channels: 4, background: '#3a6ea580' } }).png({ progressive: true })),
      200,
    ],
    [
      'larger.png',
      await own(
        sharp({ create: { width: PIXELS.width, height: PIXELS.height + 1, channels: 3, background: '#345' } }).png(),
      ),
      413,
    ],
    ['ratio.docx', bomb({ name: 'word/media/a.bin', data: Buffer.alloc(100 * MB) }), 413],
    [
      'claims.docx',
      bomb({
        name: 'word/media/a.bin',
        data: randomBytes(4 * MB),
        lies: { unpackedBytes: ZIP_LIMITS.unpackedBytes + 1 },
      }),
      413,
    ],
    [
      'entries.docx',
      bomb(...Array.from({ length: ZIP_LIMITS.entries }, (_, index) => ({ name: `word/media/${index}`, data: '' }))),
      413,
    ],
  ];
  expect(
    await upload(
      'first.txt',
      new Uint8Array(Buffer.from('The memory that the first file takes is needed for any file.')),
    ),
  ).toMatchObject({ status: 200 });
  const answers: Array<{ name: string; status: number; ms: number }> = [];
  const growth = await memoryGrowth(url, async () => {
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [name, bytes] of files) answers.push({ name, ...(await upload(name, bytes)) });
  });
  expect(answers.map(({ name, status }) => `${name} ${status}`)).toEqual(
    Array.from({ length: ROUNDS }, () => files.map(([name, , status]) => `${name} ${status}`)).flat(),
  );
  expect(answers.filter(({ ms }) => ms >= MAX_ANSWER_MS)).toEqual([]);
  expect(growth.resident).toBeLessThan(MAX_GROWTH_BYTES);
}, 180_000);
