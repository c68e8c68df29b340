import { expect, test } from 'vitest';
import { forShadowTree } from './stylesForShadowTree.ts';

test('rem is replaced by the measured font size anywhere in a value', () => {
  expect(forShadowTree('a{margin:-1.5rem .25rem;--x:calc(100vw - 2*3rem)}')).toBe(
    'a{margin:calc(-1.5*var(--portico-rem)) calc(.25*var(--portico-rem));--x:calc(100vw - 2*calc(3*var(--portico-rem)))}',
  );
  expect(forShadowTree('.premium .a-2rem-wide{color:red}')).toBe('.premium .a-2rem-wide{color:red}');
});

test('rules for the page root apply to the wrapper', () => {
  expect(forShadowTree(':root,:host{--a:1px}')).toBe('[data-portico-root],:host{--a:1px}');
});

test('rules that would request a file are rejected', () => {
  for (const styles of ['@font-face{src:local(x)}', '@import "x"', 'a{background:url(x.png)}'])
    expect(() => forShadowTree(styles)).toThrow('must not contain');
});
