import { expect, test } from 'vitest';
import { packageFile } from '../../testing/files/packageFile.ts';
import { readTestFile } from '../../testing/files/readTestFile.ts';
import { sharedPortal } from '../../testing/testPortal.ts';

const shared = sharedPortal();

const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const DRAWING = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';

type Relations = Parameters<typeof packageFile>[2];

interface Options {
  /** XML around the rows of the sheet. */
  before?: string;
  after?: string;
  shared?: string[];
  /** Codes of formats: the cells' styles from 1 on. */
  formats?: string[];
  workbook?: string;
  parts?: Record<string, string>;
  relations?: Relations;
}

/** A workbook with the sheet "Clients". */
function workbook(rows: string, options: Options = {}) {
  const { before = '', after = '', shared: strings = [], formats = [], parts = {}, relations = {} } = options;
  const codes = formats.map((code, index) => `<numFmt numFmtId="${164 + index}" formatCode="${code}"/>`).join('');
  const styles = formats.map((_code, index) => `<xf numFmtId="${164 + index}"/>`).join('');
  return packageFile(
    'xl/workbook.xml',
    {
      'xl/workbook.xml':
        options.workbook ??
        `<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="Clients" sheetId="1" r:id="r1"/></sheets></workbook>`,
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEETS}" xmlns:r="${OFFICE}">${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
      'xl/styles.xml': `<styleSheet xmlns="${SHEETS}"><numFmts>${codes}</numFmts><cellXfs><xf numFmtId="0"/>${styles}</cellXfs></styleSheet>`,
      'xl/sharedStrings.xml': `<sst xmlns="${SHEETS}">${strings.map((text) => `<si>${text}</si>`).join('')}</sst>`,
      ...parts,
    },
    {
      ...relations,
      'xl/workbook.xml': [
        ['r1', 'worksheet', 'xl/worksheets/sheet1.xml'],
        ['r2', 'styles', 'xl/styles.xml'],
        ['r3', 'sharedStrings', 'xl/sharedStrings.xml'],
        ...(relations['xl/workbook.xml'] ?? []),
      ],
    },
  );
}

async function readWorkbook(bytes: Uint8Array) {
  const { state, texts, preview } = await readTestFile(shared(), bytes, 'clients.xlsx');
  expect(state).toBe('Read');
  if (preview?.kind !== 'Sheets') throw new Error('it is not shown as a workbook');
  return {
    sheets: preview.sheets,
    rows: preview.sheets[0]?.rows ?? [],
    text: texts.map(({ text }) => text).join('\n'),
  };
}

const inline = (reference: string, text: string) => `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (number: number, cells: string, attributes = '') => `<row r="${number}" ${attributes}>${cells}</row>`;

test('amounts, codes, dates and texts of a workbook are shown by their formats, and found as shown [FILE-060]', async () => {
  const { rows, text } = await readWorkbook(
    workbook(
      row(
        1,
        [
          '<c r="A1" s="1"><v>4107</v></c>',
          '<c r="B1" s="2"><v>78300000</v></c>',
          '<c r="C1" s="3"><v>-950.5</v></c>',
          '<c r="D1" s="4"><v>2.0625</v></c>',
          '<c r="E1" s="5"><v>3125550188</v></c>',
          '<c r="F1" t="d"><v>2026-11-05T08:15:00</v></c>',
          '<c r="G1" s="6" t="s"><v>0</v></c>',
          '<c r="H1" t="b"><v>1</v></c>',
          '<c r="I1" t="e"><v>#N/A</v></c>',
          '<c r="J1"><v>552310987654</v></c>',
        ].join(''),
      ),
      {
        shared: ['<t>Odell</t>'],
        formats: [
          '00000',
          '$#,##0.0,,&quot;M&quot;',
          '_($* #,##0.00_);_($* (#,##0.00)',
          '[h]:mm',
          '[&lt;=9999999]###-####;(###) ###-####',
          '&quot;Advisor &quot;@',
        ],
      },
    ),
  );
  expect(rows).toEqual([
    [
      '04107',
      '$78.3M',
      '$(950.50)',
      '49:30',
      '(312) 555-0188',
      '2026-11-05 08:15',
      'Advisor Odell',
      'TRUE',
      '#N/A',
      '5.52311E+11',
    ],
  ]);
  expect(text).toContain('04107 · $78.3M · $(950.50) · 49:30 · (312) 555-0188');
  expect(text).toContain('5.52311E+11 552310987654');
});

test('escaped characters of a workbook are decoded once, and phonetic hints are left out [FILE-062]', async () => {
  const { rows, text } = await readWorkbook(
    workbook(
      row(
        1,
        `<c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="str"><v>North_x000D_\nSouth</v></c>${inline('D1', 'East_x000A_West')}<c r="E1" t="s"><v>2</v></c>`,
      ),
      {
        shared: [
          '<t>Street_x000D_\nTown</t>',
          '<t>Enter _x005F_x0041_ in the field</t>',
          '<r><t>東</t></r><r><rPr><b/></rPr><t>京</t></r><rPh sb="0" eb="2"><t>トウキョウ</t></rPh>',
        ],
      },
    ),
  );
  expect(rows).toEqual([['Street\nTown', 'Enter _x0041_ in the field', 'North\nSouth', 'East\nWest', '東京']]);
  expect(text).not.toMatch(/_x000|トウ/);
});

test('a workbook with other prefixes, strict namespaces and dates from 1904 is read [FILE-063]', async () => {
  const strict = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
  const { sheets } = await readWorkbook(
    packageFile(
      'xl/workbook.xml',
      {
        'xl/workbook.xml': `<x:workbook xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main" xmlns:link="${strict}" conformance="strict"><x:workbookPr date1904="true"/><x:sheets><x:sheet link:id="one" name="Branches" sheetId="4"/></x:sheets></x:workbook>`,
        'xl/worksheets/sheet1.xml':
          '<x:worksheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Tacoma</x:t></x:is></x:c><x:c s="1"><x:v>44628</x:v></x:c><x:c s="1" t="d"><x:v>2026-03-09</x:v></x:c></x:row></x:sheetData></x:worksheet>',
        'xl/styles.xml':
          '<x:styleSheet xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:cellXfs><x:xf numFmtId="0"/><x:xf numFmtId="14"/></x:cellXfs></x:styleSheet>',
      },
      {
        'xl/workbook.xml': [
          ['one', `${strict}/worksheet`, 'xl/worksheets/sheet1.xml'],
          ['two', `${strict}/styles`, 'xl/styles.xml'],
        ],
      },
    ),
  );
  expect(sheets).toMatchObject([{ name: 'Branches', rows: [['Tacoma', '2026-03-09', '2026-03-09']] }]);
});

