import { beforeEach, describe, expect, test, vi } from 'vitest';
import { builtInTexts } from './builtInTexts.ts';
import type { BundleName, TextKey } from './text.ts';

/** The text modules as a page imports them on load, before any text has loaded. */
async function freshTexts() {
  vi.resetModules();
  return { ...(await import('./loadTexts.ts')), ...(await import('./text.ts')) };
}

function serveBundles(answer: (name: string) => Response | Promise<Response>): string[] {
  const requested: string[] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    requested.push(address);
    return await answer(/(\w+)\.json$/.exec(address)?.[1] ?? '');
  });
  return requested;
}

const brokenAnswers: [string, () => Response | Promise<Response>][] = [
  ['is missing', () => new Response('', { status: 404 })],
  ["can't be reached", () => Promise.reject(new TypeError('Failed to fetch'))],
  ['is not JSON', () => new Response('<!doctype html>')],
  ['contains something other than texts', () => Response.json({ title: 5 })],
];

describe('the texts that every page needs', () => {
  test('load as five static files in the only language [LOCALE-003, LOCALE-005]', async () => {
    const { loadStartTexts, t } = await freshTexts();
    const requested = serveBundles((name) =>
      Response.json({ ...builtInTexts[name as BundleName], title: `From ${name}` }),
    );
    await loadStartTexts();
    expect(requested.toSorted()).toEqual(
      ['dashboard', 'events', 'news', 'shared', 'widgets'].map((name) => `/locales/en/${name}.json`),
    );
    expect([t('news.title'), t('events.title'), t('dashboard.title')]).toEqual([
      'From news',
      'From events',
      'From dashboard',
    ]);
  });

  test.each(brokenAnswers)(
    'fall back to built-in English, with a message on the console, when a file %s [LOCALE-006]',
    async (_, broken) => {
      const { loadStartTexts, t } = await freshTexts();
      const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
      serveBundles((name) => (name === 'news' ? broken() : Response.json(builtInTexts[name as BundleName])));
      await loadStartTexts();
      expect(logged).toHaveBeenCalledExactlyOnceWith('The texts en/news could not be loaded.', expect.anything());
      expect(t('news.related')).toBe('Related news');
      expect(t('shared.undo')).toBe('Undo');
    },
  );
});

describe('code with its own texts', () => {
  const title = 'forms.title' as TextKey;
  let texts: Awaited<ReturnType<typeof freshTexts>>;
  beforeEach(async () => {
    texts = await freshTexts();
  });

  test('loads in parallel with them, and is ready when both have loaded', async () => {
    const steps: string[] = [];
    const file = Promise.withResolvers<Response>();
    serveBundles(async (name) => {
      steps.push(`requested ${name}`);
      return await file.promise;
    });
    const load = texts.withTexts(['forms'], async () => {
      steps.push('requested code');
      return 'the page';
    });
    const loaded = load().then((module) => steps.push(`ready: ${module}, ${texts.t(title)}`));
    await expect.poll(() => steps).toEqual(['requested code', 'requested forms']);
    file.resolve(Response.json({ title: 'From forms' }));
    await loaded;
    expect(steps.at(-1)).toBe('ready: the page, From forms');
  });

  test('requests a bundle once, however many pages use it', async () => {
    const requested = serveBundles((name) => Response.json(builtInTexts[name as BundleName]));
    await Promise.all([
      texts.withTexts(['forms'], async () => 1)(),
      texts.withTexts(['forms', 'search'], async () => 2)(),
    ]);
    await texts.withTexts(['search'], async () => 3)();
    expect(requested.toSorted()).toEqual(['/locales/en/forms.json', '/locales/en/search.json']);
  });

  test('loads without its bundle, with a message on the console [LOCALE-006]', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    serveBundles(() => new Response('', { status: 404 }));
    expect(await texts.withTexts(['forms'], async () => 'the page')()).toBe('the page');
    expect(logged).toHaveBeenCalledExactlyOnceWith('The texts en/forms could not be loaded.', expect.anything());
    expect(texts.hasTexts('forms')).toBe(true);
  });

  test('requests a bundle again when neither it nor its built-in copy could be loaded', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.doMock('./builtInTexts.ts', () => Promise.reject(new TypeError('Failed to fetch')));
    serveBundles(() => Promise.reject(new TypeError('Failed to fetch')));
    const load = texts.withTexts(['forms'], async () => 'the page');
    await load();
    expect(texts.hasTexts('forms')).toBe(false);
    vi.doUnmock('./builtInTexts.ts');
    serveBundles(() => Response.json({ title: 'From forms' }));
    await load();
    expect(texts.t(title)).toBe('From forms');
  });

  test('fails when the code fails to load', async () => {
    serveBundles(() => Response.json({}));
    const load = texts.withTexts(['forms'], () => Promise.reject(new Error('no code')));
    await expect(load()).rejects.toThrow('no code');
  });
});
