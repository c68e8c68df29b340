import { beforeEach, describe, expect, test, vi } from 'vitest';
import { consumeAnswer } from './sign-in/provider/consumeAnswer.ts';

/** Runs the page's first script at `path`. */
async function runFirst(path: string): Promise<void> {
  history.replaceState(null, '', path);
  vi.resetModules();
  await import('./first.ts');
}

describe('the first script', () => {
  beforeEach(() => {
    localStorage.clear();
    consumeAnswer();
  });

  test.each(['?code=secret&state=s', '#id_token=secret&access_token=secret&expires_in=9&state=s'])(
    'removes the provider’s answer from the address and the history: %s [S3]',
    async (answer) => {
      const entries = history.length;
      await runFirst(`/auth/callback${answer}`);
      expect(location.href).toBe(`${location.origin}/auth/callback`);
      expect(history.state).toBeNull();
      expect(history.length).toBe(entries);
      expect(consumeAnswer()).toBe(`${location.origin}/auth/callback${answer}`);
      expect(consumeAnswer()).toBeUndefined();
      expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('secret');
    },
  );

  test('removes tokens from any other address too, and discards them [S3]', async () => {
    await runFirst('/news#access_token=secret&id_token=secret');
    expect(location.href).toBe(`${location.origin}/news`);
    expect(consumeAnswer()).toBeUndefined();
  });

  test('leaves all other addresses unchanged', async () => {
    await runFirst('/news?page=2#section-what');
    expect(location.href).toBe(`${location.origin}/news?page=2#section-what`);
  });

  test('applies the chosen theme to the page [BASE-012]', async () => {
    localStorage.setItem('portico_theme', 'dark');
    await runFirst('/news');
    expect(document.documentElement.dataset['theme']).toBe('dark');
    localStorage.clear();
    await runFirst('/news');
    expect(document.documentElement.dataset['theme']).toBeUndefined();
  });
});
