/** Text with the same formatting, or a line break. */
export type OfficeRun = { text: string; isBold?: boolean; href?: string } | 'break';

/** A paragraph or table as word processors have it. */
export type OfficeBlock =
  | {
      kind: 'paragraph';
      runs: OfficeRun[];
      /** 1 for the outermost level. */
      heading?: number;
      /** Its place in a list; `number` counts the entries of a numbered one. */
      list?: { depth: number; number?: number };
      isQuote?: boolean;
    }
  | { kind: 'table'; rows: string[][] };

/** A text as several programs write it, with the components that it becomes by whichever door it enters. */
interface SameText {
  name: string;
  markdown: string;
  /** As on the clipboard of a browser or Word. */
  html: string;
  /** As in a DOCX, ODT or RTF. */
  office: OfficeBlock[];
  /** Components without ids. */
  components: unknown[];
}

const text = (words: string, ...marks: unknown[]) => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks }),
});
const bold = { type: 'bold' };
const link = (href: string) => ({ type: 'link', attrs: { href } });
const hardBreak = { type: 'hardBreak' };
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const bodyText = (...content: unknown[]) => ({ type: 'BodyText', body: { type: 'doc', content } });
const range = (count: number) => Array.from({ length: count }, (_, index) => index);

type Paragraph = Extract<OfficeBlock, { kind: 'paragraph' }>;

