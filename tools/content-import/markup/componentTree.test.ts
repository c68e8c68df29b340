import { ComponentTree } from '@portico/kinds/content';
import type { ListItem } from '@portico/kinds/parts';
import { describe, expect, test } from 'vitest';
import { tree, wordsIn, wordsOf } from '../testing/importedTree.ts';
import { componentTree } from './componentTree.ts';

/** Components without their ids, for comparison. */
const shapes = (markdown: string) => tree(markdown).map(({ id: _, ...shape }) => shape);
const text = (value: string, ...marks: Array<Record<string, unknown>>) => ({
  type: 'text',
  text: value,
  ...(marks.length > 0 ? { marks } : {}),
});
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content });
const link = (href: string) => ({ type: 'link', attrs: { href } });

describe('markdown blocks', () => {
  test('headings become Headers of level 2 to 4, counted from the highest heading', () => {
    expect(shapes('# One\n\n## Two\n\n### Three\n\n#### Four\n\n##### Five\n\n###### **Six** `x`')).toEqual([
      { type: 'Header', level: 2, text: 'One' },
      { type: 'Header', level: 3, text: 'Two' },
      { type: 'Header', level: 4, text: 'Three' },
      { type: 'Header', level: 4, text: 'Four' },
      { type: 'Header', level: 4, text: 'Five' },
      { type: 'Header', level: 4, text: 'Six x' },
    ]);
    expect(shapes('### Below\n\n## Top')).toMatchObject([{ level: 3 }, { level: 2 }]);
    expect(shapes('##\n\nText')).toHaveLength(1);
  });

  test('adjacent paragraphs and code form one BodyText, and other blocks separate it', () => {
    expect(shapes('One\ntwo  \nthree\n\n```\na = 1\nb = 2\n```\n\n---\n\nFour')).toEqual([
      {
        type: 'BodyText',
        body: {
          type: 'doc',
          content: [
            paragraph(text('One two'), { type: 'hardBreak' }, text('three')),
            { type: 'codeBlock', content: [text('a = 1\nb = 2')] },
          ],
        },
      },
      { type: 'Divider' },
      { type: 'BodyText', body: { type: 'doc', content: [paragraph(text('Four'))] } },
    ]);
  });

  test('bold, italic, code and links are marks and can be nested', () => {
    expect(
      shapes(
        'A **bold *and italic*** `code` [**link**](https://www.sec.gov/x?a=1&b=2 "t") <https://irs.gov> [ref][r]\n\n[r]: mailto:a@b.test',
      ),
    ).toEqual([
      {
        type: 'BodyText',
        body: {
          type: 'doc',
          content: [
            paragraph(
              text('A '),
              text('bold ', { type: 'bold' }),
              text('and italic', { type: 'bold' }, { type: 'italic' }),
              text(' '),
              text('code', { type: 'code' }),
              text(' '),
              text('link', link('https://www.sec.gov/x?a=1&b=2'), { type: 'bold' }),
              text(' '),
              text('https://irs.gov', link('https://irs.gov')),
              text(' '),
              text('ref', link('mailto:a@b.test')),
            ),
          ],
        },
      },
    ]);
  });

  test('a paragraph with only a link becomes a Link', () => {
    expect(shapes('[Read **on**](/news)')).toMatchObject([{ type: 'BodyText' }]);
    expect(shapes('[Read on](/news)')).toEqual([{ type: 'Link', text: 'Read on', href: '/news' }]);
    expect(shapes('[Read on](/news).')).toMatchObject([{ type: 'BodyText' }]);
    expect(shapes(`[${'x'.repeat(200)}](/news)`)).toMatchObject([{ type: 'Link' }]);
    expect(shapes(`[${'x'.repeat(201)}](/news)`)).toMatchObject([{ type: 'BodyText' }]);
  });

  test('lists keep numbering, start and nesting', () => {
    expect(shapes('3. three\n4. four\n   - a\n   - b\n     1. deep')).toEqual([
      {
        type: 'BulletedList',
        ordered: true,
        start: 3,
        items: [
          { content: [text('three')] },
          {
            content: [text('four')],
            items: [
              { content: [text('a')] },
              { content: [text('b')], ordered: true, items: [{ content: [text('deep')] }] },
            ],
          },
        ],
      },
    ]);
    expect(shapes('* x\n\n* y')).toEqual([
      { type: 'BulletedList', ordered: false, items: [{ content: [text('x')] }, { content: [text('y')] }] },
    ]);
  });

  test('other blocks in a list entry stay in it, in order', () => {
    const br = { type: 'hardBreak' };
    expect(shapes('- one\n\n  two\n  - sub\n\n  three\n\n      code\n')).toEqual([
      {
        type: 'BulletedList',
        ordered: false,
        items: [
          {
            content: [text('one'), br, text('two')],
            items: [{ content: [text('sub'), br, text('three'), br, text('code', { type: 'code' })] }],
          },
        ],
      },
    ]);
  });

  test('quotations keep their paragraphs, and a last line that starts with a dash names the source', () => {
    expect(shapes('> Words\n>\n> more\n>\n> — Ada Lovelace')).toEqual([
      {
        type: 'Quote',
        body: { type: 'doc', content: [paragraph(text('Words')), paragraph(text('more'))] },
        attribution: 'Ada Lovelace',
      },
    ]);
    expect(shapes('> — just this')).toEqual([
      { type: 'Quote', body: { type: 'doc', content: [paragraph(text('— just this'))] } },
    ]);
    expect(shapes('> # Head\n> 1. a\n> 2. b\n> > deeper')).toEqual([
      {
        type: 'Quote',
        body: {
          type: 'doc',
          content: [
            paragraph(text('Head', { type: 'bold' })),
            paragraph(text('1. a')),
            paragraph(text('2. b')),
            paragraph(text('deeper')),
          ],
        },
      },
    ]);
  });

  test('tables keep their alignment, short rows are filled up, and a column of numbers is right-aligned by default', () => {
    expect(shapes('| a | b | c | d |\n|:-:|--:|---|---|\n| 1 | **2** | $3,000.50 | x |\n| only |')).toEqual([
      {
        type: 'Table',
        align: ['Center', 'Right', 'Right', 'Left'],
        header: [[text('a')], [text('b')], [text('c')], [text('d')]],
        rows: [
          [[text('1')], [text('2', { type: 'bold' })], [text('$3,000.50')], [text('x')]],
          [[text('only')], [], [], []],
        ],
      },
    ]);
    expect(shapes('| a |\n|---|')).toMatchObject([{ align: ['Left'], rows: [] }]);
  });
});

