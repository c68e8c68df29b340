import { ComponentTree, type ContentComponent } from '@portico/contracts/content';
import { isSafeHref } from '@portico/contracts/safeHref';
import { anImage } from '@portico/testing/builders';
import { hostileMarkup, unsafeHrefs } from '@portico/testing/hostileTexts';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod/mini';
import { hostileHtml } from '@portico/testing/hostileHtml';
import { componentsFromClipboard, type PastedComponents } from './componentsFromClipboard.ts';
import { readClipboard } from './readClipboard.ts';

function ids(): () => string {
  let count = 0;
  return () => `c${(count += 1)}`;
}
const paste = (html?: string, text?: string) => componentsFromClipboard({ html, text }, ids(), readClipboard);
const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');

/** The tree as it is once the pictures have arrived. */
const arrived = ({ components, pictures }: PastedComponents): ContentComponent[] =>
  components.map((component) =>
    component.type === 'Image' && pictures.some(({ componentId }) => componentId === component.id)
      ? { ...component, image: anImage() }
      : component,
  );

/** Fails for anything that the contract does not allow, and for a link that leads somewhere unsafe. */
function assertValid(pasted: PastedComponents): void {
  const parsed = z.safeParse(ComponentTree, arrived(pasted));
  expect(parsed.error?.issues ?? []).toEqual([]);
  const hrefs = [...JSON.stringify(pasted.components).matchAll(/"href":("(?:[^"\\]|\\.)*")/g)];
  for (const [, href = '""'] of hrefs) expect(isSafeHref(JSON.parse(href) as string)).toBe(true);
  for (const { src } of pasted.pictures)
    expect(src).toMatch(/^(?:https?:|file:|cid:|data:image\/(?:png|jpe?g|gif|webp|bmp|avif)[;,])/i);
}

/** A short picture of components: kind and words, to compare at a glance. */
function gist(components: ContentComponent[]): unknown[] {
  const words = (value: unknown): string =>
    Array.isArray(value)
      ? value.map(words).join('')
      : typeof value !== 'object' || value === null
        ? ''
        : 'type' in value && value.type === 'hardBreak'
          ? '⏎'
          : 'text' in value && typeof value.text === 'string'
            ? mark(value as { text: string; marks?: Array<{ type: string; attrs?: { href: string } }> })
            : words((value as { content?: unknown }).content);
  const mark = ({ text, marks = [] }: { text: string; marks?: Array<{ type: string; attrs?: { href: string } }> }) =>
    marks.reduce((inside, { type, attrs }) => `<${type}${attrs ? ` ${attrs.href}` : ''}>${inside}</>`, text);
  const items = (list: Array<{ content: unknown; ordered?: boolean | undefined; items?: unknown }>): unknown[] =>
    list.flatMap(({ content, items: inside, ordered }) => [
      words(content),
      ...(inside ? [[...(ordered ? ['#'] : []), ...items(inside as never)]] : []),
    ]);
  return components.map((component) => {
    switch (component.type) {
      case 'Header':
        return `h${component.level} ${component.text}`;
      case 'BodyText':
        return component.body.content.map((block) =>
          block.type === 'codeBlock' ? `code:${words(block)}` : words(block),
        );
      case 'Quote':
        return { quote: component.body.content.map(words) };
      case 'BulletedList':
        return { [component.ordered ? `ol${component.start ?? ''}` : 'ul']: items(component.items) };
      case 'Table':
        return {
          header: component.header.map(words),
          rows: component.rows.map((row) => row.map(words)),
          align: component.align.map((one) => one[0]).join(''),
        };
      default:
        return component.type;
    }
  });
}

describe('what is pasted', () => {
  test('from Word becomes headings, lists, a table, links and footnotes as text [STUDIO-211]', () => {
    const pasted = paste(fixture('word.html'));
    assertValid(pasted);
    expect(gist(pasted.components)).toEqual([
      'h2 Year-end checklist for advisors',
      [
        'Please finish these steps <bold>before December 15</>. Questions go to the <link https://portico.example/desk>planning desk</>.[1]',
      ],
      'h3 What to do',
      {
        ul: [
          'Confirm beneficiaries',
          'Review required distributions',
          ['Traditional accounts', 'Inherited accounts'],
          'Check <italic>state</> withholding',
        ],
      },
      { ol: ['Open the file', 'Sign page 2', ['#', 'Advisor first', 'Client second'], 'Send it back'] },
      'h3 Limits',
      {
        header: ['Account', '2026', '2027'],
        rows: [
          ['IRA', '$7,000', '$7,500'],
          ['401(k)', '$23,500', '$24,500'],
        ],
        align: 'LRR',
      },
      'Image',
      'Divider',
      ['[1] Open on working days from 8 to 6.'],
    ]);
    expect(pasted.pictures).toEqual([
      { componentId: expect.any(String), src: expect.stringMatching(/^file:/), alt: 'Savings rate by year' },
    ]);
    expect(pasted.dropped).toEqual([]);
  });

  test('from Word keeps each list apart, with its number, even without styles [STUDIO-290]', () => {
    const pasted = paste(fixture('word-lists.html'));
    assertValid(pasted);
    expect(gist(pasted.components)).toEqual([
      { ol: ['Open the file', 'Sign page 2', ['#', 'Advisor first']] },
      { ol: ['A separate list'] },
      { ol3: ['Send it back'] },
      { ol: ['Start again', 'And finish'] },
      ['A paragraph between.'],
      { ol4: ['Fourth', 'Fifth'] },
      ['And another.'],
      { ul: ['Without a style', 'The <bold>same</>'] },
    ]);
    expect(pasted.dropped).toEqual([]);
  });

  test('from Word comes without its comments, which are counted; drawings keep their picture or words [STUDIO-291]', () => {
    const pasted = paste(fixture('word-review.html'));
    assertValid(pasted);
    expect(gist(pasted.components)).toEqual([
      ['The office has 200 m² and <strike>no</>some CO₂ sensors on the 2nd floor.'],
      'Image',
      ['In a box'],
    ]);
    expect(pasted.pictures.map(({ src, alt }) => [src.slice(0, 8), alt])).toEqual([['file:///', 'Floor plan']]);
    expect(pasted.dropped).toEqual([
      { what: 'drawing', count: 1 },
      { what: 'comment', count: 1 },
    ]);
  });

  test('from Google keeps what is ticked in a checklist, and a sheet its links and line breaks [STUDIO-292]', () => {
    const list = paste(fixture('google-checklist.html'));
    const sheet = paste(fixture('google-sheets.html'));
    for (const pasted of [list, sheet]) assertValid(pasted);
    expect(gist(list.components)).toEqual([
      { ul: ['☑ <strike>Book the room</>', '☐ Send the agenda', ['☐ In both offices']] },
    ]);
    expect(list.pictures).toEqual([]);
    expect(gist(sheet.components)).toEqual([
      {
        header: ['Branch', 'Seats'],
        rows: [
          ['North⏎and East', '12'],
          ['', ''],
          ['<link https://portico.example/s>South</>', '8'],
        ],
        align: 'LR',
      },
    ]);
    expect(
      gist(paste('<ul><li><input type="checkbox" checked> Done<li><input type=checkbox>To do</ul>').components),
    ).toEqual([{ ul: ['☑ Done', '☐ To do'] }]);
  });

  test('from LibreOffice and Chromium, as recorded, keeps every word, list, table and note [STUDIO-294]', () => {
    const [writer, calc, page] = ['writer.html', 'calc.html', 'chromium.html'].map((name) => paste(fixture(name)));
    for (const pasted of [writer!, calc!, page!]) assertValid(pasted);
    expect(gist(writer!.components)).toEqual([
      'h2 Year-end checklist',
      [
        expect.stringContaining('<strike>not in January</>. “Smart” quotes — and an emoji 🎉.'),
        'This was always a rule. An area of 20 m².',
      ],
      'h3 What to do',
      {
        ul: [
          'Confirm beneficiaries',
          'Review distributions',
          ['Traditional', 'Inherited', ['Spouse']],
          'Check <italic>state</> withholding',
        ],
      },
      ['Then, in this order:'],
      { ol: ['Open the file', 'Sign page 2', ['#', 'Advisor first', 'Client second'], 'Send it back'] },
      ['Between two lists.'],
      { ol: ['Start again', 'And finish'] },
      { ol: ['Another list, first', 'Another list, second'] },
      {
        header: ['Account', '2026', '2027'],
        rows: [
          ['IRA', '$7,000', '$7,500'],
          ['IRA', '$8,000', '$8,600'],
          ['All plans together', 'All plans together', '$31,000'],
        ],
        align: 'LRR',
      },
      'Image',
      ['The last words.', '1 Open on working days from 8 to 6.'],
    ]);
    expect(gist(calc!.components)).toMatchObject([
      { header: ['Region', 'Q1', 'Q2', 'Note'], rows: { length: 3 }, align: 'LRRL' },
    ]);
    expect(gist(page!.components)).toMatchObject([
      'h2 Rates and plans',
      [expect.stringContaining('<link https://portico.example/rates>the report</>')],
      'h3 Steps',
      { ol3: ['Third', ['Inside'], 'Fourth'] },
      { header: ['Branch', '2026', '2027'] },
      { quote: ['Put it in writing.'] },
      ['code:if (age >= 73) {\n  withdraw();\n}', 'One line'],
      'Image',
      { ul: ['☑ Ticked', '☐ Open'] },
      ['The end.'],
    ]);
    expect(page!.dropped).toEqual([{ what: 'frame', count: 1 }]);
  });

  test('stays one line where elements of a page are shown inline', () => {
    expect(
      gist(
        paste('<div><div style="display: inline">One</div> <div style="display:inline">line</div></div>').components,
      ),
    ).toEqual([['One line']]);
  });

  test('from Google Docs has its marks, and not the bold around everything [STUDIO-211]', () => {
    const pasted = paste(fixture('google-docs.html'));
    assertValid(pasted);
    expect(gist(pasted.components)).toEqual([
      'h2 Office move',
      [
        'We move on <bold>May 4</>. Bring <italic>only</> what fits a box, <strike>or two</>. See the <link https://portico.example/move>plan</>.',
      ],
      { ul: ['Label every box', ['With your name', 'With your floor'], 'Leave plants'] },
      {
        header: [],
        rows: [
          ['Floor', 'Team'],
          ['2', 'Planning'],
        ],
        align: 'LL',
      },
    ]);
  });

  test('from Outlook comes without the tables that only arrange it [STUDIO-211]', () => {
    const pasted = paste(fixture('outlook.html'));
    assertValid(pasted);
    expect(gist(pasted.components)).toEqual([
      ['Hi Ana,', 'The new fee schedule is attached. Two points:'],
      { ul: ['It starts on January 2.', 'Existing accounts keep their fees until March.'] },
      ['Best regards,⏎Sam Cole', '<bold>From:</> Ana Ruiz⏎<bold>Subject:</> Fees', 'When does it start?'],
    ]);
  });

  test('from Excel is a table with its alignment, and merged cells in every place they cover [STUDIO-211]', () => {
    const pasted = paste(fixture('excel.html'));
    assertValid(pasted);
    expect(gist(pasted.components)).toEqual([
      {
        header: ['Region', 'Q1', 'Q2'],
        rows: [
          ['East', '1,204', '1,310'],
          ['East', '998', '1,002'],
          ['All', '4,514', '4,514'],
        ],
        align: 'LRR',
      },
    ]);
  });

  test('from a web page has its quotes, code and pictures, and says what stayed behind [STUDIO-211]', () => {
    const pasted = paste(fixture('web-page.html'));
    assertValid(pasted);
    expect(gist(pasted.components)).toEqual([
      'h2 Rates and plans',
      ['Read <link https://example.com/rates>the report</> or this. Set <code>rate = 0.05</> first.'],
      { quote: ['Put it in writing.', 'Ellen Ward'] },
      ['code:if (age >= 73) {\n  withdraw();\n}'],
      'Image',
      { ol4: ['Fourth', 'Fifth'] },
      'Divider',
      ['After the line.'],
    ]);
    expect(pasted.pictures.map(({ src, alt }) => [src, alt])).toEqual([
      ['https://example.com/chart.png', 'Rates since 2020'],
    ]);
    expect(pasted.dropped.toSorted((a, b) => a.what.localeCompare(b.what))).toEqual([
      { what: 'drawing', count: 1 },
      { what: 'form', count: 1 },
      { what: 'frame', count: 1 },
      { what: 'media', count: 1 },
      { what: 'picture', count: 1 },
      { what: 'script', count: 1 },
      { what: 'unsafeLink', count: 1 },
    ]);
  });

  test('as Markdown becomes components too [STUDIO-212]', () => {
    const pasted = paste(undefined, fixture('notes.md'));
    assertValid(pasted);
    expect(gist(pasted.components)).toEqual([
      'h2 Notes',
      [
        'Some **stars** are <bold>bold</>, some words <strike>gone</>, and a <link https://example.com/>link</>.'.replace(
          '**stars**',
          'words',
        ),
      ],
      'h3 Steps',
      { ol: ['First', 'Second', ['with a part']] },
      { header: ['Year', 'Limit'], rows: [['2026', '7,000']], align: 'LR' },
      { quote: ['Careful.'] },
      ['code:const a = 1;'],
    ]);
  });

  test('as plain text becomes paragraphs with its addresses as links, or a table of its tabs [STUDIO-212]', () => {
    expect(gist(paste(undefined, 'One\nTwo\n\nSee https://example.com/a. Done').components)).toEqual([
      ['One⏎Two', 'See <link https://example.com/a>https://example.com/a</>. Done'],
    ]);
    expect(gist(paste(undefined, 'a\tb\nc\td\n').components)).toEqual([
      {
        header: [],
        rows: [
          ['a', 'b'],
          ['c', 'd'],
        ],
        align: 'LL',
      },
    ]);
    expect(gist(paste(undefined, '• One\n• Two').components)).toEqual([{ ul: ['One', 'Two'] }]);
  });

  test('is Markdown where HTML only dresses it up, as editors of code copy it', () => {
    const html =
      '<div style="font-family: Consolas, monospace;white-space: pre;"><div># Title</div><div>- one</div><div>- two</div></div>';
    expect(gist(paste(html, '# Title\n- one\n- two').components)).toEqual(['h2 Title', { ul: ['one', 'two'] }]);
  });

  test('of nothing is nothing', () => {
    for (const nothing of ['', '   ', '<p></p>', '<!--StartFragment--><!--EndFragment-->'])
      expect(paste(nothing, '').components).toEqual([]);
  });
});

const repeat = (text: string, times: number) => text.repeat(times);

/** Fails when one of them holds the editor up, or becomes what the contract does not allow. */
function assertBounded(clipboards: string[]): void {
  for (const html of clipboards) {
    const began = performance.now();
    assertValid(paste(html));
    expect(performance.now() - began, html.slice(0, 60)).toBeLessThan(30_000);
  }
}

describe('hostile clipboards', () => {
  test('leave valid components without unsafe links [STUDIO-213]', () => {
    for (const html of [...hostileMarkup, ...hostileHtml]) {
      assertValid(paste(html));
      assertValid(paste(`<table><tr><td>${html}</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>`));
      assertValid(paste(`<ul><li>${html}</li></ul><blockquote>${html}</blockquote><h2>${html}</h2>`));
      assertValid(paste(undefined, html));
      assertValid(paste(undefined, `# Title\n\n${html}\n\n- ${html}`));
    }
  });

  test('have no link with an address that is not allowed, however it is written [STUDIO-213]', () => {
    const escaped = (href: string) => href.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
    for (const href of unsafeHrefs) {
      for (const html of [`<a href="${escaped(href)}">x</a>`, `<a href="${href}">x</a>`, `<a href='${href}'>x</a>`])
        assertValid(paste(html));
      assertValid(paste(undefined, `[x](${href}) and [y](<${href}>) **a** **b**`));
      assertValid(paste(`<img src="${escaped(href)}" alt="x">`));
    }
    for (const href of ['javascript:window.ran=1', 'data:text/html,x', 'vbscript:x'])
      expect(paste(`<a href="${href}">words</a>`)).toMatchObject({
        components: [{ body: { content: [{ content: [{ type: 'text', text: 'words' }] }] } }],
        dropped: [{ what: 'unsafeLink', count: 1 }],
      });
  });

  test('take bounded time, however large and deep they are [STUDIO-213]', () => {
    const large = [
      `${repeat('<div>', 10_000)}words${repeat('</div>', 10_000)}`,
      repeat('<b>', 500_000),
      `${repeat('<i>', 15_000)}${repeat('</u>', 1_000_000)}`,
      repeat('<table><tr><td>', 5_000),
      repeat('<ul><li>x', 20_000),
      repeat('<blockquote>', 20_000),
      `<table>${repeat('<tr><td rowspan=65000 colspan=1000>x</td></tr>', 2_000)}</table>`,
      `<table><tr><td rowspan=9999 colspan=9999>${repeat('y', 1_000_000)}</td></tr>${repeat('<tr><td>x', 5_000)}</table>`,
      repeat('<p style="mso-list:l0 level9 lfo1">x</p>', 20_000),
      `<p>${repeat('word <b>bold</b> ', 300_000)}</p>`,
      `<a ${repeat('a=b ', 500_000)}>x</a>`,
      `<p style="${repeat('a:b;', 500_000)}">x</p>`,
      repeat('<img src="https://example.com/a.png">', 50_000),
      repeat('&amp;', 1_000_000),
      repeat('<!--', 500_000),
      repeat('<svg><math>', 100_000),
      repeat('x', 5_000_000),
    ];
    assertBounded(large);
    const texts = [
      '['.repeat(50_000),
      '> '.repeat(3_000),
      '*a**b'.repeat(9_000),
      `${'a.'.repeat(25_000)}@`,
      '- '.repeat(25_000),
      '\n'.repeat(1_000_000),
      '# a\n\n'.repeat(9_000),
      `${'| a '.repeat(1_400)}|\n${'|---'.repeat(1_400)}|`,
    ];
    for (const text of texts) {
      const began = performance.now();
      assertValid(paste(undefined, text));
      assertValid(paste(undefined, `# a\n\n${text.slice(0, 5_900)}`));
      expect(performance.now() - began, text.slice(0, 40)).toBeLessThan(30_000);
    }
  });

  test('of 10,000 elements in each other, or a million attributes, are bounded too [STUDIO-293]', () => {
    const millionAttributes = `<a ${repeat('on=x ', 1_000_000)}>x</a>`;
    expect(paste(millionAttributes).dropped).toEqual([{ what: 'tooMuch', count: 1 }]);
    assertBounded([
      ...['sup', 'v:shape', 'svg', 'math', 'template', 'noscript', 'style', 'font', 'figure', 'dl><dt', 'select'].map(
        (name) => `${repeat(`<${name}>`, 10_000)}words`,
      ),
      repeat('<div class=MsoListParagraph>1.\u00a0x', 10_000),
      `${repeat('<sup>', 50)}${repeat('1', 1_000_000)}`,
      `${repeat('<v:shape>', 50)}${repeat(' ', 1_000_000)}`,
      repeat('<div style="mso-element:comment-list">', 10_000),
    ]);
  });

  test('bring as many components as an item holds, and say how many they leave behind [STUDIO-075]', () => {
    const whole = paste('<h1>x</h1>'.repeat(1000));
    expect([whole.components.length, whole.dropped]).toEqual([1000, []]);
    const over = paste('<h1>x</h1>'.repeat(1003));
    expect([over.components.length, over.dropped]).toEqual([1000, [{ what: 'component', count: 3 }]]);

    const list = (count: number) => paste(`<ul><li>a<ul>${'<li>x</li>'.repeat(count)}</ul></li></ul>`).dropped;
    expect(list(200)).toEqual([]);
    expect(list(201)).toEqual([{ what: 'entry', count: 1 }]);
  });

  test('of any tags in any order leave valid components [STUDIO-213]', () => {
    const tag = fc.constantFrom(
      'p',
      'div',
      'b',
      'ul',
      'ol',
      'li',
      'table',
      'tr',
      'td',
      'th',
      'h1',
      'h4',
      'a',
      'pre',
      'blockquote',
      'br',
      'img',
      'hr',
      'script',
      'figure',
      'figcaption',
      'span',
    );
    const part = fc.oneof(
      tag.map((name) => `<${name}>`),
      tag.map((name) => `</${name}>`),
      fc.constantFrom(
        '<a href="/news">',
        '<img src="https://example.com/a.png" alt="x">',
        '<td rowspan=2 colspan=3>',
        '<p style="mso-list:l1 level3 lfo2">',
        '<span style="font-weight:700">',
        '<li data-aria-level="3">',
        '\u0000',
        '\ud83d',
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => assertValid(paste(parts.join(''), parts.join('\n')))),
      { numRuns: 500 },
    );
  });
});
