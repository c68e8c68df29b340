import { expect, test } from 'vitest';
import { openDocumentFile } from '../../testing/files/openDocumentFile.ts';
import { readTestFile } from '../../testing/files/readTestFile.ts';
import { sharedPortal } from '../../testing/testPortal.ts';

const shared = sharedPortal();
const read = (bytes: Uint8Array | string, fileName: string) => readTestFile(shared(), bytes, fileName);

const p = (text: string) => `<text:p>${text}</text:p>`;
const words = (text: string, ...marks: object[]) => ({ type: 'text', text, ...(marks.length > 0 ? { marks } : {}) });

test('an OpenDocument text becomes headings, paragraphs, lists and tables; notes, comments and charts are found [FILE-071]', async () => {
  const cell = (text: string, attributes = '') => `<table:table-cell ${attributes}>${text}</table:table-cell>`;
  const bytes = openDocumentFile(
    'ODT',
    [
      '<text:sequence-decls><text:sequence-decl text:name="Table"/></text:sequence-decls>',
      '<text:p text:style-name="Title">Transfers <text:s text:c="2"/>guide</text:p>',
      '<text:table-of-content><text:index-body><text:p>Contents 1</text:p></text:index-body></text:table-of-content>',
      '<text:tracked-changes><text:changed-region><text:deletion><text:p>never sent</text:p></text:deletion></text:changed-region></text:tracked-changes>',
      '<text:h text:outline-level="2">In kind</text:h>',
      `<text:p>Ask <text:span text:style-name="T1">first</text:span><text:span text:style-name="T2">covert</text:span><text:note text:note-class="footnote"><text:note-citation>1</text:note-citation><text:note-body>${p('Within ten days.')}</text:note-body></text:note><text:line-break/>then<text:tab/>call<office:annotation><dc:creator>Ines</dc:creator>${p('Who calls?')}</office:annotation> <text:a xlink:href="https://example.com/form">the desk</text:a><text:a xlink:href="javascript:alert(1)">!</text:a></text:p>`,
      `<text:list text:style-name="L1"><text:list-item>${p('Sign')}<text:list><text:list-item>${p('both pages')}</text:list-item></text:list></text:list-item><text:list-item>${p('Send')}</text:list-item></text:list>`,
      `<table:table><table:table-header-rows><table:table-row>${cell(p('Firm'))}${cell(p('Days'))}</table:table-row></table:table-header-rows><table:table-row>${cell(p('Any') + p('other'))}${cell(p('10'))}</table:table-row></table:table>`,
      `<text:p>Beside<draw:frame><draw:text-box>${p('the box')}</draw:text-box></draw:frame></text:p>`,
      '<text:p><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p>',
      `<text:section text:name="s" text:display="none">${p('concealed section')}</text:section>`,
    ].join(''),
    {
      styles:
        '<number:date-style style:name="N1"><number:text>/</number:text></number:date-style><style:style style:name="T1" style:family="text"><style:text-properties fo:font-weight="bold"/></style:style><style:style style:name="T2" style:family="text"><style:text-properties text:display="none"/></style:style><text:list-style style:name="L1"><text:list-level-style-number text:level="1"/><text:list-level-style-bullet text:level="2"/></text:list-style>',
      masterStyles: `<style:master-page style:name="Standard"><style:header>${p('Our letterhead')}</style:header></style:master-page>`,
      objects: { 'Object 1': `<office:chart>${p('Transfers by month')}${p('4.5')}</office:chart>` },
    },
  );
  const { state, texts, preview } = await read(bytes, 'guide.odt');
  expect(state).toBe('Read');
  expect(texts.map(({ text }) => text)).toEqual([
    'Transfers guide\nIn kind\nAsk first\nthen call the desk!\nSign\nboth pages\nSend\nFirm · Days\nAny\nother · 10\nBeside\nthe box\nWithin ten days.\nWho calls?\nTransfers by month\nOur letterhead',
  ]);
  expect(preview).toMatchObject({
    components: [
      { type: 'Header', level: 2, text: 'Transfers guide' },
      { type: 'Header', level: 3, text: 'In kind' },
      {
        body: {
          content: [
            {
              content: [
                words('Ask '),
                words('first', { type: 'bold' }),
                { type: 'hardBreak' },
                words('then call '),
                words('the desk', { type: 'link', attrs: { href: 'https://example.com/form' } }),
                words('!'),
              ],
            },
          ],
        },
      },
      { type: 'BulletedList', ordered: true, items: [{ items: [{}] }, {}] },
      { type: 'Table', header: [[words('Firm')], [words('Days')]] },
      { type: 'BodyText' },
    ],
  });
});

