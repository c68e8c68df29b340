import { expect, openStory, storiesByTitle, storyTitles, switchStory, test } from '../support/stories.ts';

/**
 * Marks every control that Tab should stop at with a number and returns how many there are. With a modal open these are
 * the controls inside it; of radio buttons with one name only one is a stop. Runs in the page.
 */
function markTabStops(): number {
  const modal = [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1);
  const radios = new Map<string, HTMLInputElement>();
  const stops: Element[] = [];
  for (const old of document.querySelectorAll('[data-tab-stop]')) old.removeAttribute('data-tab-stop');
  for (const element of (modal ?? document).querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, [tabindex]',
  )) {
    if (element === modal || element.tabIndex < 0 || element.matches(':disabled, [inert] *, [aria-hidden="true"] *'))
      continue;
    if (!element.checkVisibility({ visibilityProperty: true })) continue;
    if (element instanceof HTMLInputElement && element.type === 'radio') {
      const known = radios.get(element.name);
      if (known === undefined || element.checked) radios.set(element.name, element);
    } else stops.push(element);
  }
  stops.push(...radios.values());
  for (const [n, stop] of stops.entries()) stop.setAttribute('data-tab-stop', String(n));
  return stops.length;
}

/** The number of the control that has the focus, and whether anything around it shows that. Runs in the page. */
function focusState(): { stop: string | null; isVisible: boolean } {
  const active = document.activeElement as HTMLElement;
  const around = [active, active.parentElement, active.parentElement?.parentElement, active.nextElementSibling];
  const isVisible = around.some((element) => {
    if (!element) return false;
    return [null, '::before', '::after'].some((pseudo) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, pseudo);
      return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
    });
  });
  return { stop: active.getAttribute('data-tab-stop'), isVisible };
}

for (const title of storyTitles.filter((each) => each.startsWith('UI/'))) {
  test(`Tab reaches every control of ${title} and shows where it is`, async ({ page, baseURL }) => {
    const stories = (await storiesByTitle(baseURL!)).get(title) ?? [];
    await openStory(page, title, stories[0]!.name);
    for (const story of stories) {
      await switchStory(page, story);
      // A dialog may still be opening, so the whole round is repeated until it holds.
      await expect(async () => {
        const count = await page.evaluate(markTabStops);
        const reached = new Set<string>();
        const withoutFocusRing: string[] = [];
        for (let press = 0; press <= count && reached.size < count; press += 1) {
          await page.keyboard.press('Tab');
          const { stop, isVisible } = await page.evaluate(focusState);
          if (stop === null) continue;
          reached.add(stop);
          if (!isVisible) withoutFocusRing.push(stop);
        }
        expect(withoutFocusRing, `${story.name}: stops that show no focus`).toEqual([]);
        expect(reached.size, `${story.name}: controls that Tab reaches`).toBe(count);
      }).toPass({ timeout: 20_000 });
    }
  });
}
