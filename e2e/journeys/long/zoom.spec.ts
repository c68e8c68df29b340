import type { Page } from '@playwright/test';
import { expectNoSidewaysScroll, spaceText, zooms } from '../../support/accessibility.ts';
import { halves, openReaderPage } from '../../support/readerPages.ts';
import { expect, test } from '../../support/test.ts';

/* For people who read with zoom, with wide text spacing, in their own colors, or without motion. */

/** Buttons, links and labels that cut off their words. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main button, main a, main label')]
      .filter((element) => {
        const { overflowX, textOverflow } = getComputedStyle(element);
        const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
        return isCut && overflowX !== 'visible' && textOverflow !== 'ellipsis';
      })
      .map((element) => element.outerHTML.slice(0, 200)),
  );

for (const [part, pages] of Object.entries(halves)) {
  test(`at 400% and 200% zoom every page (${part}) can be read without scrolling sideways, even with wide text spacing [ACCESS-001]`, async ({
    page,
  }) => {
    for (const name of pages) {
      await test.step(name, async () => {
        for (const [index, { percent, width, height }] of zooms.entries()) {
          await page.setViewportSize({ width, height });
          if (index === 0) await openReaderPage(page, name);
          await expectNoSidewaysScroll(page);
          await spaceText(page);
          await expectNoSidewaysScroll(page);
          expect(await cutOff(page), `${name} at ${percent}%`).toEqual([]);
          await page.evaluate(() => document.adoptedStyleSheets.pop());
        }
      });
    }
  });
}

test('in forced colors the focused, selected and switched-on controls stand out [ACCESS-002]', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/news');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
  const first = page.getByRole('main').getByRole('article').first().getByRole('link').first();
  await first.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  const outline = await first.evaluate((link) => {
    const shows = (element: Element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element);
      return outlineStyle !== 'none' && outlineWidth !== '0px';
    };
    return shows(link) || shows(link.closest('article')!);
  });
  expect(outline).toBe(true);
  const theme = page.getByRole('group', { name: 'Theme' });
  const backgrounds = await theme.getByRole('radio').evaluateAll((radios) =>
    radios.map((radio) => {
      const { backgroundColor, outlineStyle, borderColor } = getComputedStyle(radio.closest('label')!);
      return `${backgroundColor} ${outlineStyle} ${borderColor}`;
    }),
  );
  expect(new Set(backgrounds).size).toBeGreaterThan(1);
});

/** The longest animation or transition of any element of the page, in seconds. Runs in the page. */
function longestMotion(): number {
  const seconds = (list: string) =>
    list.split(',').map((one) => parseFloat(one) * (one.trim().endsWith('ms') ? 0.001 : 1));
  return Math.max(
    ...[...document.querySelectorAll('*')].flatMap((element) =>
      [null, '::before', '::after'].flatMap((part) => {
        const { animationDuration, transitionDuration } = getComputedStyle(element, part);
        return [...seconds(animationDuration), ...seconds(transitionDuration)];
      }),
    ),
  );
}

test('with reduced motion nothing on a page moves or fades, and without it something does [ACCESS-005]', async ({
  page,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const name of ['the dashboard', 'the event list', 'a news item', 'the notification history'] as const) {
    await openReaderPage(page, name);
    expect(await page.evaluate(longestMotion), name).toBeLessThan(0.001);
  }
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await page.evaluate(longestMotion)).toBeGreaterThan(0.1);
});
