import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeReturnPath } from './returnPath.ts';

const ORIGIN = 'https://portal.test';

/** Address-like strings built from pieces that attacks use. */
const trickyPath = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '/',
        '//',
        '\\',
        '%2f',
        '%2F',
        '%5c',
        '%252f',
        '..',
        '.',
        '%2e%2e',
        '@',
        ':',
        '?',
        '#',
        '\t',
        '\n',
        '\r',
        ' ',
        '\u0000',
        '\u00a0',
        '\u2028',
        '\ufeff',
        'evil.test',
        'https:',
        'javascript:',
        'data:',
        'news',
        'auth/callback',
        'logout',
        ';',
        '&',
      ),
      fc.string({ maxLength: 3, unit: 'grapheme' }),
    ),
    { maxLength: 10 },
  )
  .map((pieces) => pieces.join(''));

describe('a return path', () => {
  test.each([
    '/',
    '/news',
    '/news?page=2&category=Rates%2FBonds',
    '/news/0f0e#section-what',
    '/forbidden',
    '/news?next=//evil.test',
    '/a%20b',
  ])('that stays in the portal is accepted: %s', (path) => expect(safeReturnPath(path)).toBe(path));

  test.each([
    '',
    'news',
    '//evil.test',
    '///evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/%2fevil.test',
    '/%5cevil.test',
    '/news/%2F%2Fevil.test',
    '/.//evil.test',
    '/..//evil.test',
    '/a/..//evil.test',
    '/%2e%2e//evil.test',
    'https://evil.test/',
    'javascript:alert(1)',
    '/\t/evil.test',
    '/\nnews',
    ' /news',
    '/news\u0000',
    '/auth/callback',
    '/auth/callback?code=1',
    '/auth/silent',
    '/logout',
    '/logout/',
    '/logout#x',
    `/${'a'.repeat(3000)}`,
    undefined,
    null,
    7,
    {},
  ])('that could leave the portal or cause a loop becomes the dashboard: %j [S4]', (path) =>
    expect(safeReturnPath(path)).toBe('/'),
  );

  test('never leaves the origin, however it is constructed [S4]', () => {
    fc.assert(
      fc.property(trickyPath, (path) => {
        const safe = safeReturnPath(path);
        const resolved = new URL(safe, ORIGIN);
        expect(resolved.origin).toBe(ORIGIN);
        expect(resolved.pathname.startsWith('//')).toBe(false);
        // Parsing it again changes nothing, so the path that was checked is the path that is opened.
        expect(new URL(resolved.href.slice(ORIGIN.length), ORIGIN).href).toBe(resolved.href);
        expect(safeReturnPath(safe)).toBe(safe);
      }),
      { numRuns: 3000 },
    );
  });
});
