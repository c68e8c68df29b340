import { allReaderPages, openReaderPage } from '../../support/readerPages.ts';
import { declineRememberBrowser, sessionOf } from '../../support/signIn.ts';
import { expect, test } from '../../support/test.ts';

const TARGET_SIZE = 44;

/**
 * Controls smaller than `size` in one direction. Ignores links inside a sentence, which may be as high as the line
 * (WCAG 2.2, 2.5.8); the target of a radio or checkbox is its label. Runs in the page.
 */
function smallTargets(size: number): string[] {
  const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=slider]';
  return [...document.querySelectorAll<HTMLElement>(controls)]
    .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
    .filter((element) => getComputedStyle(element).display !== 'inline' || element.tagName !== 'A')
    .flatMap((element) => {
      const label = element instanceof HTMLInputElement ? element.closest('label') : null;
      // The target of a card's link is the whole card.
      const cover = getComputedStyle(element, '::after');
      const card = cover.content !== 'none' && cover.position === 'absolute' ? element.closest('article, li') : null;
      const { width, height } = (label ?? card ?? element).getBoundingClientRect();
      const isSmall = width > 1 && (width < size - 0.5 || height < size - 0.5);
      const name = element.getAttribute('aria-label') ?? element.innerText;
      return isSmall ? [`${Math.round(width)} x ${Math.round(height)}: ${element.tagName} ${name.slice(0, 40)}`] : [];
    });
}

test('on a touch screen, every control of every page is at least 44 px wide and high [ACCESS-004]', async ({
  browser,
}) => {
  const context = await browser.newContext({
    storageState: sessionOf('hybrid'),
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 844 },
  });
  await declineRememberBrowser(context);
  const page = await context.newPage();
  for (const name of allReaderPages) {
    await test.step(name, async () => {
      await openReaderPage(page, name);
      expect.soft(await page.evaluate(smallTargets, TARGET_SIZE), name).toEqual([]);
    });
  }
  await context.close();
});