test('an OpenDocument workbook shows its visible sheets with repeated cells, and days in ISO 8601 [FILE-072]', async () => {
  const text = (value: string, attributes = '') => `<table:table-cell ${attributes}>${p(value)}</table:table-cell>`;
  const row = (cells: string, attributes = '') => `<table:table-row ${attributes}>${cells}</table:table-row>`;
  const bytes = openDocumentFile(
    'ODS',
    [
      '<table:table table:name="Fees &amp; rates" table:style-name="ta1">',
      '<table:table-column table:number-columns-repeated="3"/><table:table-column table:visibility="collapse"/>',
      row(
        text('Desk') +
          text('$1,250.00', 'table:number-columns-repeated="2" office:value-type="currency" office:value="1250"') +
          text('not shown') +
          `<table:table-cell office:value-type="date" office:date-value="2026-03-09">${p('Mar 9, 26')}<office:annotation>${p('Check this')}</office:annotation></table:table-cell>` +
          '<table:table-cell table:number-columns-repeated="16379"/>',
      ),
      row('<table:table-cell/>', 'table:number-rows-repeated="2"'),
      row(text('25:30', 'office:value-type="time" office:time-value="PT25H30M00S"')),
      row(text('by hand'), 'table:visibility="collapse"'),
      row(text('by filter'), 'table:visibility="filter"'),
      row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="1048570"'),
      '</table:table>',
      `<table:table table:name="Lookup" table:style-name="ta2">${row(text('covert'))}</table:table>`,
    ].join(''),
    {
      styles:
        '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>',
    },
  );
  const { texts, preview } = await read(bytes, 'fees.ods');
  expect(preview).toEqual({
    kind: 'Sheets',
    sheets: [
      {
        name: 'Fees & rates',
        totalRows: 6,
        totalColumns: 5,
        rows: [
          ['Desk', '$1,250.00', '$1,250.00', '', '2026-03-09'],
          ['', '', '', '', ''],
          ['', '', '', '', ''],
          ['25:30', '', '', '', ''],
          ['', '', '', '', ''],
          ['by filter', '', '', '', ''],
        ],
      },
    ],
  });
  expect(texts).toEqual([
    { page: 1, text: 'Fees & rates\nDesk · $1,250.00 · 2026-03-09 Mar 9, 26\n25:30\nby filter\nCheck this' },
  ]);
});

test('an OpenDocument presentation has one heading per slide; hidden slides are left out, notes are found [FILE-073]', async () => {
  const box = (kind: string, text: string) =>
    `<draw:frame presentation:class="${kind}"><draw:text-box>${text}</draw:text-box></draw:frame>`;
  const bytes = openDocumentFile(
    'ODP',
    [
      `<draw:page draw:style-name="dp1">${box('title', p('Markets'))}${box('outline', `<text:list><text:list-item>${p('Rates<text:line-break/>down')}</text:list-item></text:list>`)}<draw:g><draw:custom-shape>${p('In a group')}</draw:custom-shape></draw:g>${box('page-number', p('1'))}<presentation:notes>${box('notes', p('Say it slowly'))}</presentation:notes></draw:page>`,
      `<draw:page draw:style-name="dp2">${box('title', p('Not now'))}</draw:page>`,
      `<draw:page draw:style-name="dp1">${box('subtitle', p('Thanks'))}</draw:page>`,
    ].join(''),
    {
      styles:
        '<style:style style:name="dp2" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>',
    },
  );
  const { pages, texts, preview } = await read(bytes, 'talk.odp');
  expect(pages).toBe(3);
  expect(texts).toEqual([
    { page: 1, text: '1. Markets\nRates\ndown\nIn a group\nSay it slowly' },
    { page: 3, text: 'Slide 3\nThanks' },
  ]);
  expect(preview).toMatchObject({
    components: [
      { text: '1. Markets' },
      { type: 'BulletedList' },
      { type: 'BodyText' },
      { text: 'Slide 3' },
      { type: 'BodyText' },
    ],
  });
});

