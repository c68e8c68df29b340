import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes, widths } from '../support/accessibility.ts';
import { openAs } from '../support/signIn.ts';
import { test } from '../support/test.ts';

/** Accounts whose to-do list and delegates no other journey changes. */
const ADVISOR = 'insurance';
const ASSISTANT = 'nla';
const main = (page: Page) => page.getByRole('main');
const banner = (page: Page) => page.getByRole('region', { name: 'Acting for somebody' });

/** Presses what has the focus, once it has it. */
async function press(page: Page, target: ReturnType<Page['getByRole']>, key = 'Enter'): Promise<void> {
  await target.focus();
  await expect(target).toBeFocused();
  await page.keyboard.press(key);
}

test(
  'with the keyboard alone, an advisor lets an assistant act, who adds a task, and takes the right back [ACT-010, ACT-012, ACT-013]',
  { tag: '@long' },
  async ({ browser }) => {
    const title = `Order badges ${Date.now()}`;
    const advisor = await openAs(browser, ADVISOR, '/delegates');
    const page = advisor.page;
    await press(page, main(page).getByRole('button', { name: 'Let somebody act for you…' }));
    const dialog = page.getByRole('dialog', { name: 'Let somebody act for you' });
    await dialog.getByRole('textbox', { name: 'Who acts' }).fill(ASSISTANT);
    await press(page, dialog.getByRole('button', { name: new RegExp(`${ASSISTANT}@portico.test`) }));
    for (const scope of ['Confirmations', 'To-do list', 'Events'])
      await press(page, dialog.getByRole('checkbox', { name: new RegExp(`^${scope}`) }), ' ');
    await expectAccessibleInBothThemes(page, { within: '[role=dialog]' });
    await press(page, dialog.getByRole('button', { name: 'Save' }));
    await expect(dialog).toBeHidden();
    const given = main(page).getByRole('list', { name: 'Who may act for you' });
    await expect(given.getByText('Confirmations · Events · To-do list')).toBeVisible();

    const { context, page: desk } = await openAs(browser, ASSISTANT, '/delegates');
    await press(desk, main(desk).getByRole('button', { name: /^Act for / }));
    await expect(banner(desk)).toContainText(/^You act for /);
    // A link in a new tab acts for nobody else.
    const other = await context.newPage();
    await other.goto('/news');
    await expect(main(other).getByRole('article').first()).toBeVisible();
    await expect(banner(other)).toHaveCount(0);

    for (const width of Object.values(widths)) {
      await desk.setViewportSize({ width, height: 800 });
      for (const path of ['/news', '/duties']) {
        await desk.goto(path);
        await expect(banner(desk)).toContainText(/^You act for /);
        await expect(desk.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(banner(desk)).toBeInViewport({ ratio: 1 });
        expect(await desk.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      }
      await expectAccessibleInBothThemes(desk);
    }
    await desk.goto('/');
    const quickAdd = desk.getByPlaceholder('Add a task');
    await quickAdd.fill(title);
    await press(desk, quickAdd);
    const task = desk.getByRole('button', { name: title, exact: true });
    await expect(task).toBeVisible();

    await page.reload();
    await expect(main(page).getByText(`Added a task: ${title}`)).toBeVisible();
    await press(page, given.getByRole('button', { name: /^Withdraw the right of/ }));
    await press(page, page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }));
    await expect(main(page).getByRole('heading', { name: 'Nobody may act for you' })).toBeVisible();
    await expect(desk).toHaveURL(/\/delegates\?ended=1$/);
    await expect(desk.getByText('You are yourself again.')).toBeVisible();
    await expect(banner(desk)).toHaveCount(0);
    await desk.goto('/');
    await expect(desk.getByPlaceholder('Add a task')).toBeVisible();
    await expect(task).toHaveCount(0);
    await context.close();
    await advisor.context.close();
  },
);
