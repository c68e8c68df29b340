import { expect, type Page } from '@playwright/test';

/** Expects that no code ran, no foreign host was called, and no element or address on the page could do either. */
export async function expectInert(page: Page, strangers: string[]): Promise<void> {
  expect(await page.evaluate(() => Reflect.get(window, 'ran') as unknown)).toBeUndefined();
  expect(strangers).toEqual([]);
  const found = await page.evaluate(() => ({
    handlers: [...document.querySelectorAll('*')].filter((element) =>
      [...element.attributes].some(({ name }) => name.startsWith('on')),
    ).length,
    addresses: [...document.querySelectorAll('[href], [src], [action]')]
      .flatMap((element) => ['href', 'src', 'action'].map((name) => element.getAttribute(name) ?? ''))
      .filter((address) => /^\s*(?:javascript|data|vbscript):/i.test(address) && !address.startsWith('data:image/')),
    foreign: document.querySelectorAll(
      'main iframe, main script, main style, main base, main meta, main object, main embed, main form[action], main img[src="x"]',
    ).length,
  }));
  expect(found).toEqual({ handlers: 0, addresses: [], foreign: 0 });
}

/**
 * Records addresses outside this machine that the page requests, dialogs that scripts open, and server errors except
 * for 503, because a busy machine can be overloaded.
 */
export function watchStrangers(page: Page): string[] {
  const strangers: string[] = [];
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && hostname !== 'localhost') strangers.push(request.url());
  });
  page.on('response', (response) => {
    if (response.status() >= 500 && response.status() !== 503) strangers.push(`${response.status()} ${response.url()}`);
  });
  page.on('dialog', (dialog) => {
    strangers.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return strangers;
}
