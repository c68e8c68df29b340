import { expect, test } from 'vitest';
import { docxFile, zipFile } from '../../testing/files/officeFiles.ts';
import { readDocx } from './docx.ts';

const M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
const MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"';

const read = (bytes: Buffer) =>
  readDocx({
    size: bytes.length,
    read: async (start: number, length: number) => bytes.subarray(start, start + length),
  });
/** The lines that search finds. */
const linesOf = async (bytes: Buffer) => (await read(bytes)).texts.flatMap(({ text }) => text.split('\n'));
const linesIn = (body: string, ...more: Array<Parameters<typeof docxFile>[number]>) =>
  linesOf(docxFile(body, ...(more as [])));

const run = (text: string, properties = '') =>
  `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (text: string, properties = '') => `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${run(text)}</w:p>`;
const cell = (text: string, properties = '') =>
  `<w:tc>${properties && `<w:tcPr>${properties}</w:tcPr>`}${text === '' ? '<w:p/>' : p(text)}</w:tc>`;
const row = (...cells: string[]) => `<w:tr>${cells.join('')}</w:tr>`;
const control = (content: string) =>
  `<w:sdt><w:sdtPr><w:alias w:val="Pick one"/><w:rPr><w:b/></w:rPr></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const custom = (content: string) =>
  `<w:customXml w:element="entry"><w:customXmlPr><w:attr w:name="a" w:val="b"/></w:customXmlPr>${content}</w:customXml>`;

test('rows, cells, paragraphs and runs of a DOCX inside content controls and custom XML keep their places [FILE-022]', async () => {
  const body = [
    control(custom(p('Branch directory'))),
    `<w:tbl><w:tblPr/><w:tblGrid/>${row(cell('Branch'), cell('Manager'), cell('Floor'))}`,
    row(cell('Duluth'), control(cell('Tamsin Roe')), cell('3')),
    row(control(custom(cell('Fargo'))), control(control(cell('Otis Vane'))), cell('11')),
    control(row(cell('Minot'), cell('Greta Sund'), cell('2')) + row(cell('Bismarck'), cell('Hal Moss'), cell('5'))),
    custom(control(row(cell('Pierre'), `<w:tc>${control(p('Una Frey'))}</w:tc>`, cell('1')))),
    '</w:tbl>',
    `<w:p>${run('Signed by ')}${control(run('Lena'))}${custom(`<w:smartTag>${run('Holm')}</w:smartTag>`)}.</w:p>`,
  ].join('');
  expect(await linesIn(body)).toEqual([
    'Branch directory',
    'Branch · Manager · Floor',
    'Duluth · Tamsin Roe · 3',
    'Fargo · Otis Vane · 11',
    'Minot · Greta Sund · 2',
    'Bismarck · Hal Moss · 5',
    'Pierre · Una Frey · 1',
    'Signed by LenaHolm',
  ]);
});

test('cells that a row of a DOCX leaves out, and cells over several columns, move no other cell [FILE-022]', async () => {
  const body = `<w:tbl>${row(cell('Quarter'), cell('Fee'), cell('Paid'))}${row('<w:trPr><w:gridBefore w:val="1"/></w:trPr>', cell('12'), cell('yes'))}${row(cell('All year', '<w:gridSpan w:val="2"/>'), cell('no'))}</w:tbl>`;
  const { preview } = await read(docxFile(body));
  const text = (words: string) => [{ type: 'text', text: words }];
  expect(preview).toMatchObject({
    components: [
      {
        header: [text('Quarter'), text('Fee'), text('Paid')],
        rows: [
          [[], text('12'), text('yes')],
          [text('All year'), [], text('no')],
        ],
      },
    ],
  });
});

