import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hostileHtml } from '@portico/testing/hostileHtml';
import { hostileMarkup, unsafeHrefs } from '@portico/testing/hostileTexts';
import { assertValid, paste } from '../testing/pasted.ts';

describe('hostile clipboards', () => {
  test('yield valid components without unsafe links [STUDIO-213]', () => {
    for (const html of [...hostileMarkup, ...hostileHtml]) {
      assertValid(paste(html));
      assertValid(paste(`<table><tr><td>${html}</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>`));
      assertValid(paste(`<ul><li>${html}</li></ul><blockquote>${html}</blockquote><h2>${html}</h2>`));
      assertValid(paste(undefined, html));
      assertValid(paste(undefined, `# Title\n\n${html}\n\n- ${html}`));
    }
  });

  test('never yield a link with an unsafe address, however it is written [STUDIO-213]', () => {
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

  test('yield as many components as an item can hold, and count how many are left out [STUDIO-075]', () => {
    const whole = paste('<h1>x</h1>'.repeat(1000));
    expect([whole.components.length, whole.dropped]).toEqual([1000, []]);
    const over = paste('<h1>x</h1>'.repeat(1003));
    expect([over.components.length, over.dropped]).toEqual([1000, [{ what: 'component', count: 3 }]]);
  });

  test('with any tags in any order yield valid components [STUDIO-213]', () => {
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
