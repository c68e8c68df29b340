import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { docxFile, zipFile } from '../../testing/files/officeFiles.ts';
import { openDocumentFile } from '../../testing/files/openDocumentFile.ts';
import { pdfFile } from '../../testing/files/pdfFile.ts';
import { peakMemory } from '../../testing/processes/peakMemory.ts';
import { readTestFile } from '../../testing/files/readTestFile.ts';
import { sharedPortal } from '../../testing/testPortal.ts';

const MB = 1024 * 1024;

const shared = sharedPortal();
const read = (bytes: Uint8Array | string, fileName: string) => readTestFile(shared(), bytes, fileName);

test('a PDF of 10,000 pages is counted and read in full; one that unpacks endlessly is stopped [U4]', async () => {
  const long = await read(pdfFile(Array.from({ length: 10_000 }, (_, index) => `Page ${index + 1}`)), 'long.pdf');
  expect([long.state, long.pages, long.texts.length]).toEqual(['Read', 10_000, 10_000]);
  const packed = deflateSync(Buffer.concat([Buffer.from('BT '), Buffer.alloc(600 * 1024 * 1024, '() Tj ')]));
  const objects = pdfFile(['x'])
    .toString('latin1')
    .replace(
      /<< \/Length \d+ >>\nstream\n[^]*?\nendstream/,
      `<< /Length ${packed.length} /Filter /FlateDecode >>\nstream\n${packed.toString('latin1')}\nendstream`,
    );
  expect(await read(Buffer.from(objects, 'latin1'), 'endless.pdf')).toMatchObject({ state: 'TooLarge', texts: [] });
});

/** A run as word processors write it, with an id that differs each time. */
const run = (text: string) =>
  `<w:r w:rsidR="${randomBytes(4).toString('hex')}"><w:rPr><w:rFonts w:ascii="Calibri" w:hAnsi="Calibri"/><w:sz w:val="22"/></w:rPr><w:t xml:space="preserve">${text} </w:t></w:r>`;
const longParagraph = (index: number) =>
  `<w:p>${Array.from({ length: 12 }, (_, piece) => run(`words${piece} of ${index}`)).join('')}</w:p>`;
const cell = (text: string) => `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr><w:p>${run(text)}</w:p></w:tc>`;

test.for([
  ['paragraphs', (content: string) => content, longParagraph],
  [
    'paragraphs in a content control',
    (content: string) => `<w:sdt><w:sdtContent>${content}</w:sdtContent></w:sdt>`,
    longParagraph,
  ],
  ['paragraphs in a frame', (content: string) => `<w:tbl><w:tr><w:tc>${content}</w:tc></w:tr></w:tbl>`, longParagraph],
  [
    'rows',
    (content: string) => `<w:tbl>${content}</w:tbl>`,
    (index: number) => `<w:tr>${Array.from({ length: 12 }, (_, at) => cell(`words${at} of ${index}`)).join('')}</w:tr>`,
  ],
] as const)(
  'a DOCX of 25,000 %s is read to the end in a process that never has 400 MB of memory [FILE-021, FILE-090]',
  async ([name, around, one]) => {
    const file = docxFile(around(Array.from({ length: 25_000 }, (_, index) => one(index)).join('')));
    const { result, peak } = await peakMemory('readingProcess', () => read(file, `${name}.docx`));
    const { state, texts, preview } = result;
    expect(peak).toBeLessThan(400 * MB);
    // Only Linux tells it.
    if (process.platform === 'linux') expect(peak).toBeGreaterThan(50 * MB);
    expect(state).toBe('Read');
    expect(texts.at(-1)!.text).toMatch(/ 24999$/);
    expect(preview).toMatchObject({ kind: 'Components', isCut: true });
  },
);

const odtParagraph = (index: number) =>
  `<text:p text:style-name="P1">${Array.from({ length: 60 }, (_, piece) => `<text:span text:style-name="T${piece}">words${piece} of ${index} </text:span>`).join('')}</text:p>`;