test('search finds text boxes, charts, SmartArt, notes, comments and page headers of a workbook [FILE-064]', async () => {
  const box = (text: string) =>
    `<xdr:sp><xdr:txBody><a:p><a:r><a:t>${text}</a:t></a:r><a:br/><a:r><a:t>below it</a:t></a:r></a:p></xdr:txBody></xdr:sp>`;
  const { text, rows } = await readWorkbook(
    workbook(row(1, inline('A1', 'Fees')), {
      after:
        '<headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;12Internal use&amp;R&amp;D</oddHeader><oddFooter>&amp;CPage &amp;P of &amp;N, R&amp;&amp;D desk</oddFooter></headerFooter>',
      parts: {
        'xl/drawings/drawing1.xml': `<xdr:wsDr xmlns:xdr="x" ${DRAWING} xmlns:mc="m"><xdr:twoCellAnchor>${box('Mind the minimum')}</xdr:twoCellAnchor><xdr:twoCellAnchor><mc:AlternateContent><mc:Choice Requires="a14">${box('Press to sort')}</mc:Choice><mc:Fallback>${box('Nobody sees this')}</mc:Fallback></mc:AlternateContent></xdr:twoCellAnchor></xdr:wsDr>`,
        'xl/charts/chart1.xml': `<c:chartSpace xmlns:c="c" ${DRAWING}><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Assets by</a:t></a:r><a:br/><a:r><a:t>quarter</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser><c:tx><c:strRef><c:f>S!$B$1</c:f><c:strCache><c:pt idx="0"><c:v>Managed_x000D_\naccounts</c:v></c:pt></c:strCache></c:strRef></c:tx><c:cat><c:numRef><c:numCache><c:formatCode>mmm\\-yy</c:formatCode><c:pt idx="0"><c:v>46090</c:v></c:pt></c:numCache></c:numRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>0</c:formatCode><c:pt idx="0"><c:v>7771</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>`,
        'xl/charts/chartEx1.xml': `<cx:chartSpace xmlns:cx="cx" ${DRAWING}><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl><cx:pt idx="0">Referrals</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl><cx:pt idx="0">8882</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData><cx:chart><cx:title><cx:tx><cx:txData><cx:v>Pipeline</cx:v></cx:txData></cx:tx></cx:title></cx:chart></cx:chartSpace>`,
        'xl/drawings/drawing2.xml': `<c:userShapes xmlns:c="c" xmlns:cdr="cdr" ${DRAWING}><cdr:sp><cdr:txBody><a:p><a:r><a:t>Record high</a:t></a:r></a:p></cdr:txBody></cdr:sp></c:userShapes>`,
        'xl/diagrams/data1.xml': `<dgm:dataModel xmlns:dgm="d" ${DRAWING}><dgm:ptLst><dgm:pt><dgm:t><a:p><a:r><a:t>Sign</a:t></a:r><a:br/><a:r><a:t>Scan_x000B_Send</a:t></a:r></a:p></dgm:t></dgm:pt></dgm:ptLst></dgm:dataModel>`,
        'xl/comments1.xml': `<comments xmlns="${SHEETS}"><authors><author>Ines</author><author>tc={1}</author></authors><commentList><comment ref="A1" authorId="0"><text><r><t>Ines:</t></r><r><t>
Ask the custodian_x000D_
twice</t></r></text></comment><comment ref="B1" authorId="1"><text><t>[Threaded comment] Your version of Excel</t></text></comment></commentList></comments>`,
        'xl/threadedComments/threadedComment1.xml': `<ThreadedComments xmlns="t"><threadedComment ref="B1" id="1"><text>Is this net of tax?</text></threadedComment><threadedComment ref="B1" parentId="1"><text>Gross, see memo</text></threadedComment></ThreadedComments>`,
      },
      relations: {
        'xl/worksheets/sheet1.xml': [
          ['d1', 'drawing', 'xl/drawings/drawing1.xml'],
          ['c1', 'comments', 'xl/comments1.xml'],
          [
            't1',
            'http://schemas.microsoft.com/office/2017/10/relationships/threadedComment',
            'xl/threadedComments/threadedComment1.xml',
          ],
        ],
        'xl/drawings/drawing1.xml': [
          ['h1', 'chart', 'xl/charts/chart1.xml'],
          ['h2', 'http://schemas.microsoft.com/office/2014/relationships/chartEx', 'xl/charts/chartEx1.xml'],
          ['s1', 'diagramData', 'xl/diagrams/data1.xml'],
        ],
        'xl/charts/chart1.xml': [['u1', 'chartUserShapes', 'xl/drawings/drawing2.xml']],
      },
    }),
  );
  expect(rows).toEqual([['Fees']]);
  const lines =
    'Mind the minimum|below it|Press to sort|Assets by|quarter|Managed|accounts|Mar-26|Pipeline|' +
    'Referrals|Record high|Sign|Scan|Send|Ines:|Ask the custodian|twice|Is this net of tax?|Gross, see memo|Internal use|Page of , R&D desk';
  expect(text.split('\n')).toEqual(expect.arrayContaining(lines.split('|')));
  expect(text).not.toMatch(/Nobody|Your version|7771|8882|Arial/);
});

