import { expect, test } from 'vitest';
import { UnknownToken, withDatesWritten } from './datedTexts.ts';

const shift = { days: 14, asOf: '2026-12-07T12:00:00Z', timeZone: 'America/New_York' };

test('date tokens in any text are replaced by dates moved by the shift', () => {
  const value = {
    title: 'On {{day 2026-12-03}}',
    body: ['Until {{date 2026-12-24}}.', { href: '/events?from={{iso 2026-02-15}}', rows: [['{{month 2026-12-24}}']] }],
    count: 3,
    nothing: null,
  };
  expect(withDatesWritten(value, shift)).toEqual({
    title: 'On Thursday, December 17',
    body: ['Until January 7, 2027.', { href: '/events?from=2026-03-01', rows: [['January 2027']] }],
    count: 3,
    nothing: null,
  });
  expect(withDatesWritten('{{date 2026-12-03}} in {{year 2026-12-24}}', undefined)).toBe('December 3, 2026 in 2026');
});

test('an unknown date token, an impossible day and an unclosed token are rejected; single braces are plain text', () => {
  for (const text of [
    '{{dat 2026-12-03}}',
    '{{date 2026-02-30}}',
    '{{date}}',
    '{{date 2026-12-03',
    'a }} b',
    '{{toString 2026-12-03}}',
  ])
    expect(() => withDatesWritten({ deep: [text] }, shift), text).toThrow(UnknownToken);
  expect(() => withDatesWritten('{{dat 2026-12-03}}', shift)).toThrow(
    'unknown token {{dat 2026-12-03}}: use {{date yyyy-MM-dd}}',
  );
  expect(withDatesWritten('{a} and {b', shift)).toBe('{a} and {b');
});
