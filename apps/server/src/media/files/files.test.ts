import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { MAX_FILE_BYTES } from '@portico/kinds/media';
import { compoundFile } from '../../testing/files/officeFiles.ts';
import { openDocumentFile } from '../../testing/files/openDocumentFile.ts';
import { testDatabase } from '../../testing/testDatabase.ts';
import { openOffice } from '../reading/officePackage.ts';
import { createDiskStore } from '../store/diskStore.ts';
import { addFile, fileKey } from './files.ts';

async function archive(quotaBytes?: number) {
  const folder = await mkdtemp(join(tmpdir(), 'portico-files-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { db } = await testDatabase();
  const store = createDiskStore(join(folder, 'files'));
  const parts = { db, store, quotaBytes };
  return {
    db,
    store,
    folder,
    rows: () => db.selectFrom('files').selectAll().execute(),
    add: (bytes: Uint8Array | string, fileName: string) =>
      addFile(parts, { stream: Readable.from([Buffer.from(bytes as string)]), fileName }),
    addPath: (path: string, fileName: string) => addFile(parts, { path, fileName }),
  };
}

test('a file is stored unchanged with a row that describes it, and is queued for reading', async () => {
  const { add, rows, store, db } = await archive();
  const stored = await add('name,amount\nAna,12\n', 'Fees 2026.csv');
  expect(stored).toEqual({ fileId: stored.fileId, format: 'CSV', bytes: 19, fileName: 'Fees 2026.csv' });
  const [row] = await rows();
  expect(row).toMatchObject({
    id: stored.fileId,
    bytes: 19,
    format: 'CSV',
    media_type: 'text/csv; charset=utf-8',
    state: 'Pending',
    pages: null,
  });
  const object = await store.open(fileKey(row!.sha256));
  expect((await buffer(object!.stream)).toString()).toBe('name,amount\nAna,12\n');
  expect(
    await db
      .selectFrom('graphile_worker.jobs' as never)
      .select(['task_identifier' as never])
      .execute(),
  ).toEqual([{ task_identifier: 'read-file' }]);
});

test("a file can be added from a path, and a missing path is the caller's error", async () => {
  const { addPath, folder } = await archive();
  await writeFile(join(folder, 'one.txt'), 'Hello');
  expect(await addPath(join(folder, 'one.txt'), 'one.txt')).toMatchObject({ format: 'TXT', bytes: 5 });
  await expect(addPath(join(folder, 'two.txt'), 'two.txt')).rejects.toMatchObject({ code: 'ENOENT' });
});

test('the same file is the same row, even if ten people add it concurrently; another format is another row', async () => {
  const { add, rows } = await archive();
  const added = await Promise.all(Array.from({ length: 10 }, (_, index) => add('a,b\n1,2\n', `Copy ${index}.csv`)));
  expect(new Set(added.map(({ fileId }) => fileId)).size).toBe(1);
  expect(await rows()).toHaveLength(1);
  expect((await add('a,b\n1,2\n', 'Copy.txt')).fileId).not.toBe(added[0]!.fileId);
});

test('50 MB are accepted; one byte more is rejected and leaves nothing behind [U4]', async () => {
  const { add, rows, store } = await archive();
  await expect(add(Buffer.alloc(MAX_FILE_BYTES + 1, 'a'), 'large.txt')).rejects.toMatchObject({
    code: 'payload_too_large',
  });
  expect(await rows()).toEqual([]);
  expect(await store.clearStage(new Date(Date.now() + 1000))).toBe(0);
  expect(await add(Buffer.alloc(MAX_FILE_BYTES, 'a'), 'large.txt')).toMatchObject({ bytes: MAX_FILE_BYTES });
  await expect(add('', 'empty.txt')).rejects.toMatchObject({ code: 'invalid_input' });
});

test('the quota is exact with concurrent uploads, and adding an existing file again takes no space [U6]', async () => {
  const { add, rows } = await archive(500);
  // As many as there are connections: more would wait for one, and a busy machine could reject them.
  const results = await Promise.allSettled(
    Array.from({ length: 10 }, (_, index) => add(String(index).padStart(100, 'x'), `${index}.txt`)),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  for (const result of results)
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'insufficient_storage' });
  const kept = results.findIndex(({ status }) => status === 'fulfilled');
  await add(String(kept).padStart(100, 'x'), 'again.txt');
  await expect(add('y', 'y.txt')).rejects.toMatchObject({ code: 'insufficient_storage' });
  expect((await rows()).reduce((sum, { bytes }) => sum + bytes, 0)).toBe(500);
});

test('OpenDocument and RTF files are recognized by their content, and those with macros are rejected [FILE-075]', async () => {
  const { add } = await archive();
  expect((await add(openDocumentFile('ODS', ''), 'Fees.ods')).format).toBe('ODS');
  expect((await add('{\\rtf1\\ansi Fees}', 'Fees.rtf')).format).toBe('RTF');
  await expect(add(openDocumentFile('ODT', ''), 'Fees.ods')).rejects.toThrow('its content is something else');
  await expect(add('Fees', 'Fees.rtf')).rejects.toThrow('its content is something else');
  const macros = openDocumentFile('ODT', '', { more: [{ name: 'Basic/Standard/Module1.xml', data: '<x/>' }] });
  await expect(add(macros, 'Fees.odt')).rejects.toThrow('macros');
});

test.for([
  ['Fees.doc', 'DOCX'],
  ['Fees.XLS', 'XLSX'],
  ['Fees.ppt', 'PPTX'],
])('a file of the old kind %s is rejected with the advice to save it as %s [FILE-076]', async ([fileName, format]) => {
  const { add } = await archive();
  await expect(add('x', fileName!)).rejects.toThrow(`Please save the file as ${format} and add that.`);
});

test.for([
  ['of Word', ['EncryptionInfo', 'EncryptedPackage', 'Version'], 'Root Entry'],
  ['with entries in capitals', ['ENCRYPTIONINFO', 'ENCRYPTEDPACKAGE', 'VERSION'], 'ROOT ENTRY'],
  ['whose root has no name', ['EncryptedPackage', 'EncryptionInfo'], ''],
] as const)(
  'a file with a password %s is accepted, and recognized as protected [FILE-087]',
  async ([, names, root]) => {
    const bytes = compoundFile([...names], root);
    const { add } = await archive();
    expect(await add(bytes, 'plan.docx')).toMatchObject({ format: 'DOCX' });
    const source = {
      size: bytes.length,
      read: async (start: number, length: number) => bytes.subarray(start, start + length),
    };
    await expect(openOffice(source)).rejects.toMatchObject({ failure: 'Protected' });
    await expect(add(compoundFile([...names, 'VBA'], root), 'macros.docx')).rejects.toMatchObject({
      code: 'unsupported_media_type',
    });
  },
);

test.for([
  ['Workbook', 'rates.xlsx', '.xls', 'XLSX'],
  ['Book', 'older rates.xlsx', '.xls', 'XLSX'],
  ['WordDocument', 'letter.docx', '.doc', 'DOCX'],
  ['PowerPoint Document', 'slides.pptx', '.ppt', 'PPTX'],
] as const)(
  'an old file with the entry %s that was renamed to %s is rejected with what it is [FILE-083]',
  async ([entry, fileName, extension, format]) => {
    const { add } = await archive();
    await expect(add(compoundFile([entry, 'SummaryInformation']), fileName)).rejects.toThrow(
      `This is a ${extension} file with the name of a newer one. Open it and save it as ${format}, then try again.`,
    );
  },
);