test('rows and columns hidden by hand are neither shown nor found; those of a filter or an outline are [FILE-065]', async () => {
  const rowsOf = (attributes: string) =>
    row(1, inline('A1', 'Name') + inline('B1', 'Salary') + inline('C1', 'Grouped')) +
    row(2, inline('A2', 'Concealed') + inline('B2', 'x') + inline('C2', 'y'), attributes) +
    row(3, inline('A3', 'Plain'));
  const cols = '<cols><col min="2" max="2" hidden="1"/><col min="3" max="3" hidden="1" outlineLevel="1"/></cols>';
  const byHand = await readWorkbook(workbook(rowsOf('hidden="1"'), { before: cols }));
  expect(byHand.rows).toEqual([
    ['Name', '', 'Grouped'],
    ['', '', ''],
    ['Plain', '', ''],
  ]);
  expect(byHand.text).toBe('Clients\nName · Grouped\nPlain');
  const grouped = await readWorkbook(workbook(rowsOf('hidden="1" outlineLevel="1"')));
  expect(grouped.text).toContain('Concealed');
  const filtered = await readWorkbook(
    workbook(rowsOf('hidden="true"'), {
      after:
        '<autoFilter ref="A1:C3"><filterColumn colId="0"><filters><filter val="Plain"/></filters></filterColumn></autoFilter>',
    }),
  );
  expect(filtered.text).toContain('Concealed');
});