test('breaks and tabs of every kind in a DOCX separate words; optional hyphens and page borders of the last print do not [FILE-023]', async () => {
  const breaks = [
    '<w:br/>',
    '<w:br w:type="textWrapping" w:clear="all"/>',
    '<w:br w:type="page"/>',
    '<w:br w:type="column"/>',
    '<w:cr/>',
  ];
  for (const one of breaks)
    expect(await linesIn(`<w:p><w:r><w:t>Umbrella</w:t>${one}<w:t>Liability</w:t></w:r></w:p>`), one).toEqual([
      'Umbrella',
      'Liability',
    ]);
  for (const one of ['<w:tab/>', '<w:ptab w:alignment="right" w:relativeTo="margin" w:leader="none"/>'])
    expect(await linesIn(`<w:p><w:r><w:t>Umbrella</w:t>${one}<w:t>Liability</w:t></w:r></w:p>`)).toEqual([
      'Umbrella Liability',
    ]);
  const joined =
    '<w:r><w:t>dis</w:t><w:softHyphen/><w:t>clo</w:t><w:lastRenderedPageBreak/><w:t>s\u00adures on 1099</w:t><w:noBreakHyphen/><w:t>B</w:t></w:r>';
  expect(await linesIn(`<w:p>${joined}</w:p>`)).toEqual(['disclosures on 1099-B']);
});

test('symbols of a DOCX become Unicode characters, whatever the font [FILE-023]', async () => {
  const sym = (font: string, char: string) => `<w:r><w:sym w:font="${font}" w:char="${char}"/></w:r>`;
  const body = [
    `<w:p>${sym('Symbol', 'F061')}${run('-helix, ')}${sym('symbol', '0053')}${run(' and ')}${sym('Symbol', 'F0A3')}</w:p>`,
    `<w:p>${sym('Wingdings', 'F0FE')}${sym('Wingdings 2', 'F050')}${sym('Webdings', 'F061')}${sym('Segoe UI Symbol', '2610')}${run('Agreed')}</w:p>`,
    `<w:p>${run('before')}${sym('Wingdings', 'F0D9')}${sym('Unknown', 'F041')}${run('after')}</w:p>`,
    `<w:p>${run('\uf06d', '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>')}${run('-law')}</w:p>`,
    `<w:p><w:r><mc:AlternateContent ${MC}><mc:Choice Requires="w16se"><w16se:symEx xmlns:w16se="x" w16se:font="Segoe UI Emoji" w16se:char="1F60A"/></mc:Choice><mc:Fallback><w:t>:-)</w:t></mc:Fallback></mc:AlternateContent></w:r></w:p>`,
  ].join('');
  expect(await linesIn(body)).toEqual(['α-helix, Σ and ≤', '☑✓✔☐Agreed', 'before after', 'μ-law', '😊']);
});

test('equations of a DOCX are one line with their words apart, and ruby shows its base [FILE-023]', async () => {
  const word = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const body = [
    `<w:p>${run('So ')}<m:oMath ${M}><m:f><m:num>${word('yield')}</m:num><m:den>${word('price')}</m:den></m:f>${word('=')}<m:sSup><m:e>${word('growth')}</m:e><m:sup>${word('years')}</m:sup></m:sSup></m:oMath>${run(' holds.')}</w:p>`,
    `<m:oMathPara ${M}><m:oMath><m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${word('month')}</m:sub><m:sup>${word('12')}</m:sup><m:e><m:d><m:e>${word('deposit')}</m:e></m:d></m:e></m:nary></m:oMath></m:oMathPara>`,
    `<w:p><m:oMathPara ${M}><m:oMath><m:m><m:mr><m:e>${word('low')}</m:e><m:e>${word('high')}</m:e></m:mr></m:m></m:oMath></m:oMathPara></w:p>`,
    `<w:p><w:r><w:ruby><w:rubyPr/><w:rt><w:r><w:t>おおさか</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>大阪</w:t></w:r></w:rubyBase></w:ruby></w:r>${run(' branch')}</w:p>`,
  ].join('');
  expect(await linesIn(body)).toEqual([
    'So yield/price=growth^years holds.',
    '∑ month 12 (deposit)',
    'low high',
    '大阪 branch',
  ]);
});

const packed = (name: string, data: string | Uint8Array, id = 'c1') => ({
  entry: { name: `word/${name}`, data },
  link: [id, name] as [string, string],
});
/** A DOCX with these chunks in place of paragraphs. */
const withChunks = (...chunks: Array<ReturnType<typeof packed>>) =>
  docxFile(
    [p('Before'), ...chunks.map(({ link: [id] }) => `<w:altChunk r:id="${id}"/>`), p('After')].join(''),
    chunks.map(({ entry }) => entry),
    [],
    [],
    chunks.map(({ link: [id, name] }) => [id, 'aFChunk', name]),
  );

