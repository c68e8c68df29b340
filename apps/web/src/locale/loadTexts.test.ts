import { beforeEach, describe, expect, test, vi } from 'vitest';
import { builtInTexts } from './builtInTexts.ts';
import { loadTexts } from './loadTexts.ts';
import { addTexts, type BundleName, t } from './text.ts';

function answerWith(answer: (name: string) => Response | Promise<Response>): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address);
    return await answer(/(\w+)\.json$/.exec(address)?.[1] ?? '');
  });
  return asked;
}

describe('the texts', () => {
  beforeEach(() => {
    for (const name of Object.keys(builtInTexts)) addTexts(name as BundleName, {});
    return () => {
      for (const [name, texts] of Object.entries(builtInTexts)) addTexts(name as BundleName, texts);
    };
  });

  test('[LOCALE-003, LOCALE-005] come as five static files of the one language', async () => {
    const asked = answerWith((name) => Response.json({ ...builtInTexts[name as BundleName], title: `From ${name}` }));
    await loadTexts();
    expect(asked.toSorted()).toEqual(
      ['dashboard', 'events', 'news', 'shared', 'widgets'].map((name) => `/locales/en/${name}.json`),
    );
    expect([t('news.title'), t('events.title'), t('dashboard.title')]).toEqual([
      'From news',
      'From events',
      'From dashboard',
    ]);
  });

  test.each([
    ['is not there', () => new Response('', { status: 404 })],
    ['can not be reached', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['is no JSON', () => new Response('<!doctype html>')],
    ['holds other things than texts', () => Response.json({ title: 5 })],
  ])('[LOCALE-006] are told on the console when a file %s, and built-in English stands in', async (_, broken) => {
    const told = vi.spyOn(console, 'error').mockImplementation(() => {});
    answerWith((name) => (name === 'news' ? broken() : Response.json(builtInTexts[name as BundleName])));
    await loadTexts();
    expect(told).toHaveBeenCalledExactlyOnceWith('The texts en/news could not be loaded.', expect.anything());
    expect(t('news.related')).toBe('Related news');
    expect(t('shared.undo')).toBe('Undo');
  });
});