const line = (words: string, properties: Omit<Paragraph, 'kind' | 'runs'> = {}): OfficeBlock => ({
  kind: 'paragraph',
  runs: [{ text: words }],
  ...properties,
});
const runs = (...all: OfficeRun[]): OfficeBlock => ({ kind: 'paragraph', runs: all });
const table = (rows: string[][]): OfficeBlock => ({ kind: 'table', rows });
const htmlTable = ([header = [], ...rows]: string[][]) =>
  `<table><tr>${header.map((cell) => `<th>${cell}</th>`).join('')}</tr>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
const markdownTable = ([header = [], ...rows]: string[][]) =>
  [header, header.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
const cells = (row: string[]) => row.map((cell) => [text(cell)]);

/** A list of which each entry contains the next. */
const nested = (levels: number): Omit<SameText, 'name' | 'components'> => ({
  markdown: range(levels)
    .map((depth) => `${'  '.repeat(depth)}- Level ${depth + 1}`)
    .join('\n'),
  html: `${range(levels)
    .map((depth) => `<ul><li>Level ${depth + 1}`)
    .join('')}${'</li></ul>'.repeat(levels)}`,
  office: range(levels).map((depth) => line(`Level ${depth + 1}`, { list: { depth } })),
});
const entries = (from: number, to: number): unknown[] =>
  from === to
    ? [{ content: [text(`Level ${to}`)] }]
    : [{ content: [text(`Level ${from}`)], items: entries(from + 1, to) }];
const withNinth = (list: unknown): unknown[] => {
  const [{ content, items }] = list as [{ content: unknown; items?: unknown }];
  return items ? [{ content, items: withNinth(items) }] : [{ content }, { content: [text('Level 9')] }];
};

const fees = [
  ['Plan', 'Fee'],
  ['Basic', '$1,200'],
  ['Plus', '$2,400.50'],
];
const wide = [range(21).map((column) => `Head ${column + 1}`), range(21).map((column) => `Cell ${column + 1}`)];
const longTitle = 'A title of more than three hundred letters. '.repeat(7).trim();
const longWord = 'x'.repeat(20_001);

export const sameTexts: SameText[] = [
  {
    name: 'a list of seven levels',
    ...nested(7),
    components: [{ type: 'BulletedList', ordered: false, items: entries(1, 7) }],
  },
  {
    name: 'a list of nine levels, one more than a list can have',
    ...nested(9),
    components: [{ type: 'BulletedList', ordered: false, items: withNinth(entries(1, 8)) }],
  },
  {
    name: 'a numbered list that continues after a paragraph',
    markdown: '1. One\n2. Two\n\nBetween.\n\n3. Three',
    html: '<ol><li>One</li><li>Two</li></ol><p>Between.</p><ol start="3"><li>Three</li></ol>',
    office: [
      line('One', { list: { depth: 0, number: 1 } }),
      line('Two', { list: { depth: 0, number: 2 } }),
      line('Between.'),
      line('Three', { list: { depth: 0, number: 3 } }),
    ],
    components: [
      { type: 'BulletedList', ordered: true, items: [{ content: [text('One')] }, { content: [text('Two')] }] },
      bodyText(paragraph(text('Between.'))),
      { type: 'BulletedList', ordered: true, start: 3, items: [{ content: [text('Three')] }] },
    ],
  },
  {
    name: 'headings of six levels',
    markdown: range(6)
      .map((depth) => `${'#'.repeat(depth + 1)} Part ${depth + 1}`)
      .join('\n\n'),
    html: range(6)
      .map((depth) => `<h${depth + 1}>Part ${depth + 1}</h${depth + 1}>`)
      .join(''),
    office: range(6).map((depth) => line(`Part ${depth + 1}`, { heading: depth + 1 })),
    components: [2, 3, 4, 4, 4, 4].map((number, depth) => ({
      type: 'Header',
      level: number,
      text: `Part ${depth + 1}`,
    })),
  },
  {
    name: 'a text whose highest heading is of the third level',
    markdown: '### Top\n\n#### Below',
    html: '<h3>Top</h3><h4>Below</h4>',
    office: [line('Top', { heading: 3 }), line('Below', { heading: 4 })],
    components: [
      { type: 'Header', level: 2, text: 'Top' },
      { type: 'Header', level: 3, text: 'Below' },
    ],
  },
  {
    name: 'a heading that is too long',
    markdown: `## ${longTitle}`,
    html: `<h2>${longTitle}</h2>`,
    office: [line(longTitle, { heading: 1 })],
    components: [bodyText(paragraph(text(longTitle, bold)))],
  },
  {
    name: 'a word that is too long',
    markdown: longWord,
    html: `<p>${longWord}</p>`,
    office: [line(longWord)],
    components: [bodyText(paragraph(text(longWord.slice(1)), text('x')))],
  },
  {
    name: 'a quotation with its source',
    markdown: '> Put it in writing.\n>\n> Always.\n>\n> — Ellen Ward',
    html: '<blockquote><p>Put it in writing.</p><p>Always.</p><p>— Ellen Ward</p></blockquote>',
    office: ['Put it in writing.', 'Always.', '— Ellen Ward'].map((words) => line(words, { isQuote: true })),
    components: [
      {
        type: 'Quote',
        body: { type: 'doc', content: [paragraph(text('Put it in writing.')), paragraph(text('Always.'))] },
        attribution: 'Ellen Ward',
      },
    ],
  },
  {
    name: 'a quotation whose source is on a new line, as Word writes it on the clipboard',
    markdown: '> Put it in writing.  \n> – Ellen Ward',
    html: '<p class=MsoQuote>Put it in writing.<br>– Ellen Ward</p>',
    office: [
      { kind: 'paragraph', runs: [{ text: 'Put it in writing.' }, 'break', { text: '– Ellen Ward' }], isQuote: true },
    ],
    components: [
      {
        type: 'Quote',
        body: { type: 'doc', content: [paragraph(text('Put it in writing.'))] },
        attribution: 'Ellen Ward',
      },
    ],
  },
  {
    name: 'a table with a column of numbers',
    markdown: markdownTable(fees),
    html: htmlTable(fees),
    office: [table(fees)],
    components: [
      { type: 'Table', align: ['Left', 'Right'], header: cells(fees[0]!), rows: [cells(fees[1]!), cells(fees[2]!)] },
    ],
  },
  {
    name: 'a table with one column more than a table can have',
    markdown: markdownTable(wide),
    html: htmlTable(wide),
    office: [table(wide)],
    components: [
      {
        type: 'Table',
        align: range(20).map(() => 'Left'),
        header: cells(wide[0]!.slice(0, 20)),
        rows: [cells(wide[1]!.slice(0, 20))],
      },
      { type: 'Table', align: ['Left'], header: cells(['Head 21']), rows: [cells(['Cell 21'])] },
    ],
  },
  {
    name: 'a link with an unsafe address',
    markdown: 'Read [this page](javascript:alert(1)) first.',
    html: '<p>Read <a href="javascript:alert(1)">this page</a> first.</p>',
    office: [runs({ text: 'Read ' }, { text: 'this page', href: 'javascript:alert(1)' }, { text: ' first.' })],
    components: [bodyText(paragraph(text('Read this page first.')))],
  },
  {
    name: 'a bold link inside a sentence',
    markdown: 'Read **[the report](https://example.com/a?b=1&c=2)** first.',
    html: '<p>Read <b><a href="https://example.com/a?b=1&amp;c=2">the report</a></b> first.</p>',
    office: [
      runs(
        { text: 'Read ' },
        { text: 'the report', isBold: true, href: 'https://example.com/a?b=1&c=2' },
        { text: ' first.' },
      ),
    ],
    components: [
      bodyText(
        paragraph(text('Read '), text('the report', link('https://example.com/a?b=1&c=2'), bold), text(' first.')),
      ),
    ],
  },
  {
    name: 'a paragraph that is only a link',
    markdown: '[The report](https://example.com/report)',
    html: '<p><a href="https://example.com/report">The report</a></p>',
    office: [runs({ text: 'The report', href: 'https://example.com/report' })],
    components: [{ type: 'Link', text: 'The report', href: 'https://example.com/report' }],
  },
  {
    name: 'empty paragraphs',
    markdown: 'One\n\n&nbsp;\n\n\n\n<p></p>\n\nTwo',
    html: '<p class=MsoNormal>One<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p></p><p>Two</p>',
    office: [line('One'), line(' '), runs(), line('Two')],
    components: [bodyText(paragraph(text('One')), paragraph(text('Two')))],
  },
  {
    name: 'line breaks and an empty line inside a paragraph',
    markdown: 'One  \ntwo<br><br>Three',
    html: '<p class=MsoNormal>One<br>two<br><br>Three</p>',
    office: [runs({ text: 'One' }, 'break', { text: 'two' }, 'break', 'break', { text: 'Three' }, 'break')],
    components: [bodyText(paragraph(text('One'), hardBreak, text('two')), paragraph(text('Three')))],
  },
  {
    name: 'a numbered list inside an entry, and a list of two lines in an entry after it',
    markdown: '- Collect\n  1. Statement\n  2. Form\n- Send  \n  to the desk',
    html: '<ul><li>Collect<ol><li>Statement</li><li>Form</li></ol></li><li>Send<br>to the desk</li></ul>',
    office: [
      line('Collect', { list: { depth: 0 } }),
      line('Statement', { list: { depth: 1, number: 1 } }),
      line('Form', { list: { depth: 1, number: 2 } }),
      { kind: 'paragraph', runs: [{ text: 'Send' }, 'break', { text: 'to the desk' }], list: { depth: 0 } },
    ],
    components: [
      {
        type: 'BulletedList',
        ordered: false,
        items: [
          {
            content: [text('Collect')],
            ordered: true,
            items: [{ content: [text('Statement')] }, { content: [text('Form')] }],
          },
          { content: [text('Send'), hardBreak, text('to the desk')] },
        ],
      },
    ],
  },
];