test('web pages, texts and documents that a DOCX embeds are read in their place [FILE-024]', async () => {
  const page =
    '<html><head><title>Not shown</title><style>p{color:red}</style></head><body><h1>Sales &amp; service</h1><p>Caf&eacute; <b>bo</b>nus<!-- hidden -->: 5 &lt; 6<script>run()</script><br>next</p><table><tr><td>Ann</td><td>Lee</td></tr></table></body></html>';
  const message = `MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="=_edge"\r\n\r\n--=_edge\r\nContent-Type: text/html; charset="utf-8"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<html><body><p>Gl=C3=BCck and a long line th=\r\nat continues</p></body></html>\r\n--=_edge\r\nContent-Type: image/png\r\n\r\nxx\r\n--=_edge--\r\n`;
  const inner = docxFile(`${p('From the annex')}${p('Second', '<w:pStyle w:val="H1"/>')}`);
  const bytes = withChunks(
    packed('a.html', page, 'c1'),
    packed('b.mht', message, 'c2'),
    packed('c.txt', Buffer.from('Plain na\xefve text\r\nof two lines', 'latin1'), 'c3'),
    packed('d.docx', inner, 'c4'),
    packed('e.rtf', '{\\rtf1 not read}', 'c5'),
    packed('f.docx', 'PK no archive', 'c6'),
  );
  expect(await linesOf(bytes)).toEqual([
    'Before',
    'Sales & service',
    'Café bonus: 5 < 6',
    'next',
    'Ann · Lee',
    'Glück and a long line that continues',
    'Plain naïve text',
    'of two lines',
    'From the annex',
    'Second',
    'After',
  ]);
});

test('documents in documents in a DOCX end at the third level, and broken pages do not stop the reader [FILE-024]', async () => {
  let nested = docxFile(p('Level 5'));
  for (let level = 4; level >= 1; level -= 1)
    nested = docxFile(
      `${p(`Level ${level}`)}<w:altChunk r:id="c1"/>`,
      [{ name: 'word/in.docx', data: nested }],
      [],
      [],
      [['c1', 'aFChunk', 'in.docx']],
    );
  expect(await linesOf(nested)).toEqual(['Level 1', 'Level 2', 'Level 3', 'Level 4']);
  const broken = `<html><body>${'<!-- '.repeat(1000)}`;
  expect(
    await linesOf(withChunks(packed('a.htm', broken), packed('b.htm', '<html><body>a < b <script>', 'c2'))),
  ).toEqual(['Before', 'a < b', 'After']);
});

test('the words of charts and SmartArt in a DOCX are found, but not the numbers of a chart [FILE-025]', async () => {
  const text = (words: string) => `<a:p xmlns:a="a"><a:r><a:t>${words}</a:t></a:r></a:p>`;
  const cache = (...values: string[]) =>
    values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('');
  const chart = `<c:chart xmlns:c="c"><c:title><c:tx><c:rich>${text('Premiums')}</c:rich></c:tx></c:title>${[1, 2]
    .map(
      (series) =>
        `<c:ser><c:tx><c:strRef><c:f>S!$B$1</c:f><c:strCache>${cache(`Series ${series}`)}</c:strCache></c:strRef></c:tx><c:cat><c:numRef><c:f>S!A1</c:f><c:numCache><c:formatCode>General</c:formatCode>${cache('2025', '2026')}</c:numCache></c:numRef></c:cat><c:val><c:numRef><c:numCache>${cache('17.5', '31')}</c:numCache></c:numRef></c:val></c:ser>`,
    )
    .join('')}</c:chart>`;
  const sunburst =
    '<cx:chartData xmlns:cx="cx"><cx:data id="0"><cx:strDim type="cat"><cx:lvl><cx:pt idx="0">Orchards</cx:pt></cx:lvl></cx:strDim><cx:numDim type="size"><cx:lvl><cx:pt idx="0">44</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData>';
  const nodes = `<dgm:ptLst xmlns:dgm="dgm"><dgm:pt modelId="1"><dgm:t>${text('Collect papers')}</dgm:t></dgm:pt><dgm:pt modelId="2"><dgm:t>${text('Sign and mail')}</dgm:t></dgm:pt></dgm:ptLst>`;
  const beside: Array<[string, string]> = [
    ['chart', chart],
    ['chartEx', sunburst],
    ['diagramData', nodes],
  ];
  expect(await linesIn(p('See the picture.'), [], [], beside)).toEqual([
    'See the picture.',
    'Premiums',
    'Series 1',
    '2025',
    '2026',
    'Series 2',
    'Orchards',
    'Collect papers',
    'Sign and mail',
  ]);
});

