import { afterEach, expect, test } from 'vitest';
import { caretIn, lettersOf, rangeIn, textsIn } from './caretPlaces.ts';

afterEach(() => document.body.replaceChildren());

/** A component with two texts, the second with a component inside it, as on the canvas. */
function component(): HTMLElement {
  document.body.innerHTML = `<main><div data-block-id="a">
    <div role="textbox"><p>One <b>two</b></p><p>three<br>four</p><p><br class="ProseMirror-trailingBreak"></p></div>
    <div data-block-id="inside"><div role="textbox">Other</div></div>
    <div role="textbox">Second</div></div></main>`;
  return document.querySelector('[data-block-id=a]')!;
}

test('a caret is where it was, whatever marks, paragraphs and line breaks precede it [COWRITE-014]', () => {
  const area = component();
  const [first, second] = textsIn(area);
  expect(textsIn(area)).toHaveLength(2);
  expect(lettersOf(first!)).toBe('\nOne two\nthree\nfour\n');
  for (const [text, element] of [
    [0, first!],
    [1, second!],
  ] as const) {
    const { length } = lettersOf(element);
    for (let anchor = text === 0 ? 1 : 0; anchor <= length; anchor += 1) {
      const { startContainer, startOffset } = rangeIn(element, anchor, anchor);
      document.getSelection()!.setPosition(startContainer, startOffset);
      expect([text, anchor, caretIn(area)]).toEqual([text, anchor, { text, anchor, head: anchor }]);
    }
  }
});

test('a selection is the same letters, in either direction, and there is none outside the texts [COWRITE-014]', () => {
  const area = component();
  const [first] = textsIn(area);
  expect(rangeIn(first!, 8, 2).toString()).toBe('ne two');
  document
    .getSelection()!
    .setBaseAndExtent(area.querySelector('b')!.firstChild!, 2, first!.querySelector('p')!.firstChild!, 1);
  expect(caretIn(area)).toEqual({ text: 0, anchor: 7, head: 2 });
  document.getSelection()!.setPosition(area, 0);
  expect(caretIn(area)).toBeNull();
});

test.each([
  ['BodyText', '<div data-drawn><div><p>One <strong>two</strong></p><p>three</p></div></div>', ['\nOne two\nthree']],
  ['Header', '<div data-drawn><h2><a href="#one">One two</a></h2></div>', ['One two']],
  [
    'BulletedList',
    '<div data-drawn><ul><li><div>One</div><ul><li><div>two</div></li></ul></li></ul></div>',
    ['\nOne\ntwo'],
  ],
  ['Table', '<div data-drawn><table><tr><th>One</th></tr><tr><td>two</td></tr></table></div>', ['One', 'two']],
  ['Tile', '<div data-drawn><h3>One</h3><p>two</p></div>', []],
])(
  'someone who may not write sees the same texts of a %s, and has no caret there [COWRITE-014]',
  (kind, html, letters) => {
    document.body.innerHTML = `<main><div data-block-id="a" data-kind="${kind}">${html}</div></main>`;
    const area = document.querySelector<HTMLElement>('[data-block-id=a]')!;
    expect(textsIn(area).map((text) => text && lettersOf(text))).toEqual(letters);
    document.getSelection()!.selectAllChildren(area);
    expect(caretIn(area)).toBeNull();
  },
);
