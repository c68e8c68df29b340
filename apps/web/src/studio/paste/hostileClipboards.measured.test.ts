// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import { assertValid, paste } from '../testing/pasted.ts';

/** Far more than any of these takes, and far less than quadratic time would. */
const LIMIT_MS = 30_000;

const repeat = (text: string, times: number) => text.repeat(times);

function assertQuick(name: string, work: () => void): void {
  const startedAt = performance.now();
  work();
  expect(performance.now() - startedAt, name.slice(0, 60)).toBeLessThan(LIMIT_MS);
}

/** Fails if a clipboard blocks the editor for too long, or yields components that the contract does not allow. */
function assertBounded(clipboards: string[]): void {
  for (const html of clipboards) assertQuick(html, () => assertValid(paste(html)));
}

describe('hostile clipboards', () => {
  test('take bounded time, however large and deeply nested they are [STUDIO-213]', () => {
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
    for (const text of texts)
      assertQuick(text, () => {
        assertValid(paste(undefined, text));
        assertValid(paste(undefined, `# a\n\n${text.slice(0, 5_900)}`));
      });
  });

  test('with 10,000 nested elements or a million attributes take bounded time too [STUDIO-293]', () => {
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
});