test('a text box of a DOCX is read once although it is drawn twice, and watermarks are read [FILE-026]', async () => {
  const box = `<w:txbxContent>${p('Call the desk')}<w:tbl>${row(cell('Ext.'), cell('4410'))}</w:tbl></w:txbxContent>`;
  const drawn = `<w:r><mc:AlternateContent ${MC}><mc:Choice Requires="wps"><w:drawing><wps:txbx xmlns:wps="w">${box}</wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox xmlns:v="v">${box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>`;
  const old = `<w:r><w:pict><v:textbox xmlns:v="v"><w:txbxContent>${p('Old box')}</w:txbxContent></v:textbox></w:pict></w:r>`;
  const deleted = `<w:del><w:r><w:pict><v:textbox xmlns:v="v"><w:txbxContent>${p('Gone box')}</w:txbxContent></v:textbox></w:pict></w:r></w:del>`;
  const watermark =
    '<w:p><w:r><w:pict><v:shape xmlns:v="v"><v:textpath string="SAMPLE ONLY"/></v:shape></w:pict></w:r></w:p>';
  const body = `<w:p>${run('Main text')}${drawn}${old}${deleted}</w:p>`;
  expect(await linesIn(body, [], [], [['header', watermark]])).toEqual([
    'Main text',
    'Call the desk',
    'Ext. · 4410',
    'Old box',
    'SAMPLE ONLY',
  ]);
});

test('characters and references of a DOCX are whole wherever a piece of a large part ends [FILE-021]', async () => {
  for (const shift of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]) {
    const words = `${'x'.repeat(shift)} ${'é&#x1F600;&amp;&#xD800;§ '.repeat(8000)}`;
    const [line] = await linesIn(`<w:p>${run(words)}</w:p>`);
    expect(line!.split(' ').filter((word) => !/^(?:é😀&§|x+)$/.test(word))).toEqual([]);
  }
});

test('a DOCX is read whatever its prefixes, the case of its names and the encoding of its targets [FILE-026]', async () => {
  const R = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
  const relation = (id: string, type: string, target: string, mode = '') =>
    `<Relationship Id="${id}" Type="${R}/${type}" Target="${target}"${mode}/>`;
  const bytes = zipFile([
    {
      name: '_rels/.RELS',
      data: `<pr:Relationships xmlns:pr="p">${relation('a', 'officeDocument', '/Word/Main%20Text.xml').replace('<', '<pr:')}</pr:Relationships>`,
    },
    {
      name: 'word/_rels/main text.xml.rels',
      data: `<Relationships>${relation('h', 'hyperlink', 'https://example.com/', ' TargetMode="External"')}${relation('x', 'comments', '.\\Notes.xml#top')}</Relationships>`,
    },
    { name: 'word/notes.xml', data: '<comments><comment><p><r><t>Remark</t></r></p></comment></comments>' },
    {
      name: 'word/main text.xml',
      data: `<ns0:document xmlns:ns0="w" xmlns:rel="${R}"><ns0:body><ns0:p><ns0:hyperlink rel:id="h" id="other"><ns0:r><ns0:t>Portal</ns0:t></ns0:r></ns0:hyperlink></ns0:p></ns0:body></ns0:document>`,
    },
  ]);
  expect(await linesOf(bytes)).toEqual(['Portal', 'Remark']);
  expect(JSON.stringify((await read(bytes)).preview)).toContain('https://example.com/');
});

test('a deleted paragraph mark in a DOCX joins two paragraphs, and a drop cap belongs to its word [FILE-027]', async () => {
  const deletedMark = '<w:rPr><w:del w:id="1" w:author="A"/></w:rPr>';
  const body = [
    p('Rein', deletedMark),
    p('surance treaty', '<w:pStyle w:val="H1"/>'),
    p('one', '<w:rPr><w:moveFrom w:id="2"/></w:rPr>') + control(p(' two', deletedMark)) + p(' three'),
    `<w:tbl>${row(`<w:tc>${p('left', deletedMark)}</w:tc>`, cell('right'))}</w:tbl>`,
    p('E', '<w:framePr w:dropCap="drop" w:lines="3"/>') + p('very advisor'),
    p('last', deletedMark),
  ].join('');
  expect(await linesIn(body)).toEqual(['Reinsurance treaty', 'one two three', 'left · right', 'Every advisor', 'last']);
});

