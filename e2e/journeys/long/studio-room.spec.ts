import { readFileSync } from 'node:fs';
import { expect, type Locator, type Page } from '@playwright/test';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { draftWith, dropOn, frameOf, frames } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

const paragraph = (id: string) => ({
  id,
  type: 'BodyText' as const,
  body: {
    type: 'doc' as const,
    content: [{ type: 'paragraph' as const, content: [{ type: 'text' as const, text: 'Words to read. '.repeat(12) }] }],
  },
});

const PDF = readFileSync(new URL('../../../demo/files/transfer-checklist.pdf', import.meta.url));

interface Box {
  name: string;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The boxes of all texts, of the save state and of everything that floats above the page. */
const boxesOf = (page: Page): Promise<{ texts: Box[]; bars: Box[] }> =>
  page.evaluate(() => {
    const boxOf = (element: Element): Box => {
      const { left, top, right, bottom } = element.getBoundingClientRect();
      return { name: element.getAttribute('aria-label') ?? element.className, left, top, right, bottom };
    };
    const isShown = ({ left, right, top, bottom }: Box) => right > left && bottom > top;
    const texts = document.querySelectorAll(
      '[data-block-id] [role=textbox], [data-block-id] table, [data-writes] [role=textbox], header [role=status]:not([data-region] *)',
    );
    const bars = document.querySelectorAll('[role=toolbar]');
    return { texts: [...texts].map(boxOf).filter(isShown), bars: [...bars].map(boxOf).filter(isShown) };
  });

const isOver = (one: Box, other: Box) =>
  one.left < other.right - 1 && one.right > other.left + 1 && one.top < other.bottom - 1 && one.bottom > other.top + 1;

async function expectNothingCovered(page: Page, state: string): Promise<void> {
  const { texts, bars } = await boxesOf(page);
  expect(bars.length, state).toBeGreaterThan(0);
  const covered = bars.flatMap((bar) =>
    texts.filter((text) => isOver(bar, text)).map((text) => `${bar.name} over ${text.name}`),
  );
  expect(covered, state).toEqual([]);
  const saved = page.getByRole('banner').getByRole('status').first();
  const isUncovered = await saved.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    return found !== null && (element.contains(found) || found.contains(element));
  });
  expect(isUncovered, `${state}: the save state`).toBe(true);
}

/** How far an element moves on the screen while something happens. */
async function movedBy(target: Locator, step: () => Promise<void>): Promise<number> {
  const before = (await target.boundingBox())!.y;
  await step();
  return Math.abs((await target.boundingBox())!.y - before);
}

/** Adds files while the caret is in the first line below the bar: the text goes on, uncovered, with its caret. */
async function expectRoomForFiles(page: Page, text: Locator): Promise<void> {
  let isHeld = true;
  await page.route('**/api/v1/studio/files', async (route) => {
    await expect.poll(() => isHeld, { timeout: 60_000 }).toBe(false);
    await route.continue();
  });
  const bar = page.getByRole('banner');
  await text.evaluate((element) => {
    const { bottom } = document.querySelector('header')!.getBoundingClientRect();
    window.scrollBy({ top: element.getBoundingClientRect().top - bottom - 4, behavior: 'instant' });
  });
  await dropOn(text, [
    { name: 'Rates 2027.pdf', bytes: PDF },
    { name: 'Fees of all accounts in 2027.pdf', bytes: PDF },
    { name: 'setup.exe', bytes: Buffer.from('MZ') },
  ]);
  const panel = page.getByRole('region', { name: 'Add files' });
  await expect(panel.getByText('0 of 3 uploaded')).toBeVisible();
  await expect(text).toBeFocused();
  const firstLine = () =>
    text.evaluate((element) => {
      const caret = getSelection()!.getRangeAt(0).getClientRects()[0] ?? element.getBoundingClientRect();
      return caret.top - document.querySelector('header')!.getBoundingClientRect().bottom;
    });
  await expect.poll(firstLine).toBeGreaterThanOrEqual(0);
  await expectNothingCovered(page, 'while files are added');
  expect((await bar.boundingBox())!.height).toBeLessThan(page.viewportSize()!.height / 2);
  await page.keyboard.type('Still writing. ');
  await expect(text).toContainText('Still writing.');
  await expectAccessibleInBothThemes(page);
  isHeld = false;
  await panel.getByRole('button', { name: 'Add 2 files' }).click();
  await expect(panel).toBeHidden();
  await expect(frameOf(page, 'FileList').getByRole('listitem')).toHaveCount(2);
}

for (const width of [390, 820, 1440])
  test(`at ${width} pixels the bars of a component and files that are added cover no text and no save state, and the settings are one press away [STUDIO-324, STUDIO-318]`, async ({
    browser,
  }) => {
    const { context, page } = await openAs(browser, 'editor', '/studio');
    await page.setViewportSize({ width, height: 900 });
    const id = await draftWith(context, {
      components: [
        { ...oneOfEachKind.Header, id: 'h' },
        paragraph('p'),
        { ...oneOfEachKind.Table, id: 't' },
        { ...oneOfEachKind.Columns, id: 'c' },
        paragraph('q'),
      ],
      fields: { header: 'Room for bars' },
    });
    await page.goto(`/studio/${id}`);
    await expect(frames(page).first()).toBeVisible();
    const settings = page.getByRole('banner').getByRole('button', { name: 'Settings' });
    for (const frame of await frames(page).all()) {
      const text = frame.locator('[role=textbox], td [role=button]').first();
      const target = (await text.count()) > 0 ? text : frame;
      await target.scrollIntoViewIfNeeded();
      await target.click();
      await expect(page.getByRole('toolbar', { name: 'Component' })).toBeVisible();
      await expectNothingCovered(page, `${await frame.getAttribute('data-kind')} at ${width}`);
      await expect(settings).toBeInViewport();
    }
    const next = frames(page).last();
    await next.scrollIntoViewIfNeeded();
    await frameOf(page, 'BodyText').first().getByRole('textbox').click();
    const text = next.getByRole('textbox');
    // At the edge of the window, the browser itself scrolls to the caret.
    await text.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    expect(await movedBy(text, () => text.click({ position: { x: 20, y: 10 } }))).toBeLessThan(2);

    await expectRoomForFiles(page, text);

    await settings.click();
    await expect(page.getByRole('heading', { name: 'News settings' })).toBeVisible();
    await page.getByRole('button', { name: 'Text properties' }).click();
    await expect(page.getByRole('heading', { name: 'Text properties' })).toBeVisible();
    await page.getByRole('button', { name: 'News settings' }).click();
    await expect(page.getByRole('textbox', { name: /^Description/ })).toBeVisible();
    await context.close();
  });
