import { describe, expect, test } from 'vitest';
import { assertValid, fixture, summarize, paste } from '../testing/pasted.ts';

describe('pasted content', () => {
  test('from Word becomes headings, lists, a table, links and footnotes as text [STUDIO-211]', () => {
    const pasted = paste(fixture('word.html'));
    assertValid(pasted);
    expect(summarize(pasted.components)).toEqual([
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

  test('from Word keeps lists separate, with their numbers, even without styles [STUDIO-290]', () => {
    const pasted = paste(fixture('word-lists.html'));
    assertValid(pasted);
    expect(summarize(pasted.components)).toEqual([
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

  test('from Word has no comments, which are counted; drawings keep their picture or text [STUDIO-291]', () => {
    const pasted = paste(fixture('word-review.html'));
    assertValid(pasted);
    expect(summarize(pasted.components)).toEqual([
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

  test('from Google keeps checked entries of a checklist, and links and line breaks of a sheet [STUDIO-292]', () => {
    const list = paste(fixture('google-checklist.html'));
    const sheet = paste(fixture('google-sheets.html'));
    for (const pasted of [list, sheet]) assertValid(pasted);
    expect(summarize(list.components)).toEqual([
      { ul: ['☑ <strike>Book the room</>', '☐ Send the agenda', ['☐ In both offices']] },
    ]);
    expect(list.pictures).toEqual([]);
    expect(summarize(sheet.components)).toEqual([
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
      summarize(paste('<ul><li><input type="checkbox" checked> Done<li><input type=checkbox>To do</ul>').components),
    ).toEqual([{ ul: ['☑ Done', '☐ To do'] }]);
  });

  test('from LibreOffice and Chromium keeps all text, lists, tables and footnotes [STUDIO-294]', () => {
    const [writer, calc, page] = ['writer.html', 'calc.html', 'chromium.html'].map((name) => paste(fixture(name)));
    for (const pasted of [writer!, calc!, page!]) assertValid(pasted);
    expect(summarize(writer!.components)).toEqual([
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
    expect(summarize(calc!.components)).toMatchObject([
      { header: ['Region', 'Q1', 'Q2', 'Note'], rows: { length: 3 }, align: 'LRRL' },
    ]);
    expect(summarize(page!.components)).toMatchObject([
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

  test('stays on one line if block elements are displayed inline', () => {
    expect(
      summarize(
        paste('<div><div style="display: inline">One</div> <div style="display:inline">line</div></div>').components,
      ),
    ).toEqual([['One line']]);
  });

  test('from Google Docs has its marks, but not the bold wrapper around everything [STUDIO-211]', () => {
    const pasted = paste(fixture('google-docs.html'));
    assertValid(pasted);
    expect(summarize(pasted.components)).toEqual([
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

  test('from Outlook has no layout tables [STUDIO-211]', () => {
    const pasted = paste(fixture('outlook.html'));
    assertValid(pasted);
    expect(summarize(pasted.components)).toEqual([
      ['Hi Ana,', 'The new fee schedule is attached. Two points:'],
      { ul: ['It starts on January 2.', 'Existing accounts keep their fees until March.'] },
      ['Best regards,⏎Sam Cole', '<bold>From:</> Ana Ruiz⏎<bold>Subject:</> Fees', 'When does it start?'],
    ]);
  });

  test('from Excel is a table with alignment, and merged cells fill every place they cover [STUDIO-211]', () => {
    const pasted = paste(fixture('excel.html'));
    assertValid(pasted);
    expect(summarize(pasted.components)).toEqual([
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

  test('from a web page has its quotes, code and pictures, and counts what is left out [STUDIO-211]', () => {
    const pasted = paste(fixture('web-page.html'));
    assertValid(pasted);
    expect(summarize(pasted.components)).toEqual([
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

  test('in Markdown becomes components [STUDIO-212]', () => {
    const pasted = paste(undefined, fixture('notes.md'));
    assertValid(pasted);
    expect(summarize(pasted.components)).toEqual([
      'h2 Notes',
      [
        'Some **stars** are <bold>bold</>, some words <strike>gone</>, and a <link https://example.com/>link</>.'.replace(
          '**stars**',
          'words',
        ),
      ],
      'h3 Steps',
      { ol: ['First', 'Second', ['with a part']] },
      { header: ['Year', 'Limit'], rows: [['2026', '7,000']], align: 'RR' },
      { quote: ['Careful.'] },
      ['code:const a = 1;'],
    ]);
  });

  test('in plain text becomes paragraphs with links, or a table if it is tab-separated [STUDIO-212]', () => {
    expect(summarize(paste(undefined, 'One\nTwo\n\nSee https://example.com/a. Done').components)).toEqual([
      ['One⏎Two', 'See <link https://example.com/a>https://example.com/a</>. Done'],
    ]);
    expect(summarize(paste(undefined, 'a\tb\nc\td\n').components)).toEqual([
      {
        header: [],
        rows: [
          ['a', 'b'],
          ['c', 'd'],
        ],
        align: 'LL',
      },
    ]);
    expect(summarize(paste(undefined, '• One\n• Two').components)).toEqual([{ ul: ['One', 'Two'] }]);
  });

  test('is read as Markdown if its HTML only adds formatting, as from a code editor', () => {
    const html =
      '<div style="font-family: Consolas, monospace;white-space: pre;"><div># Title</div><div>- one</div><div>- two</div></div>';
    expect(summarize(paste(html, '# Title\n- one\n- two').components)).toEqual(['h2 Title', { ul: ['one', 'two'] }]);
  });

  test('without text yields no components', () => {
    for (const nothing of ['', '   ', '<p></p>', '<!--StartFragment--><!--EndFragment-->'])
      expect(paste(nothing, '').components).toEqual([]);
  });
});