describe('markdown that is not allowed', () => {
  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    '//evil.test',
    'relative/page',
    'java&#10;script:alert(1)',
    '/\\evil.test',
    `https://a.test/${'x'.repeat(2048)}`,
  ])('the link %s loses its address and keeps its words [X2]', (href) => {
    const { components, notes } = componentTree(`Go [here now](${href}) please`, 'x');
    expect(components).toMatchObject([{ body: { content: [paragraph(text('Go here now please'))] } }]);
    expect(notes).toEqual([expect.stringContaining('link removed')]);
  });

  test.each([
    'https://www.irs.gov',
    'mailto:desk@irs.gov',
    'tel:+12025550100',
    '/news?page=2',
    '#top',
    `https://a.test/${'x'.repeat(2033)}`,
  ])('the link %s is kept [X2]', (href) => {
    expect(componentTree(`Go [here](${href})!`, 'x')).toMatchObject({
      notes: [],
      components: [{ body: { content: [{ content: [{}, { marks: [link(href)] }, {}] }] } }],
    });
  });

  test('scripts and pictures are left out and reported, comments silently; other HTML keeps its meaning', () => {
    const { components, notes } = componentTree(
      '<script>alert(1)</script>\n\nA <b onclick="x()">bold</b>&nbsp;claim<br>and ![a chart](https://x.test/a.png).\n\n<!-- note -->',
      'x',
    );
    expect(components).toMatchObject([
      {
        body: {
          content: [
            paragraph(
              text('A '),
              text('bold', { type: 'bold' }),
              text('\u00a0claim'),
              { type: 'hardBreak' },
              text('and .'),
            ),
          ],
        },
      },
    ]);
    expect(notes).toEqual(['HTML left out: <script>', 'picture left out: a chart']);
  });
});