test('a sheet that is a chart is found by its words, and hidden sheets stay hidden [FILE-064]', async () => {
  const { sheets, text } = await readWorkbook(
    workbook(row(1, inline('A1', 'Data')), {
      workbook: `<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}"><sheets><sheet name="Clients" sheetId="1" r:id="r1"/><sheet name="Growth" sheetId="2" r:id="g"/><sheet name="Lookup" sheetId="3" r:id="h" state="veryHidden"/></sheets></workbook>`,
      parts: {
        'xl/chartsheets/sheet1.xml': `<chartsheet xmlns="${SHEETS}"/>`,
        'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${row(1, inline('A1', 'Covert'))}</sheetData></worksheet>`,
        'xl/drawings/drawing1.xml': '<xdr:wsDr xmlns:xdr="x"/>',
        'xl/charts/chart1.xml': `<c:chartSpace xmlns:c="c" ${DRAWING}><c:title><a:p><a:r><a:t>Steady climb</a:t></a:r></a:p></c:title></c:chartSpace>`,
      },
      relations: {
        'xl/workbook.xml': [
          ['g', 'chartsheet', 'xl/chartsheets/sheet1.xml'],
          ['h', 'worksheet', 'xl/worksheets/sheet2.xml'],
        ],
        'xl/chartsheets/sheet1.xml': [['d', 'drawing', 'xl/drawings/drawing1.xml']],
        'xl/drawings/drawing1.xml': [['c', 'chart', 'xl/charts/chart1.xml']],
      },
    }),
  );
  expect(sheets.map(({ name }) => name)).toEqual(['Clients']);
  expect(text).toBe('Clients\nData\nGrowth\nSteady climb');
});

test('a cell with a linked company or a picture shows its name, not the error for older programs [FILE-066]', async () => {
  const rich = 'http://schemas.microsoft.com/office/2017/06/relationships';
  const { rows } = await readWorkbook(
    workbook(
      row(
        1,
        '<c r="A1" t="e" vm="1"><v>#VALUE!</v></c><c r="B1" t="e" vm="2"><v>#VALUE!</v></c><c r="C1" t="e"><v>#REF!</v></c>',
      ),
      {
        parts: {
          'xl/metadata.xml': `<metadata xmlns="${SHEETS}" xmlns:xlrd="x"><metadataTypes count="2"><metadataType name="XLDAPR"/><metadataType name="XLRICHVALUE"/></metadataTypes><futureMetadata name="XLDAPR"><bk/></futureMetadata><futureMetadata name="XLRICHVALUE"><bk><extLst><ext><xlrd:rvb i="1"/></ext></extLst></bk><bk><extLst><ext><xlrd:rvb i="0"/></ext></extLst></bk></futureMetadata><valueMetadata><bk><rc t="2" v="0"/></bk><bk><rc t="2" v="1"/></bk></valueMetadata></metadata>`,
          'xl/richData/rdrichvalue.xml':
            '<rvData><rv s="1"><v>0</v><v>5</v><v>Map of branches</v></rv><rv s="0"><v>en-US</v><v>Contoso Holdings</v></rv></rvData>',
          'xl/richData/rdrichvaluestructure.xml':
            '<rvStructures><s t="_linkedentity2"><k n="%EntityCulture" t="s"/><k n="_DisplayString" t="s"/></s><s t="_localImage"><k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/><k n="Text" t="s"/></s></rvStructures>',
        },
        relations: {
          'xl/workbook.xml': [
            ['m', 'sheetMetadata', 'xl/metadata.xml'],
            ['v', `${rich}/rdRichValue`, 'xl/richData/rdrichvalue.xml'],
            ['s', `${rich}/rdRichValueStructure`, 'xl/richData/rdrichvaluestructure.xml'],
          ],
        },
      },
    ),
  );
  expect(rows).toEqual([['Contoso Holdings', 'Map of branches', '#REF!']]);
});

test('a long text that many cells share is read as far as Excel allows in a cell, and found once [FILE-067]', async () => {
  const cells = Array.from({ length: 2000 }, (_, index) =>
    row(index + 1, `<c r="A${index + 1}" t="s"><v>0</v></c><c r="B${index + 1}" t="s"><v>0</v></c>`),
  ).join('');
  const { sheets, text } = await readWorkbook(workbook(cells, { shared: [`<t>${'repeated '.repeat(40_000)}</t>`] }));
  expect(sheets).toMatchObject([{ totalRows: 2000, totalColumns: 2 }]);
  expect(text).toContain('repeated');
});

test('search finds every word of a long and wide sheet, of which the preview shows the beginning [FILE-067]', async () => {
  const long = Array.from({ length: 6000 }, (_, index) =>
    row(index + 1, inline(`A${index + 1}`, `holder${index} of the plan in branch ${index % 40}`)),
  ).join('');
  const { sheets, text } = await readWorkbook(workbook(`${long}${row(6001, inline('XFD6001', 'outermost'))}`));
  expect(sheets).toMatchObject([{ totalRows: 6001, totalColumns: 16_384 }]);
  expect(sheets[0]!.rows.length).toBe(200);
  const words = ['holder0 ', 'holder2999 ', 'holder5999 ', 'outermost'];
  expect(words.filter((word) => !text.includes(word))).toEqual([]);
});
