import { Readable } from 'node:stream';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { getDocument } from '@portico/contracts/documents';
import { searchPortal } from '@portico/contracts/search';
import { addFile } from '../files/files.ts';
import { addJob } from '../../jobs/queue.ts';
import { testPortal, type TestPortal } from '../../testing/testPortal.ts';
import { recognitionTimes } from './recognizeFiles.ts';
import { scannedPdf, writtenText } from './testing/scannedPdf.ts';

const pages = [
  [['Beneficiary change for Penelope Quist', 'Signed in the Albany branch']],
  [['Addendum about the lighthouse trust', 'Nothing else was agreed']],
];

/** A published document with this file, after the file has been read. */
async function documentOf({ db, store, make, runJobs }: TestPortal, bytes: Buffer, fileName: string): Promise<string> {
  const file = await addFile({ db, store }, { stream: Readable.from([bytes]), fileName });
  const documentId = await make.document({ header: 'A file', file });
  await runJobs();
  return documentId;
}

test('words of a scan are found by page once they are recognized, and the document says how [FILE-082, DOCS-016]', async () => {
  const portal = await testPortal();
  const { as, db, runJobs } = portal;
  const documentId = await documentOf(portal, await scannedPdf(pages), 'scan.pdf');
  const find = async (term: string) => (await as('ana').call(searchPortal, { query: { term } })).documents.results;
  const read = () => as('ana').call(getDocument, { params: { documentId }, query: {} });
  expect([await find('lighthouse'), (await read()).hasNoWords]).toEqual([[], true]);
  await addJob(db, 'recognize-files', {});
  await runJobs();
  expect(await find('lighthouse trust')).toMatchObject([{ id: documentId, page: 2 }]);
  expect(await find('Penelope Quist')).toMatchObject([{ id: documentId, page: 1 }]);
  expect(await read()).toMatchObject({ isRecognized: true });
  expect((await read()).hasNoWords).toBeUndefined();
});

test('recognition goes on after the last stored page and does not repeat one [FILE-082]', async () => {
  const portal = await testPortal();
  const { db, runJobs } = portal;
  await documentOf(portal, await scannedPdf(pages), 'scan.pdf');
  await db.updateTable('files').set({ recognized_pages: 1 }).where('recognition', '=', 'Wanted').execute();
  await addJob(db, 'recognize-files', {});
  await runJobs();
  const stored = await db.selectFrom('file_texts').select('page').execute();
  expect(stored).toEqual([{ page: 2 }]);
});

test('words of a picture are found once they are recognized [FILE-082]', async () => {
  const portal = await testPortal();
  const { as, db, runJobs } = portal;
  const board = sharp({ create: { width: 1000, height: 300, channels: 3, background: '#fff' } })
    .composite([{ input: writtenText('Whiteboard of the marmalade meeting'), left: 60, top: 90 }])
    .png();
  await documentOf(portal, await board.toBuffer(), 'board.png');
  await addJob(db, 'recognize-files', {});
  await runJobs();
  const found = await as('ana').call(searchPortal, { query: { term: 'marmalade' } });
  expect(found.documents.totalResultCount).toBe(1);
});

test('text is recognized only where the operator turned it on [FILE-082]', () => {
  expect(recognitionTimes({ OCR: false })).toEqual([]);
  expect(recognitionTimes({ OCR: true })).toMatchObject([{ task: 'recognize-files' }]);
});
