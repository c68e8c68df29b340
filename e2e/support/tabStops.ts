import { expect, type Page } from '@playwright/test';

/**
 * Marks every control that Tab should stop at with a number, and returns how many there are. If a modal is open, these
 * are the controls inside it; of radio buttons with the same name only one is a stop. Runs in the page.
 */
export function markTabStops(): number {
  const modal = [...document.querySelectorAll<HTMLElement>('[role="dialog"], dialog[open]')].at(-1);
  const radios = new Map<string, HTMLInputElement>();
  const stops: Element[] = [];
  for (const old of document.querySelectorAll('[data-tab-stop]')) old.removeAttribute('data-tab-stop');
  for (const element of (modal ?? document).querySelectorAll<HTMLElement>(
    'a[href], button, input, select, textarea, summary, [tabindex]',
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

export interface FocusState {
  /** The number that `markTabStops` gave the control, if any. */
  stop: string | null;
  /** Whether the control or something around it shows that it has the focus. */
  hasRing: boolean;
  /** Whether at least half of its part inside the window is visible; WCAG 2.2 requires any part (2.4.11). */
  isUncovered: boolean;
  /** The start of its markup, for messages. */
  html: string;
}

/** The focused element, and whether a person looking at the screen can tell. Runs in the page. */
export function focusState(): FocusState {
  const active = document.activeElement as HTMLElement;
  const hasOutline = ({ outlineStyle, outlineWidth }: CSSStyleDeclaration) =>
    outlineStyle !== 'none' && outlineWidth !== '0px';
  const around = [active, active.parentElement, active.parentElement?.parentElement, active.nextElementSibling];
  // A card can show the focus of its link.
  const cards: Element[] = [];
  for (let card = active.parentElement; card && !card.matches('main, body'); card = card.parentElement)
    cards.push(card);
  const hasRing =
    cards.some((card) => hasOutline(getComputedStyle(card))) ||
    around.some(
      (element) =>
        element &&
        [null, '::before', '::after'].some((pseudo) => {
          const style = getComputedStyle(element, pseudo);
          return hasOutline(style) || style.boxShadow !== 'none';
        }),
    );
  // The box of a radio or checkbox can be drawn by its label.
  const shown = (active instanceof HTMLInputElement && active.closest('label')) || active;
  // A link that wraps has a box per line; the rectangle around them also contains other words.
  const area = ({ width, height }: DOMRect) => width * height;
  const boxes = [...shown.getClientRects()].sort((one, other) => area(other) - area(one));
  const { left, top, right, bottom } = boxes[0] ?? shown.getBoundingClientRect();
  const [x, y] = [Math.max(0, left), Math.max(0, top)];
  const [width, height] = [Math.min(innerWidth, right) - x, Math.min(innerHeight, bottom) - y];
  const shares = [0.1, 0.5, 0.9];
  const seen = shares
    .flatMap((across) => shares.map((down) => document.elementFromPoint(x + width * across, y + height * down)))
    .filter((top) => top && (shown.contains(top) || (top.contains(shown) && !top.matches('body, html, main'))));
  return {
    stop: active.getAttribute('data-tab-stop'),
    hasRing,
    isUncovered: width > 0 && height > 0 && seen.length * 2 >= shares.length ** 2,
    html: active.outerHTML.slice(0, 160),
  };
}

/** Marked controls that are missing from `reached`, and those in `reached` that are too early. Runs in the page. */
function walkProblems(reached: string[]): string[] {
  const stops = reached.map((stop) => document.querySelector(`[data-tab-stop="${stop}"]`)!);
  const missed = [...document.querySelectorAll('[data-tab-stop]')].filter((element) => !stops.includes(element));
  const early = stops.filter((stop, index) => {
    const before = stops[index - 1];
    return before && stop.compareDocumentPosition(before) & Node.DOCUMENT_POSITION_FOLLOWING;
  });
  const html = (element: Element) => element.outerHTML.slice(0, 160);
  return [...missed.map((one) => `not reached: ${html(one)}`), ...early.map((one) => `out of order: ${html(one)}`)];
}

/**
 * Presses Tab from the top of the page to its end, and expects that it reaches every control in document order, that
 * each shows the focus, is not covered, and does not trap the focus.
 */
export async function expectWalkByTab(page: Page): Promise<void> {
  const count = await page.evaluate(markTabStops);
  const reached: string[] = [];
  const problems: string[] = [];
  // Date fields have several stops, and browsers add one for a scrollable list.
  for (let press = 0; press < 2 * count + 10; press += 1) {
    await page.keyboard.press('Tab');
    const { stop, hasRing, isUncovered, html } = await page.evaluate(focusState);
    if (stop === null && html.startsWith('<body')) break;
    if (stop === null || stop === reached.at(-1)) continue;
    if (reached.includes(stop)) break;
    reached.push(stop);
    if (!hasRing) problems.push(`no focus ring: ${html}`);
    if (!isUncovered) problems.push(`covered: ${html}`);
  }
  problems.push(...(await page.evaluate(walkProblems, reached)));
  expect.soft(problems, page.url()).toEqual([]);
}
