import type { Page } from '@playwright/test';
import { openAs, sessionOf } from '../support/signIn.ts';
import { expectAccessible, expectAccessibleInBothThemes, onEveryDevice } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

/* Run in order, because a notice to everyone would change the counts of the other tests. */
test.describe.configure({ mode: 'default' });

/** No other journey sends notices to this person. */
const PERSON = 'nla';
const AUDIENCE = 'Nla';

/** Sends a notice to that person's advisor type as an editor, with the call that the notices page makes. */
async function send(editor: Page, title: string, link: string | null = null): Promise<void> {
  const status = await editor.evaluate(
    async (notice) => {
      const cookie = (name: string) =>
        decodeURIComponent(
          document.cookie
            .split('; ')
            .find((each) => each.startsWith(`${name}=`))!
            .slice(name.length + 1),
        );
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${cookie('access_token')}`,
        'id-token': cookie('id_token'),
      };
      const response = await fetch('/api/v1/studio/notices', {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...notice, id: crypto.randomUUID() }),
      });
      return response.status;
    },
    { title, description: 'The news has details.', link, audience: [AUDIENCE] },
  );
  expect(status).toBe(200);
}

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications(?! )|^Notifications \(/ }).first();
const expectUnread = (page: Page, count: number) =>
  expect(bell(page)).toHaveAccessibleName(
    count === 0 ? 'Notifications' : new RegExp(`^Notifications ?\\(${count} unread\\)$`),
  );
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const popUp = (page: Page, title: string) =>
  page.getByRole('region', { name: 'New notifications' }).getByRole('article', { name: title });
const tiles = (page: Page) => panelOf(page).getByRole('article');
const tile = (page: Page, title: string) => panelOf(page).getByRole('article', { name: title });

async function openPanel(page: Page): Promise<void> {
  await bell(page).click();
  await expect(panelOf(page)).toBeVisible();
}

test('a notice reaches every tab over one connection; closing its pop-up, undoing, marking and closing the panel update the count in all tabs [SIDEBAR-032, SIDEBAR-033, SIDEBAR-034, NOTIF-016, NOTIF-018, NOTIF-019, POPUP-001, POPUP-003, POPUP-004]', async ({
  browser,
}) => {
  test.slow();
  const { page: editor } = await openAs(browser, 'editor', '/');
  const context = await browser.newContext({ storageState: sessionOf(PERSON), reducedMotion: 'no-preference' });
  let connections = 0;
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/stream') connections += 1;
  });
  const one = await context.newPage();
  // No page on which something is due, because a pop-up waits where it would cover it.
  await one.goto('/resources');
  // The demo content includes notifications for this person.
  await openPanel(one);
  await expect(tiles(one).first()).toBeVisible();
  await one.keyboard.press('Escape');
  await expectUnread(one, 0);
  const other = await context.newPage();
  await other.goto('/news');
  await expect(other.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();

  await test.step('a notice pops up, and its pop-up is closed', async () => {
    for (const tab of [one, other]) await expect(tab.getByRole('region', { name: 'New notifications' })).toBeAttached();
    await expect.poll(() => connections).toBe(1);
    await send(editor, 'The office closes early');
    await expect(popUp(one, 'The office closes early')).toBeVisible();
    for (const tab of [one, other]) await expectUnread(tab, 1);
    expect(connections).toBe(1);
    await popUp(one, 'The office closes early').getByRole('button', { name: 'Close notification' }).click();
    await expect(popUp(one, 'The office closes early')).toBeHidden();
    for (const tab of [one, other]) await expectUnread(tab, 0);
  });

  await test.step('pop-ups and the panel are accessible at every width and in both themes', async () => {
    await onEveryDevice(one, async (device) => {
      await send(editor, `Fees on ${device}`);
      await expect(popUp(one, `Fees on ${device}`)).toBeVisible();
      await expectAccessibleInBothThemes(one);
      await openPanel(one);
      await expect(tile(one, `Fees on ${device}`)).toBeVisible();
      await expectAccessible(one, { within: '[role="dialog"]' });
      await one.emulateMedia({ colorScheme: 'dark' });
      await expectAccessible(one, { within: '[role="dialog"]', rules: 'colors' });
      await one.emulateMedia({ colorScheme: 'light' });
      await one.keyboard.press('Escape');
      await expect(panelOf(one)).toBeHidden();
      await expectUnread(one, 0);
      await expect(bell(one)).toBeFocused();
    });
  });

  await test.step('a notification is deleted and restored', async () => {
    await openPanel(one);
    await tile(one, 'Fees on mobile').getByRole('button', { name: 'Delete' }).click();
    await panelOf(one).getByRole('button', { name: 'Undo deleting Fees on mobile' }).click();
    await expect(tile(one, 'Fees on mobile')).toBeVisible();
    await tile(one, 'Fees on tablet').getByRole('button', { name: 'Delete' }).click();
    await expect(panelOf(one).getByText('Deleted.')).toBeVisible();
    await one.reload();
    await openPanel(one);
    await expect(tile(one, 'Fees on mobile')).toBeVisible();
    await expect(tile(one, 'Fees on tablet')).toBeHidden();
  });

  await test.step('a notification marked unread stays unread; following a link marks it as read', async () => {
    await tile(one, 'Fees on mobile').getByRole('button', { name: 'Mark as unread' }).click();
    await expect(panelOf(one).getByRole('region', { name: 'New (1)' })).toBeVisible();
    await panelOf(one).getByRole('button', { name: 'Close notifications' }).click();
    for (const tab of [one, other]) await expectUnread(tab, 1);
    await send(editor, 'Forum in May', '/events');
    await expectUnread(one, 2);
    await openPanel(one);
    await tile(one, 'Forum in May').getByText('The news has details.').click();
    await expect(one).toHaveURL('/events');
    await expect(panelOf(one)).toBeHidden();
    for (const tab of [one, other]) await expectUnread(tab, 0);
  });

  await test.step('another tab takes over the connection', async () => {
    await one.close();
    await expect.poll(() => connections).toBeGreaterThan(1);
    await send(editor, 'One more thing');
    await expectUnread(other, 1);
    await context.close();
  });
});

test(
  'menu entries open their panels by keyboard, and the applications are shown as cards [SIDEBAR-009, APPS-001]',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/');
    const entry = page.getByRole('navigation', { name: 'Main menu' }).getByRole('button', { name: 'Applications' });
    await entry.focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Applications' });
    await expect(panel.getByRole('heading', { name: 'Applications', exact: true })).toBeFocused();
    await expect(panel.getByRole('heading', { level: 3 }).first()).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(panel).toBeHidden();
    await expect(entry).toBeFocused();
  },
);

test('a notice to everyone requires confirmation and reaches all advisor types; the notices page does not exist for non-editors', async ({
  browser,
  page,
}) => {
  const { page: editor } = await openAs(browser, 'editor', '/notifications/notices');
  const title = `Office closed for all ${Date.now()}`;
  await editor.getByLabel('Title').fill(title);
  await editor.getByRole('button', { name: 'Send', exact: true }).click();
  const question = editor.getByRole('dialog', { name: 'Send to everyone?' });
  await expect(question).toContainText(title);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(editor.getByRole('main').getByRole('article').filter({ hasText: title })).toBeHidden();
  await editor.getByRole('button', { name: 'Send', exact: true }).click();
  await question.getByRole('button', { name: 'Send notice' }).click();
  await expect(editor.getByRole('main').getByRole('article').filter({ hasText: title })).toContainText('Everyone');
  await page.goto('/notifications');
  await expect(page.getByRole('main').getByRole('article').filter({ hasText: title })).toBeVisible();
  await page.goto('/notifications/notices');
  await expect(page.getByRole('main')).toContainText('Page Not Found');
  await editor
    .getByRole('main')
    .getByRole('article')
    .filter({ hasText: title })
    .getByRole('button', { name: 'Withdraw' })
    .click();
  await editor.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
  await expect(editor.getByRole('main').getByRole('article').filter({ hasText: title })).toContainText('Withdrawn');
});
