import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { docxFile, pptxFile, xlsxFile } from '../../testing/files/officeFiles.ts';
import { pdfFile } from '../../testing/files/pdfFile.ts';
import { readTestFile } from '../../testing/files/readTestFile.ts';
import { sharedPortal } from '../../testing/testPortal.ts';
import { addFile } from '../files/files.ts';
import { sweepFiles } from '../unused/sweepFiles.ts';
import { READER_VERSION } from '../files/readerVersion.ts';
import { readFile } from './readFile.ts';
import { readRows } from '../../db/rows.ts';
import { z } from 'zod/mini';

const shared = sharedPortal();

const read = (bytes: Uint8Array | string, fileName: string) => readTestFile(shared(), bytes, fileName);

const paragraph = (text: string, properties = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

test('a PDF yields its words by page and its page count, and is previewed by the browser', async () => {
  expect(await read(pdfFile(['Required minimum distribution', '', 'Third page']), 'rmd.pdf')).toEqual({
    state: 'Read',
    pages: 3,
    preview: undefined,
    texts: [
      { page: 1, text: 'Required minimum distribution' },
      { page: 3, text: 'Third page' },
    ],
  });
});

test('a DOCX becomes headings, paragraphs, lists and tables, with formatting and external links', async () => {
  const bytes = docxFile(
    [
      paragraph('Contents 1', '<w:pStyle w:val="Toc"/>'),
      paragraph('Rollovers', '<w:pStyle w:val="H1"/>'),
      `<w:p><w:r><w:t>Ask </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>first</w:t></w:r><w:del><w:r><w:delText>never</w:delText></w:r></w:del><w:ins><w:r><w:t> &amp; then</w:t></w:r></w:ins>
      <w:hyperlink r:id="l1"><w:r><w:t>go</w:t></w:r></w:hyperlink><w:hyperlink r:id="l2"><w:r><w:t>run</w:t></w:r></w:hyperlink></w:p>`,
      paragraph('Own', '<w:pStyle w:val="Own"/>'),
      paragraph('One', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="2"/></w:numPr>'),
      paragraph('Inside', '<w:numPr><w:ilvl w:val="1"/><w:numId w:val="2"/></w:numPr>'),
      paragraph('Dot', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'),
      `<w:tbl><w:tr><w:tc>${paragraph('Year')}</w:tc><w:tc>${paragraph('Fee')}</w:tc></w:tr><w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr>${paragraph('2026')}${paragraph('twice')}</w:tc></w:tr></w:tbl>`,
    ].join(''),
    [],
    [
      ['l1', 'https://example.com/go'],
      ['l2', 'javascript:alert(1)'],
    ],
  );
  const { state, pages, texts, preview } = await read(bytes, 'rollovers.docx');
  expect([state, pages]).toEqual(['Read', null]);
  expect(texts).toEqual([
    { page: 1, text: 'Rollovers\nAsk first & thengorun\nOwn\nOne\nInside\nDot\nYear · Fee\n2026\ntwice' },
  ]);
  const text = (words: string, ...marks: object[]) => ({
    type: 'text',
    text: words,
    ...(marks.length > 0 ? { marks } : {}),
  });
  expect(preview).toEqual({
    kind: 'Components',
    isCut: false,
    components: [
      { id: 'b1', type: 'Header', level: 2, text: 'Rollovers' },
      {
        id: 'b2',
        type: 'BodyText',
        body: {
          type: 'doc',
          content: [
            {
              type: 'paragraph',
              content: [
                text('Ask '),
                text('first', { type: 'bold' }),
                text(' & then'),
                text('go', { type: 'link', attrs: { href: 'https://example.com/go' } }),
                text('run'),
              ],
            },
          ],
        },
      },
      { id: 'b3', type: 'Header', level: 3, text: 'Own' },
      {
        id: 'b4',
        type: 'BulletedList',
        ordered: true,
        items: [{ content: [text('One')], ordered: true, items: [{ content: [text('Inside')] }] }],
      },
      { id: 'b5', type: 'BulletedList', ordered: false, items: [{ content: [text('Dot')] }] },
      {
        id: 'b6',
        type: 'Table',
        align: ['Left', 'Left'],
        header: [[text('Year')], [text('Fee')]],
        rows: [[[text('2026'), { type: 'hardBreak' }, text('twice')], []]],
      },
    ],
  });
});

test('an XLSX shows its visible sheets with formatted numbers and dates', async () => {
  const bytes = xlsxFile(
    [
      {
        name: 'Fees',
        rows: `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Paid</t></is></c></row>
      <row r="3"><c r="A3" s="1"><v>46090</v></c><c r="B3" s="2"><v>0.0725</v></c><c r="C3" s="3"><v>-1234.5</v></c><c r="D3" t="b"><v>1</v></c><c r="E3"><f>1/3</f><v>0.333333333333333</v></c><c r="F3" s="4"><v>46090.5</v></c><c r="G3" s="5"><v>0.25</v></c></row>`,
      },
      { name: 'Secret', rows: '<row r="1"><c r="A1" t="str"><v>hidden words</v></c></row>', state: 'hidden' },
    ],
    ['<r><t>Day &lt;of&gt; </t></r><r><t>fee</t></r><rPh><t>aloud</t></rPh>'],
  );
  const { texts, preview } = await read(bytes, 'fees.xlsx');
  expect(preview).toEqual({
    kind: 'Sheets',
    sheets: [
      {
        name: 'Fees',
        totalRows: 3,
        totalColumns: 7,
        rows: [
          ['Day <of> fee', '', 'Paid', '', '', '', ''],
          ['', '', '', '', '', '', ''],
          ['2026-03-09', '7.25%', '-$1,234.50', 'TRUE', '0.333333333', '2026-03-09 12:00', '06:00'],
        ],
      },
    ],
  });
  expect(texts).toEqual([
    {
      page: 1,
      text: 'Fees\nDay <of> fee · Paid\n2026-03-09 · 7.25% · -$1,234.50 · TRUE · 0.333333333 · 2026-03-09 12:00 · 06:00',
    },
  ]);
});

test('a PPTX has one heading per slide; hidden slides are left out without renumbering the others', async () => {
  const shape = (type: string, ...lines: string[]) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</p:txBody></p:sp>`;
  const bytes = pptxFile([
    { shapes: `${shape('title', 'Markets')}${shape('body', 'Rates', 'Jobs')}${shape('sldNum', '1')}` },
    { shapes: shape('title', 'Not now'), show: '0' },
    { shapes: shape('subTitle', 'Thanks') },
  ]);
  const { pages, texts, preview } = await read(bytes, 'talk.pptx');
  expect(pages).toBe(3);
  expect(texts).toEqual([
    { page: 1, text: '1. Markets\nRates\nJobs' },
    { page: 3, text: 'Slide 3\nThanks' },
  ]);
  expect(preview).toMatchObject({
    kind: 'Components',
    components: [
      { text: '1. Markets' },
      { type: 'BulletedList', items: [{}, {}] },
      { text: 'Slide 3' },
      { type: 'BodyText' },
    ],
  });
});

test('notes, comments, headers and footers of a DOCX can be found, each once, but are not in the preview [SEARCH-022]', async () => {
  const note = (name: string, text: string) => `<w:${name}>${paragraph(text)}</w:${name}>`;
  const bytes = docxFile(
    paragraph('The text.'),
    [],
    [],
    [
      ['footnotes', note('footnote', 'A footnote.')],
      ['endnotes', note('endnote', 'An endnote.')],
      ['comments', note('comment', 'A comment.')],
      ['header', paragraph('Our letterhead')],
      ['header', paragraph('Our letterhead')],
      ['footer', paragraph('Confidential')],
    ],
  );
  const { texts, preview } = await read(bytes, 'notes.docx');
  expect(texts).toEqual([
    { page: 1, text: 'The text.\nA footnote.\nAn endnote.\nA comment.\nOur letterhead\nConfidential' },
  ]);
  expect(JSON.stringify(preview)).not.toMatch(/footnote|letterhead/);
});

test("speaker's notes, charts and SmartArt of a PPTX can be found on their slide [SEARCH-022]", async () => {
  const shape = (type: string, text: string) =>
    `<p:sp><p:nvSpPr><p:nvPr><p:ph type="${type}"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
  const bytes = pptxFile([
    {
      shapes: shape('title', 'Markets'),
      beside: [
        [
          'notesSlide',
          `<p:notes xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree>${shape('body', 'Say it slowly')}${shape('sldNum', '1')}</p:spTree></p:cSld></p:notes>`,
        ],
        [
          'chart',
          '<c:chartSpace xmlns:c="c" xmlns:a="a"><c:title><a:p><a:r><a:t>Fees by year</a:t></a:r></a:p></c:title><c:cat><c:v>Custody</c:v></c:cat><c:val><c:v>12.5</c:v></c:val></c:chartSpace>',
        ],
        [
          'diagramData',
          '<d:dataModel xmlns:d="d" xmlns:a="a"><d:t><a:p><a:r><a:t>First step</a:t></a:r></a:p></d:t></d:dataModel>',
        ],
      ],
    },
    { shapes: shape('title', 'Thanks') },
  ]);
  expect((await read(bytes, 'talk2.pptx')).texts).toEqual([
    { page: 1, text: '1. Markets\nSay it slowly\nFees by year\nCustody\nFirst step' },
    { page: 2, text: '2. Thanks' },
  ]);
});

test('a CSV becomes a table with any separator; a cell may contain line breaks and quotes', async () => {
  const { preview } = await read('name;note\r\nAna;"says ""yes""\nand; no"\n\nBo;x', 'list.csv');
  expect(preview).toEqual({
    kind: 'Sheets',
    sheets: [
      {
        name: '',
        totalRows: 3,
        totalColumns: 2,
        rows: [
          ['name', 'note'],
          ['Ana', 'says "yes"\nand; no'],
          ['Bo', 'x'],
        ],
      },
    ],
  });
  const { preview: western } = await read(Buffer.from('caf\xe9,1\n', 'latin1'), 'western.csv');
  expect(western).toMatchObject({ sheets: [{ rows: [['café', '1']] }] });
  expect((await read(Buffer.from('\ufeffA\tB\n1\t2', 'utf16le'), 'wide.csv')).preview).toMatchObject({
    sheets: [
      {
        rows: [
          ['A', 'B'],
          ['1', '2'],
        ],
      },
    ],
  });
});

test('a table preview shows 200 rows and 40 columns and counts all of them; a text preview is cut at 200,000 characters', async () => {
  const table = (rows: number, columns: number) =>
    Array.from({ length: rows }, (_, row) =>
      Array.from({ length: columns }, (_cell, column) => `${row}-${column}`).join(','),
    ).join('\n');
  const sheetOf = async (rows: number, columns: number) => {
    const { preview } = await read(table(rows, columns), 'table.csv');
    if (preview?.kind !== 'Sheets') throw new Error('no sheets');
    const [sheet] = preview.sheets;
    return [sheet!.rows.length, sheet!.rows[0]!.length, sheet!.totalRows, sheet!.totalColumns];
  };
  expect(await sheetOf(200, 40)).toEqual([200, 40, 200, 40]);
  expect(await sheetOf(201, 41)).toEqual([200, 40, 201, 41]);
  expect((await read('x'.repeat(200_000), 'a.txt')).preview).toMatchObject({ kind: 'Text', isCut: false });
  expect((await read('x'.repeat(200_001), 'b.txt')).preview).toMatchObject({ kind: 'Text', isCut: true });
});

test('items that use a file are announced once it has been read', async () => {
  const { db, store, make } = shared();
  const file = await addFile(
    { db, store },
    { stream: Readable.from([Buffer.from('late words')]), fileName: 'late.txt' },
  );
  const itemId = await make.document({ file });
  const waiting = async () => {
    const rows = await readRows(
      db,
      z.object({ payload: z.unknown() }),
      sql`select payload from graphile_worker._private_jobs`,
    );
    return rows.filter(({ payload }) => JSON.stringify(payload).includes(itemId)).length;
  };
  const before = await waiting();
  await readFile({ fileId: file.fileId }, shared().parts);
  expect(await waiting()).toBe(before + 1);
  await readFile({ fileId: file.fileId }, shared().parts);
  expect(await waiting()).toBe(before + 1);
});

test('a file read by an earlier version of the reader is read again at night, and keeps its words if that fails [FILE-006]', async () => {
  const { db, store, parts } = shared();
  const add = (text: string, fileName: string) =>
    addFile({ db, store }, { stream: Readable.from([Buffer.from(text)]), fileName });
  const [{ fileId }, damaged] = [await add('new words', 'again.txt'), await add('%PDF-1.7 no more', 'again.pdf')];
  const wordsOf = async (id: string) =>
    (await db.selectFrom('file_texts').select('text').where('file_id', '=', id).execute()).map(({ text }) => text);
  for (const id of [fileId, damaged.fileId]) {
    await db.updateTable('files').set({ state: 'Read', reader: 1 }).where('id', '=', id).execute();
    await db.insertInto('file_texts').values({ file_id: id, page: 1, text: 'old words' }).execute();
  }
  await sweepFiles({}, { ...parts, now: () => new Date() });
  const queued = await readRows(
    db,
    z.object({ key: z.nullable(z.string()) }),
    sql`select key from graphile_worker.jobs`,
  );
  expect(queued.map(({ key }) => key)).toEqual(
    expect.arrayContaining([`read-file:${fileId}`, `read-file:${damaged.fileId}`]),
  );
  for (const id of [fileId, damaged.fileId]) await readFile({ fileId: id }, parts);
  expect([await wordsOf(fileId), await wordsOf(damaged.fileId)]).toEqual([['new words'], ['old words']]);
  const states = await db
    .selectFrom('files')
    .select(['state', 'reader'])
    .where('id', 'in', [fileId, damaged.fileId])
    .execute();
  expect(states).toEqual([
    { state: 'Read', reader: READER_VERSION },
    { state: 'Read', reader: READER_VERSION },
  ]);
});

test('invalid characters, deeply nested lists and very long words do not prevent a preview', async () => {
  const item = (depth: number) =>
    paragraph(`Level ${depth}`, `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="2"/></w:numPr>`);
  const body = [
    '<w:p><w:r><w:t>a&#0;b&#xD800;c&#xDFFF;d&#x1F600;&unknown;</w:t></w:r></w:p>',
    ...Array.from({ length: 20 }, (_, depth) => item(depth)),
    paragraph('x'.repeat(50_000)),
    paragraph('y'.repeat(1000), '<w:pStyle w:val="H1"/>'),
    ...Array.from({ length: 700 }, (_, index) => paragraph(`Part ${index}`, '<w:pStyle w:val="H2"/>')),
  ].join('');
  const { state, preview } = await read(docxFile(body, [], [['l', 'https://example.com/\ud800']]), 'odd.docx');
  expect(state).toBe('Read');
  if (preview?.kind !== 'Components') throw new Error('it is not shown as a document');
  expect([preview.isCut, preview.components.length]).toEqual([true, 600]);
  expect(preview.components.slice(0, 4)).toMatchObject([
    { body: { content: [{ content: [{ text: 'abcd😀&unknown;' }] }] } },
    { type: 'BulletedList' },
    { type: 'BodyText' },
    { type: 'Header' },
  ]);
});
