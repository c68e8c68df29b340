import { expect, test } from 'vitest';
import { completeHref } from './linkCommands.ts';

test('a typed or pasted address becomes a link as it was meant [FORM-030, BASE-030]', () => {
  for (const [typed, href] of [
    ['\u200bhttps://example.com/a\u00ad\u00a0', 'https://example.com/a'],
    ['\ufeffexample.com', 'https://example.com'],
    ['r&d@example.com', 'mailto:r%26d@example.com'],
    ['\u2066ana@example.com\u2069', 'mailto:ana@example.com'],
    ['/news\u200b', '/news'],
    ['java\u200bscript:window.ran=1', 'javascript:window.ran=1'],
  ] as const)
    expect(completeHref(typed), JSON.stringify(typed)).toBe(href);
});
