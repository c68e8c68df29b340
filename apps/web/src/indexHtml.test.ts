import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const page = (name: string) =>
  new DOMParser().parseFromString(readFileSync(join(import.meta.dirname, '..', name), 'utf8'), 'text/html');

describe.each(['index.html', 'sign-in.html', 'silent.html'])('the page %s', (name) => {
  test('declares its language as English [PROD-009]', () => {
    expect(page(name).documentElement.lang).toBe('en');
  });

  test('has no inline code and no inline styles [H2]', () => {
    const own = [...page(name).querySelectorAll('script:not([src]), style, [style]')];
    const handlers = [...page(name).querySelectorAll('*')].filter((element) =>
      element.getAttributeNames().some((attribute) => attribute.startsWith('on')),
    );
    expect([...own, ...handlers]).toEqual([]);
  });

  test('tells search engines not to index it', () => {
    expect(page(name).querySelector('meta[name="robots"]')?.getAttribute('content')).toBe('noindex, nofollow');
  });
});

test.each(['index.html', 'sign-in.html'])('%s has the placeholders that the server fills in', (name) => {
  const html = readFileSync(join(import.meta.dirname, '..', name), 'utf8');
  expect(html).toContain('<meta name="portico-settings" content="__SETTINGS__">');
  expect(html).toContain('<title>__TITLE__</title>');
});