test('deleted and moved-away text of a DOCX is neither shown nor found, inserted and moved-in text is [FILE-027]', async () => {
  const body = [
    `<w:p>${run('Keep ')}<w:del><w:r><w:delText>erased</w:delText></w:r></w:del><w:ins>${run('added ')}</w:ins><w:moveFrom>${run('departed')}</w:moveFrom><w:moveTo>${run('arrived')}</w:moveTo></w:p>`,
    `<w:tbl>${row('<w:trPr><w:del w:id="3"/></w:trPr>', cell('struck'), cell('row'))}${row('<w:trPr><w:ins w:id="4"/></w:trPr>', cell('fresh'), cell('strucktoo', '<w:cellDel w:id="5"/>'), cell('row'))}</w:tbl>`,
    `<w:p><m:oMath ${M}><m:r><m:t>sum</m:t></m:r><w:del><m:r><m:t>erasedsum</m:t></m:r></w:del></m:oMath></w:p>`,
  ].join('');
  expect(await linesIn(body)).toEqual(['Keep added arrived', 'fresh · row', 'sum']);
});

/** A DOCX with these styles instead of the usual ones. */
const withStyles = (styles: string, body: string) =>
  docxFile(
    body,
    [{ name: 'word/own.xml', data: `<w:styles xmlns:w="w">${styles}</w:styles>` }],
    [],
    [],
    [['own', 'styles', 'own.xml']],
  );

test('text of a DOCX that is hidden directly, by a style or by what a style is based on is neither shown nor found [FILE-027]', async () => {
  const style = (type: string, id: string, content: string, basedOn = '') =>
    `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${id}"/>${basedOn && `<w:basedOn w:val="${basedOn}"/>`}<w:rPr>${content}</w:rPr></w:style>`;
  const styles = [
    style('paragraph', 'Secret', '<w:vanish/>'),
    style('paragraph', 'Deeper', '<w:b/>', 'Secret'),
    style('paragraph', 'Open', '<w:vanish w:val="false"/>', 'Deeper'),
    style('character', 'Quiet', '<w:vanish w:val="1"/>'),
    style('character', 'QuietChild', '', 'Quiet'),
  ].join('');
  const body = [
    `<w:p>${run('visible ')}${run('direct', '<w:vanish/>')}${run('styled', '<w:rStyle w:val="QuietChild"/>')}${run('again', '<w:rStyle w:val="Quiet"/><w:vanish w:val="0"/>')}</w:p>`,
    p('paragraph', '<w:pStyle w:val="Deeper"/>'),
    p('opened', '<w:pStyle w:val="Open"/>'),
    `<w:p><w:pPr><w:pStyle w:val="Secret"/></w:pPr>${run('hush ')}${run('toggled', '<w:rStyle w:val="Quiet"/>')}</w:p>`,
    `<w:tbl>${row(`<w:tc>${p('cellsecret', '<w:pStyle w:val="Secret"/>')}</w:tc>`, cell('shown'))}</w:tbl>`,
  ].join('');
  const bytes = withStyles(styles, body);
  expect(await linesOf(bytes)).toEqual(['visible again', 'opened', 'toggled', 'shown']);
  expect(JSON.stringify((await read(bytes)).preview)).not.toMatch(/direct|styled|hush|cellsecret/);
});

test('text of a DOCX can be hidden by the default style or the defaults of the document [FILE-027]', async () => {
  const body =
    p('nothing') +
    `<w:p>${run('something', '<w:vanish w:val="off"/>')}</w:p>` +
    p('named', '<w:pStyle w:val="Named"/>');
  const named = '<w:style w:type="paragraph" w:styleId="Named"><w:name w:val="Named"/></w:style>';
  const byDefaultStyle = `<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/><w:rPr><w:vanish/></w:rPr></w:style>${named}`;
  expect(await linesOf(withStyles(byDefaultStyle, body))).toEqual(['something', 'named']);
  const byDefaults = `<w:docDefaults><w:rPrDefault><w:rPr><w:vanish/></w:rPr></w:rPrDefault></w:docDefaults>${named}`;
  expect(await linesOf(withStyles(byDefaults, body))).toEqual(['something']);
});

