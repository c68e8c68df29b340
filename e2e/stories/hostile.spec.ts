import type { Page } from '@playwright/test';
import { hostileMarkup, hostileNames, unsafeHrefs } from '@portico/testing/hostileTexts';
import { expect, openStory, test } from '../support/stories.ts';

/** Elements and attributes that content must never produce, as `case: finding`. */
async function findings(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[data-story]')].flatMap((story) => {
      const found: string[] = [];
      const ownIds = /^(?:section-|_r_|react-aria)/;
      for (const element of story.querySelectorAll('*')) {
        const tag = element.localName;
        if (/^(?:script|style|base|meta|link|object|embed|form|iframe|frame|template|title|applet)$|-/.test(tag))
          found.push(`<${tag}>`);
        for (const { name, value } of element.attributes) {
          if (name.startsWith('on') || ['srcdoc', 'is', 'name', 'action', 'formaction', 'http-equiv'].includes(name))
            found.push(`${tag}[${name}]`);
          if (name === 'id' && !ownIds.test(value)) found.push(`${tag}#${value}`);
          if (name === 'style' && /url|position|inset|background|display/i.test(value))
            found.push(`${tag}[style=${value}]`);
          if (['src', 'poster', 'srcset'].includes(name) && element.namespaceURI === 'http://www.w3.org/1999/xhtml') {
            for (const address of name === 'srcset'
              ? value.split(', ').map((one) => one.split(' ')[0] ?? '')
              : [value]) {
              if (new URL(address, location.href).origin !== location.origin) found.push(`${tag}[${name}=${address}]`);
            }
          }
          if (
            name === 'href' &&
            !['http:', 'https:', 'mailto:', 'tel:'].includes(new URL(value, location.href).protocol)
          )
            found.push(`${tag}[href=${value}]`);
        }
        if (['fixed', 'sticky'].includes(getComputedStyle(element).position))
          found.push(`${tag} is ${getComputedStyle(element).position}`);
      }
      return found;
    }),
  );
}

test('hostile texts of every kind run no code, send no foreign requests, and add no foreign elements [X1, X2, X4]', async ({
  page,
  foreignRequests,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const cases = { markup: hostileMarkup.length, names: hostileNames.length, addresses: unsafeHrefs.length };
  for (const [story, count] of [...Object.entries(cases), ['more properties', 0] as const]) {
    await openStory(page, 'Content/Hostile content', story);
    await expect(page.locator('[data-case]')).toHaveCount(count);
    await page.waitForLoadState('networkidle');
    expect(await findings(page), story).toEqual([]);
    expect(await page.evaluate(globals), story).toEqual({
      ran: undefined,
      getElementById: 'function',
      cookie: 'string',
      body: 'body',
      location: 'function',
      polluted: undefined,
    });
    if (story === 'markup') expect(await page.locator('[data-case="1"]').innerText()).toContain(hostileMarkup[0]);
  }
  expect(foreignRequests).toEqual([]);
});

/** Traces of code that ran, and globals that elements with such names could have shadowed. Runs in the page. */
const globals = () => ({
  ran: Reflect.get(window, 'ran') as unknown,
  getElementById: typeof document.getElementById,
  cookie: typeof document.cookie,
  body: document.body.localName,
  location: typeof location.assign,
  polluted: Reflect.get({}, 'style') as unknown,
});

test('pressing every button in hostile content runs no code either [X1, X3]', async ({ page, foreignRequests }) => {
  await openStory(page, 'Content/Hostile content', 'more properties');
  const pressed = await page.locator('[data-story] button').evaluateAll((buttons) => {
    for (const button of buttons) (button as HTMLButtonElement).click();
    return buttons.length;
  });
  expect(pressed).toBeGreaterThan(4);
  await expect(page.locator('iframe')).toBeAttached();
  await expect(page.getByRole('dialog').first()).toBeAttached();
  expect(await page.evaluate(() => Reflect.get(window, 'ran') as unknown)).toBeUndefined();
  const frames = await page
    .locator('iframe')
    .evaluateAll((found) =>
      found.map((frame) =>
        [...frame.attributes]
          .map(({ name, value }) => `${name}=${value}`)
          .filter((one) => /^(?:src|sandbox|srcdoc|name)/.test(one)),
      ),
    );
  expect(frames).toEqual([
    [
      'src=https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&playsinline=1&rel=0',
      'sandbox=allow-scripts allow-same-origin allow-presentation',
    ],
  ]);
  expect(foreignRequests.filter((address) => !address.startsWith('https://www.youtube-nocookie.com/embed/'))).toEqual(
    [],
  );
});

test('external links in hostile content give the opened page no access to the window [X2]', async ({ page }) => {
  await openStory(page, 'Content/Hostile content', 'more properties');
  const links = await page
    .locator('[data-story] a[href^="http"]')
    .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).rel));
  expect(links.length).toBeGreaterThan(3);
  expect(new Set(links)).toEqual(new Set(['noopener']));
});

test('the page’s policy blocks a frame from another address [X3]', async ({ page, foreignRequests, complaints }) => {
  await openStory(page, 'Content/Divider', 'between texts');
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = 'https://evil.example/';
    document.body.append(frame);
  });
  await expect.poll(() => complaints.splice(0).join(' ')).toContain('frame-src');
  expect(foreignRequests).toEqual([]);
});
