import { beforeEach, expect, test } from 'vitest';
import { parentDomain, readRememberedCookie, rememberedCookie, writeRememberedCookie } from './rememberedCookie.ts';

beforeEach(() => {
  document.cookie = 'remembered=; Max-Age=0; Path=/';
});

test('[REMEMBER-015] it lasts 30 days, for every path, with SameSite=None and Secure', () => {
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
])('[REMEMBER-016] on %s it belongs to the parent domain: %s', (host, domain) => {
  expect(parentDomain(host)).toBe(domain);
});

test('[REMEMBER-015] it is a boolean or not there', () => {
  expect(readRememberedCookie()).toBeUndefined();
  document.cookie = 'remembered=maybe; Path=/';
  expect(readRememberedCookie()).toBeUndefined();
});

test('[REMEMBER-015] what is written is read', () => {
  writeRememberedCookie(false);
  expect(readRememberedCookie()).toBe(false);
  writeRememberedCookie(true);
  expect(readRememberedCookie()).toBe(true);
});
