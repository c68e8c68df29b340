import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { HOUR_MS } from '@portico/contracts/durations';
import { getDocument, getDocumentPreview, listDocuments } from '@portico/contracts/documents';
import { getFileHold } from '@portico/contracts/studio/pickers';
import { listStudioItems } from '@portico/contracts/studio/studio';
import { documentFormats } from '@portico/kinds/media';
import { docxFile } from '../../testing/files/officeFiles.ts';
import { pdfFile, pdfScan } from '../../testing/files/pdfFile.ts';
import { sharedPortal, testPortal, type TestPortal } from '../../testing/testPortal.ts';
import { publish } from '../../content/publication.ts';
import { addFile } from '../../media/files/files.ts';

/** Without documents, for queries whose results do not matter. */
const shared = sharedPortal();

const headers = (page: { items: Array<{ header: string }> }) => page.items.map((item) => item.header);
const added = ({ db, store }: TestPortal, bytes: Uint8Array | string, fileName: string) =>
  addFile({ db, store }, { stream: Readable.from([Buffer.from(bytes as string)]), fileName });

test('documents are listed newest first, in pages, with everything that a card shows [DOCS-003]', async () => {
  const portal = await testPortal();
  const { as, make } = portal;
  for (let i = 1; i <= 13; i += 1) await make.document({ header: `Document ${i}`, text: `Text ${i}` });
  const file = await added(
    portal,
    pdfFile(['The first page of the guide', 'The second page of the guide']),
    'Rollover guide.pdf',
  );
  const id = await make.document({
    header: 'Guide',
    description: 'How to.',
    categories: ['Retirement'],
    department: 'Planning',
    file,
  });
  await portal.runJobs();
  const first = await as('ana').call(listDocuments, { query: {} });
  expect(first).toMatchObject({ page: 1, pageSize: 12, total: 14 });
  expect(headers(first)).toEqual(['Guide', ...Array.from({ length: 11 }, (_, index) => `Document ${13 - index}`)]);
  const { publishedAt } = first.items[0]!;
  expect(first.items[0]).toEqual({
    id,
    header: 'Guide',
    description: 'How to.',
    categories: ['Retirement'],
    publishedAt,
    department: 'Planning',
    fileName: 'Rollover guide.pdf',
    format: 'PDF',
    bytes: file.bytes,
    pages: 2,
  });
  expect(await as('ana').call(getDocument, { params: { documentId: id }, query: {} })).toEqual({
    ...first.items[0],
    fileDigits: expect.stringMatching(/^[0-9a-f]{16}$/),
  });
  expect(headers(await as('ana').call(listDocuments, { query: { page: '2' } }))).toEqual(['Document 2', 'Document 1']);
  expect(await as('ana').call(listDocuments, { query: { page: '3' } })).toMatchObject({ items: [], total: 14 });
});

test('a PDF of pictures says that search can’t find words in it, to readers and editors [DOCS-014]', async () => {
  const portal = await testPortal();
  const { as, make } = portal;
  const files = {
    scan: await added(portal, pdfScan(), 'scan.pdf'),
    stamped: await added(portal, pdfScan('Page 12 of 30'), 'stamped.pdf'),
    letter: await added(portal, pdfFile(['Dear client, your statement has moved.']), 'letter.pdf'),
    text: await added(portal, 'x', 'short.txt'),
  };
  const without = async () => {
    const [{ items }, listed] = [
      await as('ana').call(listDocuments, { query: {} }),
      await as('edda').call(listStudioItems, { query: { kind: 'document' } }),
    ];
    return [
      items
        .filter((item) => item.hasNoWords)
        .map(({ header }) => header)
        .sort(),
      listed.items
        .filter((item) => item.hasNoWords)
        .map(({ title }) => title)
        .sort(),
    ];
  };
  for (const [header, file] of Object.entries(files)) await make.document({ header, file });
  expect(await without(), 'before they are read').toEqual([[], []]);
  const wordsOf = async (file: { fileId: string }) =>
    (await as('edda').call(getFileHold, { params: { fileId: file.fileId } })).hasNoWords;
  expect(await wordsOf(files.scan)).toBeNull();
  await portal.runJobs();
  expect(await without()).toEqual([
    ['scan', 'stamped'],
    ['scan', 'stamped'],
  ]);
  expect([await wordsOf(files.scan), await wordsOf(files.letter)]).toEqual([true, false]);
});

