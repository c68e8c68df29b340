import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { formFilesPath, submitEntry } from '@portico/contracts/forms';
import { openZip } from '../../../media/zip/zipArchive.ts';
import { formFileKey } from '../../../media/files/files.ts';
import { sharedPortal } from '../../../testing/testPortal.ts';
import { FormUploads } from '../testing/formUploads.ts';

const shared = sharedPortal();
const { publishForm, uploaded, cookieOf, submit } = new FormUploads(shared);

const download = async (formId: string, who: string) =>
  shared().portal.inject({ url: formFilesPath(formId), headers: await cookieOf(who) });

async function unpack(archive: Buffer) {
  const zip = await openZip({
    size: archive.length,
    read: async (start, length) => archive.subarray(start, start + length),
  });
  return async (name: string) => (await zip.unpack(name, 1_000_000)).toString();
}

test('editors download the files of all entries as one archive with a list; what can’t be opened is in the list [FORM-033]', async () => {
  const { clock, db, parts } = shared();
  const formId = await publishForm();
  const one = await uploaded(formId, 'first', 'receipt.txt');
  const two = await uploaded(formId, 'second', 'receipt.txt');
  const { entryId } = await submit(formId, [one.id, two.id]);
  clock.now = new Date(clock.now.getTime() + 1000);
  const held = await uploaded(formId, 'held', 'held.txt');
  const lost = await uploaded(formId, 'lost', '=1+1.txt');
  const later = await submit(formId, [held.id, lost.id]);
  await db.updateTable('form_files').set({ scan: 'Refused' }).where('id', '=', held.id).execute();
  await parts.store.delete(formFileKey(lost.id));
  const answer = await download(formId, 'edda');
  expect(answer.headers).toMatchObject({
    'content-type': 'application/zip',
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringMatching(/^attachment; filename="Request \d{4}-\d\d-\d\d\.zip"/),
  });
  const read = await unpack(answer.rawPayload);
  const list = await read('files.csv');
  const day = clock.now.toISOString().slice(0, 10);
  const folder = `${day} Ana Brandt ${entryId.slice(0, 8)}`;
  const names = [`${folder}/receipt.txt`, `${folder}/receipt (2).txt`];
  expect((await Promise.all(names.map(read))).sort()).toEqual(['first', 'second']);
  for (const name of names) expect(list).toContain(name);
  expect(list).toContain(`${entryId},receipts,\r\n`);
  expect(list).toContain(`${later.entryId},receipts,Refused\r\n`);
  expect(list).toContain(`${later.entryId},receipts,Lost\r\n`);
  await expect(read(`${day} Ana Brandt ${later.entryId.slice(0, 8)}/held.txt`)).rejects.toThrow();
  const trail = await db
    .selectFrom('audit_log')
    .select('action')
    .where('object_id', '=', formId)
    .where('action', '<>', 'form.submitted')
    .execute();
  expect(trail).toEqual([{ action: 'form.files-exported' }]);
});

test('a form without files has an archive with an empty list; others find no archive [FORM-033]', async () => {
  const formId = await publishForm();
  await shared()
    .as('ana')
    .call(submitEntry, { params: { formId }, body: { values: {} } }, { 'idempotency-key': randomUUID() });
  const read = await unpack((await download(formId, 'edda')).rawPayload);
  expect((await read('files.csv')).trim().split('\r\n')).toHaveLength(1);
  for (const who of ['ana', 'nils']) expect((await download(formId, who)).statusCode).toBe(404);
  expect((await download(randomUUID(), 'edda')).statusCode).toBe(404);
  expect((await shared().portal.inject({ url: formFilesPath(formId) })).statusCode).toBe(401);
  const elsewhere = await shared().portal.inject({
    url: formFilesPath(formId),
    headers: { ...(await cookieOf('edda')), 'sec-fetch-site': 'cross-site' },
  });
  expect(elsewhere.statusCode).toBe(403);
});

test('hundreds of files are all in the archive, each once [FORM-033]', async () => {
  const { db, parts } = shared();
  const formId = await publishForm();
  const file = await uploaded(formId, 'same', 'receipt.txt');
  const { entryId } = await submit(formId, [file.id]);
  const ids = Array.from({ length: 450 }, () => randomUUID());
  const row = await db.selectFrom('form_files').selectAll().where('id', '=', file.id).executeTakeFirstOrThrow();
  await db
    .insertInto('form_files')
    .values(ids.map((id, index) => ({ ...row, id, file_name: `${index}.txt` })))
    .execute();
  for (const [index, id] of ids.entries()) await parts.store.put(formFileKey(id), Buffer.from(`content ${index}`));
  const read = await unpack((await download(formId, 'edda')).rawPayload);
  const folder = `${shared().clock.now.toISOString().slice(0, 10)} Ana Brandt ${entryId.slice(0, 8)}`;
  for (const index of [0, 199, 200, 201, 449]) expect(await read(`${folder}/${index}.txt`)).toBe(`content ${index}`);
  expect((await read('files.csv')).trim().split('\r\n')).toHaveLength(1 + 451);
});
