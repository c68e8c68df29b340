import { beforeEach, expect, test } from 'vitest';
import { parentDomain, readRememberedCookie, rememberedCookie, writeRememberedCookie } from './rememberedCookie.ts';

beforeEach(() => {
  document.cookie = 'remembered=; Max-Age=0; Path=/';
});

test('the remembered cookie lasts 30 days, for every path, with SameSite=None and Secure [REMEMBER-015]', () => {
  expect(rememberedCookie(true, 'group.example')).toBe(
    'remembered=true; Path=/; Domain=group.example; Max-Age=2592000; SameSite=None; Secure',
  );
});

test.each([
  ['portal.group.example', 'group.example'],
  ['a.b.group.example', 'b.group.example'],
  ['localhost', undefined],
  ['group.example', undefined],
  ['127.0.0.1', undefined],
  ['[::1]', undefined],
])('the remembered cookie set on %s belongs to the parent domain: %s [REMEMBER-016]', (host, domain) => {
  expect(parentDomain(host)).toBe(domain);
});

test('a missing or invalid remembered cookie is undefined [REMEMBER-015]', () => {
  expect(readRememberedCookie()).toBeUndefined();
  document.cookie = 'remembered=maybe; Path=/';
  expect(readRememberedCookie()).toBeUndefined();
});

test('a written remembered cookie can be read [REMEMBER-015]', () => {
  writeRememberedCookie(false);
  expect(readRememberedCookie()).toBe(false);
  writeRememberedCookie(true);
  expect(readRememberedCookie()).toBe(true);
});