const rtfParagraph = (index: number) =>
  `\\pard ${Array.from({ length: 60 }, (_, piece) => `{\\f${piece}\\b${piece % 2} words${piece} of ${index} }`).join('')}`;
const many = (one: (index: number) => string) => Array.from({ length: 20_000 }, (_, index) => one(index)).join('');

test.for([
  ['ODT of 20,000 paragraphs', () => openDocumentFile('ODT', many(odtParagraph)), 'a.odt'],
  [
    'ODT of 20,000 entries',
    () =>
      openDocumentFile(
        'ODT',
        `<text:list>${many((index) => `<text:list-item>${odtParagraph(index)}</text:list-item>`)}</text:list>`,
      ),
    'b.odt',
  ],
  [
    'ODT of 20,000 rows',
    () =>
      openDocumentFile(
        'ODT',
        `<table:table>${many((index) => `<table:table-row><table:table-cell><text:p>Row</text:p></table:table-cell><table:table-cell>${odtParagraph(index)}</table:table-cell></table:table-row>`)}</table:table>`,
      ),
    'c.odt',
  ],
  [
    'RTF of 20,000 paragraphs',
    () => Buffer.from(`{\\rtf1 ${many((index) => `${rtfParagraph(index)}\\par `)}}`),
    'd.rtf',
  ],
  [
    'RTF of 20,000 rows',
    () => Buffer.from(`{\\rtf1 ${many((index) => `${rtfParagraph(index)}\\intbl\\cell\\intbl Row\\cell\\row `)}}`),
    'e.rtf',
  ],
] as const)('an %s is read to the end within the memory of the process [STUDIO-402]', async ([, file, fileName]) => {
  const { state, texts, preview } = await read(file(), fileName);
  expect(state).toBe('Read');
  expect(texts.at(-1)!.text).toMatch(/\b19999\b/);
  expect(preview).toMatchObject({ kind: 'Components', isCut: true });
});

test('oversized or damaged files are reported as such, and the server continues [U4]', async () => {
  const document = (xml: string) =>
    zipFile([
      {
        name: '[Content_Types].xml',
        data: '<Types><Override ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
      },
      {
        name: '_rels/.rels',
        data: '<Relationships><Relationship Id="a" Type="x/officeDocument" Target="d.xml"/></Relationships>',
      },
      { name: 'd.xml', data: xml },
    ]);
  const lol = `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, i) => `<!ENTITY ${'abcdefghij'[i + 1]} "${`&${'abcdefghij'[i]};`.repeat(10)}">`).join('')}]><d><body><p>&j;</p></body></d>`;
  expect(await read(document(lol), 'lol.docx')).toMatchObject({ state: 'Damaged', texts: [], preview: undefined });
  expect(await read(document('<!DOCTYPE d SYSTEM "file:///etc/passwd"><d><body/></d>'), 'outside.docx')).toMatchObject({
    state: 'Damaged',
  });
  expect(
    await read(document(`<d><body>${'<p>'.repeat(300)}${'</p>'.repeat(300)}</body></d>`), 'deep.docx'),
  ).toMatchObject({ state: 'TooLarge' });
  expect(await read(document('<d><body><p></body></d>'), 'crossed.docx')).toMatchObject({ state: 'Damaged' });
  expect(await read(document('<d><body><p><r><t>a\0b</t></r></p></body></d>'), 'nul.docx')).toMatchObject({
    state: 'Damaged',
  });
  expect(await read(document('<d><body>'), 'unfinished.docx')).toMatchObject({ state: 'Damaged' });
  expect(await read('%PDF-1.7\nnothing else', 'empty.pdf')).toMatchObject({ state: 'Damaged' });
  expect(await read(pdfFile(['still there']), 'fine.pdf')).toMatchObject({ state: 'Read' });
});
