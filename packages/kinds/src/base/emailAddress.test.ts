import { expect, test } from 'vitest';
import { isEmailAddress, readEmailAddress } from './emailAddress.ts';

test('an email address may have every character that RFC 5322 allows without quotes [BASE-030]', () => {
  for (const address of [
    'r&d@example.com',
    "o'brien&sons@example.com",
    "!#$%&'*+-/=?^_`{|}~@example.com",
    'a.b+c@mail.example.co.uk',
    'josé@exämple.de',
    'x@xn--80ak6aa92e.xn--p1ai',
    'a@3m.com',
    `${'a'.repeat(64)}@example.com`,
  ])
    expect(isEmailAddress(address), address).toBe(true);
});

test('lists, names, quotes, comments and broken domains are not an email address [BASE-030]', () => {
  for (const text of [
    '',
    'ana',
    'ana@',
    '@example.com',
    'ana@example',
    'ana@example.',
    'ana@.example.com',
    'ana@example..com',
    'ana@@example.com',
    'a na@example.com',
    '.ana@example.com',
    'ana.@example.com',
    'a..b@example.com',
    'ana@-example.com',
    'ana@example-.com',
    'ana@10.0.0.1',
    'ana@[10.0.0.1]',
    '"ana b"@example.com',
    'ana(work)@example.com',
    'Ana <ana@example.com>',
    'ana@example.com, bob@example.com',
    'ana@example.com;bob@example.com',
    'ana\\@example.com',
    'ana@exam\u200bple.com',
    'a\u3164na@example.com',
    'ana@example.com\nbcc: x@example.com',
    `${'a'.repeat(65)}@example.com`,
    `ana@${'a'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
  ])
    expect(isEmailAddress(text), JSON.stringify(text)).toBe(false);
});

test('an address pasted with invisible characters is read as it was meant [BASE-030]', () => {
  expect(readEmailAddress('\u00a0ana.o\u2011hara@exam\u00adple.com\u200b')).toBe('ana.o-hara@example.com');
  expect(readEmailAddress('ana example.com')).toBeUndefined();
});

test('a hostile text is rejected without backtracking [BASE-030]', () => {
  expect(isEmailAddress(`${'a.'.repeat(50_000)}@`)).toBe(false);
  expect(isEmailAddress(`a@${'a'.repeat(250)}`)).toBe(false);
  expect(isEmailAddress(`a@${'a-'.repeat(120)}!`)).toBe(false);
});