test('documents are sorted by date, title or size and narrowed by format, category, department and date', async () => {
  const portal = await testPortal({ now: new Date('2026-03-10T12:00:00Z') });
  const { as, make } = portal;
  await make.document({
    header: 'beta',
    text: 'xx',
    categories: ['Tax'],
    department: 'Planning',
    publishedAt: '2026-03-01T00:00:00Z',
  });
  await make.document({
    header: 'Alpha',
    text: 'xxxx',
    categories: ['Tax', 'Audit'],
    department: 'Operations',
    publishedAt: '2026-03-02T00:00:00Z',
  });
  await make.document({
    header: 'Gamma',
    text: 'a,b',
    fileName: 'g.csv',
    categories: ['Audit'],
    publishedAt: '2026-03-03T00:00:00Z',
  });
  await make.asset({ header: 'Captions', text: 'WEBVTT\n', fileName: 'c.vtt' });
  const list = async (query: object) => headers(await as('ana').call(listDocuments, { query: query as never }));
  expect(await list({})).toEqual(['Gamma', 'Alpha', 'beta']);
  expect(await list({ sort: 'Ascending' })).toEqual(['beta', 'Alpha', 'Gamma']);
  expect(await list({ sortBy: 'Title' })).toEqual(['Alpha', 'beta', 'Gamma']);
  expect(await list({ sortBy: 'Title', sort: 'Descending' })).toEqual(['Gamma', 'beta', 'Alpha']);
  expect(await list({ sortBy: 'Size' })).toEqual(['Alpha', 'Gamma', 'beta']);
  expect(await list({ sortBy: 'Size', sort: 'Ascending' })).toEqual(['beta', 'Gamma', 'Alpha']);
  expect(await list({ format: 'CSV' })).toEqual(['Gamma']);
  expect(await list({ format: ['TXT', 'CSV'], sortBy: 'Title' })).toEqual(['Alpha', 'beta', 'Gamma']);
  expect(await list({ format: 'VTT' })).toEqual([]);
  expect(await list({ category: 'Audit' })).toEqual(['Gamma', 'Alpha']);
  expect(await list({ department: ['Planning', 'Operations'] })).toEqual(['Alpha', 'beta']);
  expect(await list({ category: 'Tax', department: 'Planning', format: 'TXT' })).toEqual(['beta']);
  expect(await list({ from: '2026-03-02T00:00:00Z', to: '2026-03-03T00:00:00Z' })).toEqual(['Alpha']);
  expect(await as('ana').call(listDocuments, { query: { format: 'TXT', pageSize: '1' } })).toMatchObject({
    total: 2,
    items: [{ header: 'Alpha' }],
  });
});

test.for<Record<string, string | string[]>>([
  { page: '0' },
  { page: '1001' },
  { pageSize: '51' },
  { sortBy: 'Name' },
  { sort: 'Up' },
  { format: 'EXE' },
  { format: Array.from({ length: documentFormats.length + 1 }, () => 'PDF') },
  { department: '' },
  { department: 'x'.repeat(201) },
  { department: Array.from({ length: 21 }, () => 'a') },
  { category: 'x'.repeat(81) },
  { from: 'yesterday' },
])('a query beyond its limits is rejected, naming the parameter: %j', async (query) => {
  const problem = await shared().as('ana').failWith(listDocuments, { query });
  expect(problem).toMatchObject({ status: 400, code: 'invalid_input' });
  expect(problem.issues![0]!.path).toContain(`querystring.${Object.keys(query)[0]}`);
});

test.for([
  { page: '1000' },
  { pageSize: '50' },
  { format: Array.from({ length: 12 }, () => 'PDF') },
  { department: 'x'.repeat(200) },
  { department: Array.from({ length: 20 }, () => 'a') },
])('a query at its limits is accepted: %j', async (query) => {
  await shared()
    .as('ana')
    .call(listDocuments, { query: query as never });
});

