import { expect, type Locator, type Page } from '@playwright/test';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { watchRequests } from '../../support/settled.ts';
import { openAs } from '../../support/signIn.ts';
import { draftWith, expectSaved, frameOf, frames, pasteInto } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

const heading = (id: string, text: string) => ({ ...oneOfEachKind.Header, id, text });
const ids = (page: Page) =>
  frames(page).evaluateAll((all) => all.map((frame) => (frame as HTMLElement).dataset['blockId']));

async function press(page: Page, frame: Locator, keys: string): Promise<void> {
  await frame.focus();
  await page.keyboard.press(keys);
}

const clipboardText = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** The browser writes to the clipboard a moment after the keys, and not at all if the page is left before that. */
async function copy(page: Page, frame: Locator, keys: string): Promise<void> {
  const before = await clipboardText(page);
  await press(page, frame, keys);
  await expect.poll(() => clipboardText(page)).not.toBe(before);
}

test(
  'components are copied or cut from one item and pasted into another, within a tab and between two tabs, complete and with new ids [STUDIO-252]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { context, page } = await openAs(browser, 'editor', '/studio');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const from = await draftWith(context, {
      components: [heading('top', 'Steps for wires'), oneOfEachKind.Columns, oneOfEachKind.Table, oneOfEachKind.Form],
    });
    const to = await draftWith(context, { components: [heading('first', 'Already here')], fields: { header: 'To' } });
    await page.goto(`/studio/${from}`);
    const other = await context.newPage();
    await other.goto(`/studio/${to}`);
    await expect(frames(other)).toHaveCount(1);
    await expect(frameOf(page, 'Form')).toBeVisible();
    const before = await ids(page);

    // Between two tabs, including nested content.
    await copy(page, frameOf(page, 'Table'), 'Control+c');
    await press(other, frames(other).first(), 'Control+v');
    await expect(frameOf(other, 'Table')).toHaveCount(1);
    await expect(frameOf(other, 'Table')).toHaveText((await frameOf(page, 'Table').textContent())!);
    await copy(page, frameOf(page, 'Columns'), 'Control+c');
    await press(other, frameOf(other, 'Table'), 'Control+v');
    await expect(frameOf(other, 'Columns')).toHaveCount(1);
    const inColumns = (where: Page) => frameOf(where, 'Columns').locator('[data-block-id]');
    await expect(inColumns(other)).toHaveCount(await inColumns(page).count());

    // Cutting removes it from its item, and undo restores it.
    await copy(page, frameOf(page, 'Form'), 'Control+x');
    await expect(frameOf(page, 'Form')).toHaveCount(0);
    await press(other, frameOf(other, 'Columns'), 'Control+v');
    await expect(frameOf(other, 'Form')).toHaveCount(1);
    await page.keyboard.press('Control+z');
    await expect(frameOf(page, 'Form')).toHaveCount(1);

    const added = (await ids(other)).filter((id) => id !== 'first');
    expect(added.filter((id) => before.includes(id))).toEqual([]);
    await expectSaved(other);
    await expectAccessibleInBothThemes(other);
    await other.reload();
    for (const kind of ['Table', 'Columns', 'Form']) await expect(frameOf(other, kind)).toHaveCount(1);

    // Between two items in one tab.
    await copy(page, frames(page).first(), 'Control+c');
    expect(await clipboardText(page)).toBe('Steps for wires');
    await expectSaved(page);
    await page.goto(`/studio/${to}`);
    await press(page, frames(page).first(), 'Control+v');
    await expect(frameOf(page, 'Header').filter({ hasText: 'Steps for wires' })).toHaveCount(1);
    await expect(frameOf(other, 'Header').filter({ hasText: 'Steps for wires' })).toHaveCount(1);
    await context.close();
  },
);

test(
  'components selected together are pasted into another item in order, and undo removes all of them at once [STUDIO-252]',
  { tag: '@long' },
  async ({ browser }) => {
    const { context, page } = await openAs(browser, 'editor', '/studio');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const from = await draftWith(context, {
      components: [
        heading('top', 'Stays here'),
        oneOfEachKind.Columns,
        heading('goes', 'Goes along'),
        oneOfEachKind.Table,
      ],
    });
    const to = await draftWith(context, {
      components: [heading('first', 'Before'), heading('last', 'After')],
      fields: { header: 'To' },
    });
    await page.goto(`/studio/${from}`);
    await frameOf(page, 'Columns').focus();
    await frameOf(page, 'Table').click({ modifiers: ['Shift'], position: { x: 2, y: 2 } });
    for (const kind of ['Columns', 'Table']) await expect(frameOf(page, kind)).toHaveAttribute('data-selected', 'true');
    await page.keyboard.press('Control+c');
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Goes along');

    await page.goto(`/studio/${to}`);
    await press(page, frames(page).first(), 'Control+v');
    const kinds = () =>
      frames(page).evaluateAll((all) =>
        all
          .filter((frame) => !frame.parentElement?.closest('[data-block-id]'))
          .map((frame) => (frame as HTMLElement).dataset['kind']),
      );
    await expect.poll(kinds).toEqual(['Header', 'Columns', 'Header', 'Table', 'Header']);
    await expect(frames(page).filter({ hasText: 'Stays here' })).toHaveCount(0);
    await expectSaved(page);
    await page.keyboard.press('Control+z');
    await expect.poll(kinds).toEqual(['Header', 'Header']);
    await context.close();
  },
);

test(
  'formatted text can be pasted while the browser is offline, because the code for it was loaded while idle [STUDIO-300]',
  { tag: '@long' },
  async ({ browser }) => {
    const { context, page } = await openAs(browser, 'editor', '/studio', { fresh: true });
    const item = await draftWith(context, { components: [{ ...oneOfEachKind.BodyText, id: 'words' }] });
    const reader = page.waitForResponse(/\/assets\/readClipboard-[^/]+\.js$/);
    const settle = watchRequests(page);
    await page.goto(`/studio/${item}`);
    await (await reader).finished();
    await settle();
    await context.setOffline(true);
    await pasteInto(frames(page).first().getByRole('textbox'), '<h2>Offline</h2><ul><li>One</li></ul>', 'Offline');
    await expect(frameOf(page, 'Header')).toContainText('Offline');
    await expect(frameOf(page, 'BulletedList')).toContainText('One');
    await context.setOffline(false);
    await expectSaved(page);
    await context.close();
  },
);

test(
  'if the code for formatted text does not load, the plain words are pasted, and trying again adds the formatting [STUDIO-301]',
  { tag: '@long' },
  async ({ browser }) => {
    const { context, page } = await openAs(browser, 'editor', '/studio');
    const item = await draftWith(context, { components: [{ ...oneOfEachKind.BodyText, id: 'words' }] });
    await page.route(/\/assets\/readClipboard-/, (route) => route.abort());
    await page.goto(`/studio/${item}`);
    await pasteInto(frames(page).first().getByRole('textbox'), '<h2>Blocked</h2><p>Go on.</p>', 'Blocked\n\nGo on.');
    await expect(page.getByText(/^Pasted as plain text/)).toBeVisible();
    await expect(frames(page)).toHaveCount(2);
    await expectAccessibleInBothThemes(page);
    await page.unroute(/\/assets\/readClipboard-/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(frameOf(page, 'Header')).toContainText('Blocked');
    await expect(frames(page)).toHaveCount(3);
    await expectSaved(page);
    await context.close();
  },
);
