import type { Browser, Locator, Page } from '@playwright/test';
import { busy, fail, hold, slow } from '../support/unreliableConnection.ts';
import { untilResponse } from '../support/settled.ts';
import { openAs, type Account } from '../support/signIn.ts';
import {
  closePopUps,
  expectAccessible,
  expectAccessibleInBothThemes,
  onEveryDevice,
} from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

/** Opens the page of an account whose tasks no other journey changes. */
const openTasks = (browser: Browser, account: Account) => openAs(browser, account, '/news');

const widget = (page: Page) => page.getByRole('region', { name: 'To-do' });
const field = (page: Page) => widget(page).getByRole('textbox', { name: 'Add a task' });
const box = (page: Page, title: string) => widget(page).getByRole('checkbox', { name: `Done: ${title}` });
const titles = (page: Page) =>
  widget(page).getByRole('list', { name: 'To do' }).getByRole('listitem').locator('[data-part=title]');

/** The day in the journeys' time zone. */
const dayInNewYork = (instant: string | null) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' }).format(
    new Date(instant ?? ''),
  );

async function add(page: Page, ...titles: string[]): Promise<void> {
  for (const title of titles) {
    await field(page).fill(title);
    await field(page).press('Enter');
    await expect(box(page, title)).toBeVisible();
  }
}

