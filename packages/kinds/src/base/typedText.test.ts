import { expect, test } from 'vitest';
import { cleanCode, hasVisibleText, cleanText } from './typedText.ts';

test('text from Word, PDF files and chats loses what nobody sees, and keeps what is seen [FORM-030]', () => {
  for (const [pasted, clean] of [
    ['\u200b1,250.50\ufeff', '1,250.50'],
    ['\u00a01,250\u00a0', '1,250'],
    ['12\u00ad50', '1250'],
    ['\u202a555-0100\u202c', '555-0100'],
    ['\u2066a\u2069\u200e\u200f\u061c', 'a'],
    ['+1\u202f(617)\u2009555', '+1 (617) 555'],
    ['a\u2060b\u180ec\ufe0fd\u3164', 'abcd'],
    ['José\u00a0Marín', 'José Marín'],
    ['–\u2011', '–\u2011'],
  ] as const)
    expect(cleanText(pasted), JSON.stringify(pasted)).toBe(clean);
  expect(cleanCode('617\u2011555–0100 — \u22125')).toBe('617-555-0100 - -5');
  expect(hasVisibleText('\u200b\u202e \u00ad')).toBe(false);
  expect(hasVisibleText('\u200ba')).toBe(true);
});