test('encrypted and damaged OpenDocument files are recorded as such [FILE-071]', async () => {
  const encrypted = openDocumentFile('ODT', '', {
    manifest: '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>',
  });
  expect((await read(encrypted, 'locked.odt')).state).toBe('Protected');
  expect((await read(openDocumentFile('ODT', '<text:p>never closed'), 'broken.odt')).state).toBe('Damaged');
});

test('an RTF document becomes headings, paragraphs, lists and tables, in the code pages of its fonts [FILE-074]', async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss\fcharset0 Calibri;}{\f1\fnil\fcharset128 MS Mincho;}{\f2\fcharset204 Arial Cyr;}}
{\colortbl;\red0\green0\blue0;}{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}}{\info{\title Internal name}}{\*\generator Riched20;}
{\header\pard Our letterhead\par}
\pard\s1 Wire limits\par
\pard\plain Ask \b first\b0 , caf\'e9 \u8364?5 \endash  go{\footnote\pard Foot {\i note}.}\line then {\v covert}call.\par
\f1\'93\'8c\'8b\'9e\f2  \'cf\'f0\f0\par
{\field{\*\fldinst{HYPERLINK "https://example.com/limits"}}{\fldrslt{\ul the table}}}\par
{\listtext\'b7\tab}\ls1 One\par{\listtext\'b7\tab}\ls1 Two\par
\pard\intbl Firm\cell Days\cell\row\pard\intbl Any\par other\cell 10\cell\row
\pard after{\pict\pngblip 89504e47}{\shp{\*\shpinst{\sp{\sn x}{\sv 1}}{\shptxt\pard The box\par}}} {\upr{ansi}{\*\ud{uni \u233?}}}\par
{\*\annotation Who calls?}\uc2\u26481 \'93\'8ctail \{set\}\\\par {\bin3 }}}x}\par}`;
  const { state, texts, preview } = await read(Buffer.from(rtf, 'latin1'), 'limits.rtf');
  expect(state).toBe('Read');
  expect(texts.map(({ text }) => text)).toEqual([
    'Wire limits\nAsk first, café €5 – go\nthen call.\n東京 Пр\nthe table\nOne\nTwo\nFirm · Days\nAny\nother · 10\nThe box\nafter uni é\n東tail {set}\\\nx\nOur letterhead\nFoot note.\nWho calls?',
  ]);
  expect(preview).toMatchObject({
    components: [
      { type: 'Header', level: 2, text: 'Wire limits' },
      {
        body: {
          content: [
            {
              content: [
                words('Ask '),
                words('first', { type: 'bold' }),
                words(', café €5 – go'),
                { type: 'hardBreak' },
                words('then call.'),
              ],
            },
            {},
          ],
        },
      },
      { type: 'Link', text: 'the table', href: 'https://example.com/limits' },
      { type: 'BulletedList', items: [{}, {}] },
      { type: 'Table', header: [[words('Firm')], [words('Days')]] },
      { type: 'BodyText' },
    ],
  });
});

test('an RTF document with endless groups is too large, and an unfinished one keeps its words [FILE-074]', async () => {
  expect((await read(`{\\rtf1 ${'{'.repeat(5000)}`, 'deep.rtf')).state).toBe('TooLarge');
  expect((await read('{\\rtf1 still {here\\*\\cs7  too \\u', 'cut.rtf')).texts).toEqual([
    { page: 1, text: 'still here too' },
  ]);
});
