import sharp from 'sharp';
import { expect, test } from 'vitest';
import { deleteFormFile, formFileUrl, getForm, getOwnEntry, saveEntry, submitEntry } from '@portico/contracts/forms';
import { formFileKey } from '../../media/files/files.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { FormUploads } from './testing/formUploads.ts';

const shared = sharedPortal({ env: { FORM_FILES_PER_PERSON_BYTES: '400000' } });
const { publishForm, uploaded, cookieOf, download, rowsOf, submit } = new FormUploads(shared);

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

test('a file is available to its uploader, and to editors once submitted; each read is in the audit log [FORM-014, A5, U2, L3]', async () => {
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

test('a submitted file can be neither submitted again nor removed; removing an unsubmitted file deletes its bytes', async () => {
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