test("drafts and scheduled, expired or other people's items appear in no list, total, detail or preview [BASE-006, A3, A4]", async () => {
  const { as, make, clock } = await testPortal();
  const at = (hours: number) => new Date(clock.now.getTime() + hours * HOUR_MS).toISOString();
  const hidden = [
    await make.document({ isDraft: true }),
    await make.document({ publishedAt: at(1) }),
    await make.document({ publishedAt: at(-3), expiresAt: at(-1) }),
    await make.document({ audience: ['Nla'] }),
  ];
  const shown = await make.document({ audience: ['AdvisorHybrid'] });
  const asset = await make.asset();
  expect(await as('ana').call(listDocuments, { query: {} })).toMatchObject({ total: 1, items: [{ id: shown }] });
  const missing = await as('ana').fail(getDocument, {
    params: { documentId: '00000000-0000-4000-8000-000000000000' },
    query: {},
  });
  for (const documentId of [...hidden, asset])
    for (const endpoint of [getDocument, getDocumentPreview])
      expect({ ...(await as('ana').fail(endpoint, { params: { documentId }, query: {} })), requestId: '' }).toEqual({
        ...missing,
        requestId: '',
      });
  expect(await as('nils').call(listDocuments, { query: {} })).toMatchObject({ total: 1, items: [{ id: hidden[3] }] });
  expect(await as('edda').call(listDocuments, { query: {} })).toMatchObject({ total: 0 });
});

test('a preview is the file itself, text, tables or components, and pending until the file is processed', async () => {
  const portal = await testPortal();
  const { as, make, db } = portal;
  const previewOf = async (documentId: string) => as('ana').call(getDocumentPreview, { params: { documentId } });
  const text = await make.document({ file: await added(portal, 'Plain words', 'a.txt') });
  const table = await make.document({ file: await added(portal, 'a,b\n1,2', 'a.csv') });
  const word = await make.document({
    file: await added(portal, docxFile('<w:p><w:r><w:t>&lt;script&gt;</w:t></w:r></w:p>'), 'a.docx'),
  });
  const pdf = await make.document({ file: await added(portal, pdfFile(['x']), 'a.pdf') });
  const broken = await make.document({ file: await added(portal, '%PDF-1.7\nnothing', 'b.pdf') });
  expect(await previewOf(text)).toEqual({ kind: 'Pending' });
  expect(await previewOf(pdf)).toEqual({ kind: 'File' });
  await portal.runJobs();
  expect(await previewOf(text)).toEqual({ kind: 'Text', text: 'Plain words', isCut: false });
  expect(await previewOf(table)).toEqual({
    kind: 'Sheets',
    sheets: [
      {
        name: '',
        rows: [
          ['a', 'b'],
          ['1', '2'],
        ],
        totalRows: 2,
        totalColumns: 2,
      },
    ],
  });
  expect(await previewOf(word)).toMatchObject({
    kind: 'Components',
    components: [{ type: 'BodyText', body: { content: [{ content: [{ type: 'text', text: '<script>' }] }] } }],
  });
  expect(await previewOf(pdf)).toEqual({ kind: 'File' });
  expect(await previewOf(broken)).toEqual({ kind: 'None', reason: 'Damaged' });
  for (const reason of ['Protected', 'TooLarge'] as const) {
    await db.updateTable('files').set({ state: reason }).execute();
    expect(await previewOf(pdf)).toEqual({ kind: 'None', reason });
  }
});

test('a new revision with another file changes card, preview and file together', async () => {
  const portal = await testPortal();
  const { as, make, runJobs } = portal;
  const id = await make.document({ header: 'Fees', text: 'old' });
  const file = await added(portal, 'new,fees', 'fees.csv');
  const draft = await make.redraft(id, { file });
  expect(await as('ana').call(getDocument, { params: { documentId: id }, query: {} })).toMatchObject({ format: 'TXT' });
  await publish(portal.db, draft, { now: portal.clock.now });
  await runJobs();
  expect(await as('ana').call(getDocument, { params: { documentId: id }, query: {} })).toMatchObject({
    format: 'CSV',
    fileName: 'fees.csv',
    bytes: 8,
  });
  expect(await as('ana').call(getDocumentPreview, { params: { documentId: id } })).toMatchObject({ kind: 'Sheets' });
});

test('a document whose file is missing cannot be saved', async () => {
  const { make } = shared();
  const file = { fileId: '00000000-0000-4000-8000-000000000000', format: 'PDF' as const, bytes: 1, fileName: 'a.pdf' };
  await expect(make.document({ file })).rejects.toMatchObject({ code: '23503' });
});