test('fields of a DOCX show their result and not their instructions, also when they are nested [FILE-028]', async () => {
  const mark = (type: string, more = '') => `<w:r><w:fldChar w:fldCharType="${type}">${more}</w:fldChar></w:r>`;
  const instruction = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`;
  const field = (code: string, result: string) => `${mark('begin')}${code}${mark('separate')}${result}${mark('end')}`;
  const list =
    '<w:ffData><w:ddList><w:result w:val="1"/><w:listEntry w:val="Monthly"/><w:listEntry w:val="Weekly"/></w:ddList></w:ffData>';
  const body = [
    `<w:p>${run('Dear ')}${field(instruction(' IF ') + field(instruction(' MERGEFIELD state '), run('unseen')) + instruction(' = "MN" "a" "b" '), run('Ms. Ode'))}${run(',')}</w:p>`,
    `<w:p>${field(instruction('INCLUDETEXT'), `${run('first part')}</w:p><w:p>${run('second part')}`)}</w:p>`,
    `<w:p>${mark('begin')}${instruction(' XE "index entry" ')}${mark('end')}${run('after an entry')}</w:p>`,
    `<w:p>${run('Paid ')}${mark('begin', list)}${instruction(' FORMDROPDOWN ')}${mark('end')}</w:p>`,
    `<w:p><w:fldSimple w:instr=" AUTHOR ">${run('Ida Brandt')}</w:fldSimple></w:p>`,
    `<w:p>${mark('begin')}${instruction(' PAGE ')}</w:p>${p('after an open field')}`,
  ].join('');
  expect(await linesIn(body)).toEqual([
    'Dear Ms. Ode,',
    'first part',
    'second part',
    'after an entry',
    'Paid Weekly',
    'Ida Brandt',
    'after an open field',
  ]);
});

test('every word of a long paragraph, cell and table of a DOCX is found, where its preview ends [FILE-029]', async () => {
  const lines = Array.from({ length: 900 }, (_, line) => `<w:r><w:t>verse${line}</w:t><w:br/></w:r>`).join('');
  const pieces = Array.from({ length: 900 }, (_, piece) => run(`piece${piece} `, piece % 2 === 0 ? '<w:b/>' : '')).join(
    '',
  );
  const inCell = Array.from({ length: 150 }, (_, line) => p(`note${line}`)).join('');
  const rows = Array.from({ length: 450 }, (_, line) => row(cell(`key${line}`), cell(`value${line}`))).join('');
  const body = [
    `<w:p>${lines}</w:p>`,
    `<w:p>${pieces}</w:p>`,
    p(`${'word '.repeat(8000)}hindmost`),
    `<w:tbl>${row(`<w:tc>${inCell}${inCell.replaceAll('note', 'memo').slice(0, 0)}</w:tc>`, cell('beside'))}${rows}</w:tbl>`,
  ].join('');
  const bytes = docxFile(body);
  const text = (await linesOf(bytes)).join(' ');
  for (const word of ['verse899', 'piece899', 'hindmost', 'note149', 'beside', 'key449 · value449'])
    expect(text).toContain(word);
  const { preview } = await read(bytes);
  if (preview?.kind !== 'Components') throw new Error('it is not shown as a document');
  expect(preview.isCut).toBe(true);
  expect(preview.components.map(({ type }) => type)).toEqual(['BodyText', 'Table']);
  expect(JSON.stringify(preview)).toContain('verse899');
});

test('a cell of a DOCX with hundreds of paragraphs is shown as text between the rows around it [FILE-021]', async () => {
  const many = Array.from({ length: 300 }, (_, line) => p(`clause${line}`)).join('');
  const body = `<w:tbl>${row(cell('Topic'), cell('Text'))}${row(cell('Terms'), `<w:tc>${many}</w:tc>`, cell('end'))}${row(cell('Fees'), cell('none'))}</w:tbl>`;
  const lines = await linesIn(body);
  expect(lines.slice(0, 3)).toEqual(['Topic · Text', 'Terms', 'clause0']);
  expect(lines.slice(-3)).toEqual(['clause299', 'end', 'Fees · none']);
  const framed = await linesIn(`<w:tbl>${row(`<w:tc>${many}</w:tc>`)}</w:tbl>`);
  expect(framed).toHaveLength(300);
});
