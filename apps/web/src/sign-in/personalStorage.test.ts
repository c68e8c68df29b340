import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clearPersonal, readPersonal, writePersonal } from './personalStorage.ts';
import { clearSession, saveSession } from './sessionCookies.ts';

const signInAs = (sub: string) =>
  saveSession({ idToken: `id.${btoa(JSON.stringify({ sub }))}.1`, accessToken: 'access.token.1', lifetimeS: 3600 });

beforeEach(() => {
  localStorage.clear();
  clearSession();
});

describe('what a browser keeps for a person', () => {
  test('is read only for that person, even if another one signs in meanwhile', () => {
    signInAs('ana');
    writePersonal('terms', ['bonds']);
    expect(readPersonal('terms')).toEqual(['bonds']);
    signInAs('bob');
    expect(readPersonal('terms')).toBeUndefined();
    signInAs('ana');
    expect(readPersonal('terms')).toEqual(['bonds']);
  });

  test('is neither written nor read while nobody is signed in, or somebody nobody can name', () => {
    writePersonal('terms', ['bonds']);
    saveSession({ idToken: 'no token', accessToken: 'access', lifetimeS: 3600 });
    writePersonal('terms', ['bonds']);
    expect(localStorage).toHaveLength(0);
    localStorage.setItem('portico.personal.terms', '{"value":["bonds"]}');
    expect(readPersonal('terms')).toBeUndefined();
  });

  test('is gone after clearing, and nothing else is', () => {
    signInAs('ana');
    writePersonal('terms', ['bonds']);
    localStorage.setItem('theme', 'dark');
    clearPersonal();
    expect(readPersonal('terms')).toBeUndefined();
    expect(localStorage.getItem('theme')).toBe('dark');
  });

  test('is empty when the stored text is no JSON, or when the browser stores nothing', () => {
    signInAs('ana');
    localStorage.setItem('portico.personal.terms', '{');
    expect(readPersonal('terms')).toBeUndefined();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    expect(() => writePersonal('terms', ['bonds'])).not.toThrow();
  });
});