describe('markdown beyond the limits of the contract', () => {
  const valid = (markdown: string) => ComponentTree.safeParse(tree(markdown)).success;
  const lines = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index)).join('\n');

  test.each([
    ['500 and 501 paragraphs', (n: number) => lines(n, (i) => `p${i}\n`), 500, [1, 2]],
    ['200 and 201 entries', (n: number) => lines(n, (i) => `${i + 1}. e${i}`), 200, [1, 2]],
    ['500 and 501 rows', (n: number) => `| h |\n|---|\n${lines(n, (i) => `| r${i} |`)}`, 500, [1, 2]],
    ['500 and 501 quoted paragraphs', (n: number) => lines(n, (i) => `> q${i}\n>`), 500, [1, 2]],
  ] as const)('%s are split without loss', (_, make, most, counts) => {
    for (const [index, size] of [most, most + 1].entries()) {
      expect(tree(make(size))).toHaveLength(counts[index]!);
      expect(valid(make(size))).toBe(true);
      expect(wordsIn(make(size)).filter((word) => /^[peqr]\d+$/.test(word))).toHaveLength(size);
    }
  });

  test('a numbered list that is split continues counting', () => {
    expect(shapes(lines(201, (i) => `${i}. e`))).toMatchObject([{ start: 0 }, { start: 200, items: [{}] }]);
  });

  test('a heading of 301 letters becomes text, and a paragraph of 501 pieces is split', () => {
    expect(shapes(`## ${'x'.repeat(300)}`)).toMatchObject([{ type: 'Header' }]);
    expect(shapes(`## ${'x'.repeat(301)}`)).toMatchObject([{ type: 'BodyText' }]);
    const pieces = (n: number) => Array.from({ length: n }, (_, i) => (i % 2 ? `*i${i}*` : `b${i} `)).join('');
    expect(shapes(pieces(500))).toMatchObject([{ body: { content: [{}] } }]);
    expect(shapes(pieces(502))).toMatchObject([{ body: { content: [{}, {}] } }]);
    expect(valid(pieces(502))).toBe(true);
  });

  test('a word of 20,001 letters is split, but never within a character', () => {
    expect(valid('x'.repeat(20_001))).toBe(true);
    expect(shapes('x'.repeat(20_001))).toMatchObject([{ body: { content: [{ content: [{}, {}] }] } }]);
    const emoji = `x${'😀'.repeat(10_000)}`;
    const [body] = tree(emoji);
    expect(wordsOf(body!).join('')).toBe(emoji);
    expect(JSON.stringify(body).includes('\\ud83d"')).toBe(false);
  });

  test('a table of 21 columns becomes two; validation rejects 1,001 components', () => {
    const columns = (n: number) => `|${' a |'.repeat(n)}\n|${'---|'.repeat(n)}\n|${' b |'.repeat(n)}`;
    expect([tree(columns(20)).length, tree(columns(21)).length]).toEqual([1, 2]);
    expect(valid(columns(21))).toBe(true);
    const rules = (n: number) => '---\n\n'.repeat(n);
    expect([valid(rules(1000)), valid(rules(1001))]).toEqual([true, false]);
  });

  test('lists nested deeper than eight levels keep their entries in the eighth', () => {
    const nested = lines(12, (i) => `${'  '.repeat(i)}- w${i}`);
    const depth = (items: ListItem[]): number =>
      1 + Math.max(0, ...items.map((item) => (item.items ? depth(item.items) : 0)));
    const [list] = tree(nested);
    expect(list?.type === 'BulletedList' && depth(list.items)).toBe(8);
    expect(wordsIn(nested)).toEqual(Array.from({ length: 12 }, (_, i) => `w${i}`));
  });
});

describe('ids of converted components', () => {
  test('are the same for the same text, differ within a tree and between items, and survive changes around them', () => {
    const before = tree('## A\n\nText\n\n---\n\n---');
    expect(tree('## A\n\nText\n\n---\n\n---')).toEqual(before);
    expect(new Set(before.map(({ id }) => id)).size).toBe(4);
    const after = tree('## New\n\n- list\n\n## A\n\nText\n\n---\n\n---');
    expect(after.slice(2).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(componentTree('## A', 'item-2').components[0]!.id).not.toBe(before[0]!.id);
  });
});