test('tasks are added by keyboard, edited, completed, reopened, deleted and restored, in sync between two tabs [TODO-002, TODO-004, TODO-005, TODO-006, TODO-007, TODO-008]', async ({
  browser,
}) => {
  test.slow();
  const { page, context } = await openTasks(browser, 'author');
  await expect(widget(page).getByText('Nothing to do.')).toBeVisible();
  await add(page, 'Call the custodian', 'File the notes', 'Order stamps');
  await expect(field(page)).toBeFocused();
  const other = await context.newPage();
  await other.goto('/news');
  await expect(titles(other)).toHaveText(['Call the custodian', 'File the notes', 'Order stamps']);

  // By keyboard, because pop-ups can cover this spot for a while.
  await widget(page).getByRole('button', { name: 'File the notes', exact: true }).press('Enter');
  const form = widget(page).getByRole('form', { name: 'Edit File the notes' });
  await expect(form.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await form.getByRole('textbox', { name: 'Title' }).fill('File the notes of March');
  const date = form.getByRole('group', { name: 'Due date' });
  await date.getByRole('spinbutton').first().click();
  await page.keyboard.type('20240309');
  await form.getByRole('radio', { name: 'High' }).press('Space');
  await form.getByRole('textbox', { name: 'Note' }).fill('Both meetings.');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  const row = widget(page).getByRole('listitem').filter({ hasText: 'File the notes of March' });
  await expect(row).toContainText('Overdue');
  await expect(row).toContainText('9 Mar');
  await expect(row).toContainText('High priority');
  await widget(page).getByRole('button', { name: 'File the notes of March', exact: true }).click();
  const again = widget(page).getByRole('form', { name: 'Edit File the notes of March' });
  await expect(again.getByRole('group', { name: 'Due date' }).getByRole('spinbutton')).toHaveText(['2024', '03', '09']);
  await again.getByRole('button', { name: /^Calendar/ }).click();
  await expect(page.getByRole('dialog').getByRole('grid', { name: /March 2024/ })).toBeVisible();
  await expect(page.getByRole('button', { name: /Saturday, March 9, 2024/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await again.getByRole('button', { name: 'Cancel' }).click();
  // Its due date makes it the first, in both tabs.
  await expect(titles(other)).toHaveText(['File the notes of March', 'Call the custodian', 'Order stamps']);

  // A completed task disappears together with its box.
  await box(page, 'Call the custodian').click();
  await expect(page.getByText('“Call the custodian” marked done.')).toBeVisible();
  await expect(titles(other)).toHaveText(['File the notes of March', 'Order stamps']);
  await widget(other).getByRole('radio', { name: 'Done' }).press('Space');
  await box(other, 'Call the custodian').click();
  await expect(titles(page)).toHaveText(['File the notes of March', 'Call the custodian', 'Order stamps']);

  await widget(page).getByRole('button', { name: 'Order stamps', exact: true }).click();
  await widget(page).getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(titles(page)).toHaveText(['File the notes of March', 'Call the custodian']);
  await page
    .getByRole('alertdialog')
    .filter({ hasText: '“Order stamps” deleted.' })
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect(box(page, 'Order stamps')).toBeVisible();
  await context.close();
});

test(
  'tasks can be reordered by dragging and by keyboard, and the order is saved',
  { tag: '@long' },
  async ({ browser }) => {
    const { page, context } = await openTasks(browser, 'admin');
    await add(page, 'One', 'Two', 'Three');
    // The choices of list and of order share one row.
    const middleOf = async (part: Locator) => {
      const { y, height } = (await part.boundingBox())!;
      return y + height / 2;
    };
    const [which, order] = [
      widget(page).getByRole('group', { name: 'Tasks to show' }),
      widget(page).getByRole('combobox', { name: 'Order' }),
    ];
    await expect.poll(async () => Math.abs((await middleOf(which)) - (await middleOf(order)))).toBeLessThanOrEqual(2);
    const handle = (title: string) => widget(page).getByRole('button', { name: new RegExp(`^Move ${title}:`) });
    await handle('Three').focus();
    await page.keyboard.press('ArrowUp');
    await expect(titles(page)).toHaveText(['One', 'Three', 'Two']);
    await expect(handle('Three')).toBeFocused();
    await closePopUps(page);
    await handle('One').scrollIntoViewIfNeeded();
    const [from, to] = [await handle('One').boundingBox(), await handle('Two').boundingBox()];
    await page.mouse.move(from!.x + 8, from!.y + 8);
    await page.mouse.down();
    await page.mouse.move(to!.x + 8, to!.y + to!.height + 4, { steps: 8 });
    await untilResponse(page, () => page.mouse.up());
    await expect(titles(page)).toHaveText(['Three', 'Two', 'One']);
    await expect(widget(page).getByRole('combobox', { name: 'Order' })).toHaveValue('ByHand');
    await page.reload();
    await expect(titles(page)).toHaveText(['Three', 'Two', 'One']);
    await widget(page).getByRole('combobox', { name: 'Order' }).selectOption('By due date');
    await expect(titles(page)).toHaveText(['One', 'Two', 'Three']);
    await context.close();
  },
);

test(
  'on an unreliable connection a typed task is kept, a mark that fails is reverted with a message, and a task is created only once [B1, B2]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { page, context } = await openTasks(browser, 'approver');
    await add(page, 'Stays as it is');

    // A failing connection.
    await page.route('**/api/v1/todo/**', (route) =>
      route.request().method() === 'GET' ? route.fallback() : route.fulfill(busy),
    );
    await box(page, 'Stays as it is').click();
    await expect(page.getByText('“Stays as it is” couldn’t be marked done. The portal is busy.')).toBeVisible();
    await expect(box(page, 'Stays as it is')).not.toBeChecked();
    const title = widget(page).getByRole('button', { name: 'Stays as it is', exact: true });
    await title.press('Enter');
    await widget(page).getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await expect(page.getByText('“Stays as it is” couldn’t be deleted. The portal is busy.')).toBeVisible();
    await expect(title).toBeFocused();
    await expectAccessible(page);
    await page.unroute('**/api/v1/todo/**');
    // Messages can cover the task, and each disappears after ten seconds.
    const messages = page.getByRole('alertdialog').filter({ hasText: 'The portal is busy.' });
    await expect(async () => {
      for (const button of await messages.getByRole('button', { name: 'Close message' }).all())
        await button.click({ timeout: 5000 });
      expect(await messages.count()).toBe(0);
    }).toPass();

    // On a slow connection the mark shows immediately.
    const release = await hold(page, '**/api/v1/todo/*/check');
    await box(page, 'Stays as it is').click();
    await expect(box(page, 'Stays as it is')).toBeChecked();
    release();
    await expect(page.getByText('“Stays as it is” marked done.')).toBeVisible();

    // The response is lost: trying again does not create a second task.
    await page.route(
      '**/api/v1/todo',
      async (route) => {
        if (route.request().method() !== 'POST') return route.fallback();
        await route.fetch();
        return route.abort();
      },
      { times: 1 },
    );
    await field(page).fill('Sent once');
    await field(page).press('Enter');
    await expect(widget(page).getByRole('alert')).toContainText('Not saved yet.');
    await widget(page).getByRole('button', { name: 'Try again' }).click();
    await expect(titles(page).filter({ hasText: 'Sent once' })).toHaveCount(1);

    // No connection at all, and then a reload.
    await context.setOffline(true);
    await field(page).fill('Typed in a tunnel');
    await field(page).press('Enter');
    await expect(widget(page).getByRole('alert')).toContainText('Not saved yet.');
    await field(page).fill('Half a sen');
    await context.setOffline(false);
    await page.reload();
    await expect(field(page)).toHaveValue('Half a sen');
    await expect(titles(page).filter({ hasText: 'Typed in a tunnel' })).toHaveCount(1);
    await expect(titles(page).filter({ hasText: 'Sent once' })).toHaveCount(1);
    await context.close();
  },
);

test(
  'a task added from an item links back to it, on every device and on an unreliable connection [TODO-015, B2]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { page, context } = await openTasks(browser, 'ifa');
    const add = page.getByRole('button', { name: 'Add to my tasks' }).and(page.locator(':enabled'));
    const shown = page.getByRole('button', { name: 'In my tasks' });
    const kinds = {
      mobile: { list: '/news', word: 'news item' },
      tablet: { list: '/resources', word: 'resource' },
      desktop: { list: '/events?tab=upcoming', word: 'event' },
    };
    await onEveryDevice(page, async (device) => {
      const { list, word } = kinds[device];
      await page.goto(list);
      // The last event is upcoming at any time of day, so its day becomes the due date.
      await page.getByRole('main').getByRole('article').last().getByRole('link').first().click();
      await expect(add).toBeVisible();
      const title = await page.getByRole('heading', { level: 1 }).innerText();
      const path = new URL(page.url()).pathname;
      if (device === 'mobile') {
        // The response is lost, but the list shows that the task was created.
        await page.route(
          '**/api/v1/todo',
          async (route) => {
            await route.fetch();
            return route.abort();
          },
          { times: 1 },
        );
        await add.click();
        await expect(page.getByText('couldn’t be added to your tasks')).toBeVisible();
      } else {
        await add.click();
      }
      await expect(shown).toBeFocused();
      if (device === 'desktop') await page.getByRole('switch', { name: 'Widget Panel' }).click();
      await shown.click();
      const scope = device === 'desktop' ? widget(page) : page.getByRole('dialog', { name: 'To-do' });
      const row = scope.getByRole('listitem').filter({ hasText: title });
      await expect(row).toHaveCount(1);
      await expect(row.locator('[data-part=title]')).toBeFocused();
      if (device === 'desktop')
        await expect(row.locator('time')).toHaveAttribute(
          'datetime',
          dayInNewYork(await page.getByRole('main').locator('time').first().getAttribute('datetime')),
        );
      await expectAccessibleInBothThemes(page);
      if (device !== 'desktop') await page.keyboard.press('Escape');
      await page.goto('/support');
      if (device !== 'desktop') await page.getByRole('button', { name: 'To-do' }).click();
      else await page.getByRole('switch', { name: 'Widget Panel' }).click();
      await scope.getByRole('link', { name: `Open the ${word}: ${title}` }).click();
      await expect(page).toHaveURL(path);
      await expect(shown).toBeVisible();
    });
    // A completed task links back too, and the item can be added again.
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    await box(page, title).click();
    await expect(add).toBeVisible();
    await widget(page).getByRole('radio', { name: 'Done' }).press('Space');
    await expect(widget(page).getByRole('link', { name: `Open the event: ${title}` })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await context.close();
  },
);

test(
  'adding an item to the tasks on a failing, missing or slow connection says why it failed and creates only one task [TODO-014, TODO-015, B2]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { page, context } = await openTasks(browser, 'reg65');
    await page.getByRole('main').getByRole('article').first().getByRole('link').first().click();
    const add = page.getByRole('button', { name: 'Add to my tasks' });
    const shown = page.getByRole('button', { name: 'In my tasks' });
    await expect(add).toBeEnabled();
    const title = await page.getByRole('heading', { level: 1 }).innerText();
    const ids: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/api/v1/todo'))
        ids.push((request.postDataJSON() as { id: string }).id);
    });

    await fail(page, '**/api/v1/todo');
    await add.click();
    await expect(page.getByText(`“${title}” couldn’t be added to your tasks. The portal is busy.`)).toBeVisible();
    await expect(add).toBeFocused();
    await expectAccessibleInBothThemes(page);
    await page.unroute('**/api/v1/todo');
    await context.setOffline(true);
    await add.click();
    await expect(
      page.getByText(`“${title}” couldn’t be added to your tasks. We can’t reach the portal.`),
    ).toBeVisible();
    await context.setOffline(false);

    await slow(page, '**/api/v1/todo', 1500);
    await add.dblclick();
    await expect(add).toHaveAttribute('aria-busy', 'true');
    await add.press('Enter');
    await expectAccessible(page);
    await expect(shown).toBeFocused();
    expect([ids.length, new Set(ids).size]).toEqual([3, 1]);
    await shown.click();
    await expect(widget(page).getByRole('listitem').filter({ hasText: title })).toHaveCount(1);

    // While the list loads, an item that may be in it cannot be added.
    await slow(page, '**/api/v1/todo/active', 1500);
    await page.reload();
    await expect(add).toBeDisabled();
    await expect(shown).toBeVisible();
    await context.close();
  },
);
