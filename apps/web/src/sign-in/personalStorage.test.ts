import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clearPersonal, readPersonal, writePersonal } from './personalStorage.ts';
import { clearSession, saveSession } from './sessionCookies.ts';

const signInAs = (sub: string) =>
  saveSession({ idToken: `id.${btoa(JSON.stringify({ sub }))}.1`, accessToken: 'access.token.1', lifetimeS: 3600 });

beforeEach(() => {
  localStorage.clear();
  clearSession();
});

describe('personal storage in the browser', () => {
  test('returns values only to their owner, even if someone else signs in in the meantime', () => {
    signInAs('ana');
    writePersonal('terms', ['bonds']);
    expect(readPersonal('terms')).toEqual(['bonds']);
    signInAs('bob');
    expect(readPersonal('terms')).toBeUndefined();
    signInAs('ana');
    expect(readPersonal('terms')).toEqual(['bonds']);
  });

  test('is neither written nor read without a signed-in user or with an unreadable token', () => {
    writePersonal('terms', ['bonds']);
    saveSession({ idToken: 'no token', accessToken: 'access', lifetimeS: 3600 });
    writePersonal('terms', ['bonds']);
    expect(localStorage).toHaveLength(0);
    localStorage.setItem('portico.personal.terms', '{"value":["bonds"]}');
    expect(readPersonal('terms')).toBeUndefined();
  });

  test('can be cleared without affecting other stored values', () => {
    signInAs('ana');
    writePersonal('terms', ['bonds']);
    localStorage.setItem('theme', 'dark');
    clearPersonal();
    expect(readPersonal('terms')).toBeUndefined();
    expect(localStorage.getItem('theme')).toBe('dark');
  });

  test('tolerates stored text that is not JSON, and a browser that can’t store anything', () => {
    signInAs('ana');
    localStorage.setItem('portico.personal.terms', '{');
    expect(readPersonal('terms')).toBeUndefined();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => writePersonal('terms', ['bonds'])).not.toThrow();
  });
});
