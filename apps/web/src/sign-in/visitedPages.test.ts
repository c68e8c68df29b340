import { beforeEach, describe, expect, test, vi } from 'vitest';
import { clearSession, saveSession } from './sessionCookies.ts';
import { clearVisitedPages, readVisitedPages, recordVisit } from './visitedPages.ts';

const tokenOf = (sub: string) => `h.${btoa(JSON.stringify({ sub }))}.s`;
const signInAs = (sub: string) => saveSession({ idToken: tokenOf(sub), accessToken: 'access', lifetimeS: 900 });
const visit = (...names: string[]) =>
  names.forEach((name) => recordVisit({ path: `/news/${name}`, title: `News ${name}` }));
const titles = () => readVisitedPages().map(({ title }) => title);
const cookieValue = () => /visited_pages=([^;]*)/.exec(document.cookie)?.[1] ?? '';

describe('the visited pages', () => {
  beforeEach(() => {
    clearVisitedPages();
    clearSession();
    signInAs('ana');
  });

  test('are the last six; older ones are dropped [VISITED-001]', () => {
    visit('1', '2', '3', '4', '5', '6');
    expect(titles()).toHaveLength(6);
    visit('7');
    expect(titles()).toEqual(['News 7', 'News 6', 'News 5', 'News 4', 'News 3', 'News 2']);
  });

  test('are listed once each, under their latest title', () => {
    visit('1', '2');
    recordVisit({ path: '/news/1', title: 'Another title' });
    expect(readVisitedPages()).toEqual([
      { path: '/news/1', title: 'Another title' },
      { path: '/news/2', title: 'News 2' },
    ]);
  });

  test('are at most six, even if the cookie contains more [VISITED-002]', () => {
    visit('1');
    const { of } = JSON.parse(decodeURIComponent(cookieValue())) as { of: string };
    const pages = Array.from({ length: 9 }, (_, index) => ({ path: `/p${index}`, title: `P${index}` }));
    document.cookie = `visited_pages=${encodeURIComponent(JSON.stringify({ of, pages }))}; Path=/; Secure`;
    expect(titles()).toEqual(['P0', 'P1', 'P2', 'P3', 'P4', 'P5']);
  });

  test.each([
    'not JSON',
    '%',
    'null',
    '[]',
    '{"of":5}',
    JSON.stringify({ of: 'x', pages: [{ path: '/news', title: 'News' }] }),
  ])('are empty if the cookie was not written by the portal: %s', (value) => {
    document.cookie = `visited_pages=${encodeURIComponent(value)}; Path=/; Secure`;
    expect(readVisitedPages()).toEqual([]);
  });

  test('include only paths of the portal', () => {
    visit('1');
    const { of } = JSON.parse(decodeURIComponent(cookieValue())) as { of: string };
    const pages = [
      { path: '//evil.test', title: 'A' },
      { path: 'javascript:alert(1)', title: 'B' },
      { path: '/\\evil', title: 'C' },
      { path: '/news?term=x', title: 'D' },
      { path: '/news', title: '' },
      null,
      'x',
      { path: '/ok', title: 'E' },
    ];
    document.cookie = `visited_pages=${encodeURIComponent(JSON.stringify({ of, pages }))}; Path=/; Secure`;
    expect(titles()).toEqual(['E']);
  });

  test('are stored for 30 minutes after the last write, including in frames on other sites [VISITED-003, H7]', () => {
    const write = vi.spyOn(document, 'cookie', 'set');
    visit('1');
    expect(write.mock.calls[0]?.[0]).toMatch(/^visited_pages=[^;]+; Path=\/; Max-Age=1800; SameSite=None; Secure$/);
  });

  test('are hidden from other users of the browser and without a session [S6, VISITED-004]', () => {
    visit('1');
    signInAs('ben');
    expect(readVisitedPages()).toEqual([]);
    visit('2');
    expect(titles()).toEqual(['News 2']);
    signInAs('ana');
    expect(readVisitedPages()).toEqual([]);
    clearSession();
    visit('3');
    expect(readVisitedPages()).toEqual([]);
  });

  test('are stored without the user’s subject', () => {
    visit('1');
    expect(decodeURIComponent(cookieValue())).not.toContain('ana');
  });

  test('fit into a cookie even with long titles', () => {
    for (let index = 0; index < 8; index += 1) recordVisit({ path: `/news/${index}`, title: '統'.repeat(300) });
    expect(cookieValue().length).toBeLessThan(4000);
    expect(titles()[0]).toBe('統'.repeat(80));
    expect(titles().length).toBeGreaterThan(2);
  });
});
