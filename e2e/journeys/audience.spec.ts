import { expect } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessibility.ts';
import { openAs } from '../support/signIn.ts';
import { expectSaved, publishNow, readerPath, startNews } from '../support/studio/studio.ts';
import { test } from '../support/test.ts';

test(
  'an editor restricts news to a branch and sees how many people it reaches; people in it see the news and why, others get a 404 [AUDIENCE-007, AUDIENCE-008, AUDIENCE-009, AUDIENCE-010]',
  { tag: '@long' },
  async ({ browser }) => {
    const { context, page } = await openAs(browser, 'editor', '/studio');
    const path = readerPath(await startNews(page, 'Parking behind 40 Harbor Row is closed'));

    const field = page.getByRole('group', { name: 'Audience' });
    const include = field.getByRole('region', { name: 'Who sees it' });
    await include.getByRole('combobox', { name: 'Branch' }).selectOption('Boston HQ');
    await include.getByRole('button', { name: 'Add' }).focus();
    await page.keyboard.press('Enter');
    const exclude = field.getByRole('region', { name: 'Who doesn’t, even if they match above' });
    await exclude.getByRole('combobox', { name: 'Add by' }).selectOption('team');
    await exclude.getByRole('combobox', { name: 'Team' }).selectOption('Harbor team');
    await exclude.getByRole('button', { name: 'Add' }).click();
    await expect(field.getByText(/^\d+ of \d+ people$/)).toBeVisible();
    await expectSaved(page);
    await expectAccessibleInBothThemes(page);

    await publishNow(page);

    await field.getByRole('button', { name: 'Why can or can’t someone see this?' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Find a person' }).fill('Petrova');
    await dialog.getByRole('button', { name: /Petrova/ }).click();
    await expect(dialog.getByText(/doesn’t see this item/)).toBeVisible();
    await expect(dialog.getByText('It’s hidden from Team Harbor team. This person has Harbor team.')).toBeVisible();
    await expectAccessibleInBothThemes(page);

    const inside = await openAs(browser, 'corporate', path);
    await expect(inside.page.getByRole('heading', { name: 'Parking behind 40 Harbor Row is closed' })).toBeVisible();
    await inside.page.getByRole('button', { name: 'Why am I seeing this?' }).click();
    await expect(inside.page.getByText('Branch: Boston HQ')).toBeVisible();
    await expectAccessibleInBothThemes(inside.page);

    for (const outside of ['assistant', 'broker'] as const) {
      const { context: other, page: theirs } = await openAs(browser, outside, path);
      await expect(theirs.getByRole('heading', { name: 'Whoopsie-daisy!' })).toBeVisible();
      await other.close();
    }
    await inside.context.close();
    await context.close();
  },
);
