import { expect, type Locator, type Page } from '@playwright/test';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { openAs } from '../../support/signIn.ts';
import { draftWith, dropOn, expectSaved, frameOf, frames, picture } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

const heading = (id: string, text: string) => ({ ...oneOfEachKind.Header, id, text });
const columns = (id: string) => ({
  ...oneOfEachKind.Columns,
  id,
  columns: [{ components: [heading(`${id}-left`, `In ${id}`)] }, { components: [] }],
});
/** The line that shows where a dragged component will land. */
const line = (page: Page): Locator => page.locator('[class*=dropLine]');
const frame = (page: Page, id: string): Locator => page.locator(`[data-block-id=${id}]`);

/** Picks up a component by its handle and holds it over a target, near the target's top. */
async function dragOver(page: Page, id: string, target: Locator): Promise<void> {
  await frame(page, id).getByRole('textbox').first().click();
  const handle = page.getByRole('toolbar', { name: 'Component' }).getByTitle('Drag to move');
  const from = (await handle.boundingBox())!;
  await page.mouse.move(from.x + 8, from.y + from.height / 2);
  await page.mouse.down();
  const to = (await target.boundingBox())!;
  await page.mouse.move(to.x + to.width / 2, to.y + 4, { steps: 8 });
}

test(
  'a component can be dragged into nested columns, a line shows where it will land, and Escape leaves it where it was [STUDIO-253, STUDIO-254]',
  { tag: '@long' },
  async ({ browser }) => {
    const { context, page } = await openAs(browser, 'editor', '/studio');
    const outer = { ...columns('outer'), columns: [{ components: [columns('inner')] }, { components: [] }] };
    const id = await draftWith(context, { components: [heading('moved', 'Moved'), outer, heading('last', 'Last')] });
    await page.goto(`/studio/${id}`);
    await expect(frames(page)).toHaveCount(5);

    await dragOver(page, 'moved', frame(page, 'last'));
    await expect(line(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(line(page)).toBeHidden();
    await page.mouse.up();
    await expect(frames(page).first()).toHaveAttribute('data-block-id', 'moved');

    const landing = frame(page, 'inner-left');
    await dragOver(page, 'moved', landing);
    await expect(line(page)).toBeVisible();
    await expect(async () => {
      const [shown, list] = [(await line(page).boundingBox())!, (await landing.boundingBox())!];
      expect(Math.abs(shown.y - list.y)).toBeLessThan(12);
      expect(shown.width).toBeLessThan((await frame(page, 'outer').boundingBox())!.width / 2);
    }).toPass();
    await page.mouse.up();
    await expect(line(page)).toBeHidden();
    await expect(frame(page, 'inner').locator('[data-block-id]')).toHaveCount(2);
    await expect(frame(page, 'inner').locator('[data-block-id]').first()).toHaveAttribute('data-block-id', 'moved');
    await expect(page.getByRole('banner').getByText(/^Saved \d{1,2}:\d\d [ap]m$/)).toBeVisible();
    await page.reload();
    await expect(frame(page, 'inner').locator('[data-block-id=moved]')).toHaveText(/Moved/);
    await context.close();
  },
);

test(
  'when several pictures are dropped at once, the editor asks for the alternative text of each, and all of them are on the page [STUDIO-255]',
  { tag: '@long' },
  async ({ browser }) => {
    const { context, page } = await openAs(browser, 'editor', '/studio');
    const id = await draftWith(context, { components: [heading('first', 'The offices')] });
    await page.goto(`/studio/${id}`);
    await expect(frames(page)).toHaveCount(1);
    await dropOn(
      frames(page).first(),
      ['Boston.png', 'Denver.png'].map((name) => ({ name, bytes: picture.buffer, type: picture.mimeType })),
    );
    const dialog = page.getByRole('dialog', { name: 'Add a picture' });
    for (const words of ['The office in Boston', 'The office in Denver']) {
      await dialog.getByRole('textbox', { name: /Alternative text/ }).fill(words);
      await dialog.getByRole('button', { name: 'Use this picture' }).click();
      await expect(frameOf(page, 'Image').getByRole('img', { name: words })).toBeVisible();
    }
    await expect(frameOf(page, 'Image')).toHaveCount(2);
    await expectSaved(page);
    await context.close();
  },
);
