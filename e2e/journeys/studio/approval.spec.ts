import { expect, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { openAs } from '../../support/signIn.ts';
import { expectSaved, insertByKeyboard, publishNow, readerPath, startNews } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

const LABEL = 'Client use';
const TITLE = 'What clients should know about the new custodian';

const bar = (page: Page) => page.getByRole('banner');
const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function requireApproval(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Roles and rules' }).click();
  await page.getByRole('link', { name: 'Approval rules' }).click();
  await expect(page.getByRole('heading', { name: 'Approval rules' })).toBeVisible();
  const rules = page.getByRole('form', { name: 'New rule' });
  await rules.getByRole('textbox', { name: 'Category, such as client use' }).fill(LABEL);
  await rules.getByRole('button', { name: 'Add rule' }).click();
  await expect(page.getByText(`Items in category ${LABEL}`)).toBeVisible();
  await expectAccessibleInBothThemes(page);
}

async function writeForClients(page: Page): Promise<string> {
  const path = await startNews(page, TITLE);
  const categories = page.getByRole('combobox', { name: 'Categories' });
  await categories.fill(LABEL);
  await page.getByRole('option', { name: LABEL }).click();
  await insertByKeyboard(page, 'paragraphs');
  await page.keyboard.type('Statements come from another address from January on.');
  await expectSaved(page);
  return path;
}

async function requestApproval(page: Page, note: string): Promise<void> {
  await page.getByRole('button', { name: 'Request approval…' }).click();
  const form = panel(page, 'Approval').getByRole('form', { name: 'Request approval' });
  await form.getByRole('textbox', { name: 'Note for the approver' }).fill(note);
  await form.getByLabel('Needed by').fill('2030-01-15');
  await form.getByRole('button', { name: 'Request approval' }).click();
  await expect(page.getByText('Approval requested.')).toBeVisible();
  await expect(bar(page).getByText('In review')).toBeVisible();
}

test('a reader sees an author’s item only after an approver has returned and then approved it [STUDIO-034, STUDIO-036, STUDIO-040, STUDIO-041]', async ({
  browser,
}) => {
  test.slow();
  const administrator = await openAs(browser, 'editor', '/studio');
  await requireApproval(administrator.page);
  await administrator.context.close();

  // Opened early, so that the reader's stream is connected long before something is published.
  const reader = await openAs(browser, 'corporate', '/news');
  const author = await openAs(browser, 'author', '/studio');
  for (const name of ['Roles and rules', 'Approval rules'])
    await expect(author.page.getByRole('link', { name })).toHaveCount(0);
  const path = await writeForClients(author.page);
  await requestApproval(author.page, 'For the January mailing.');
  await expectAccessibleInBothThemes(author.page);

  const approver = await openAs(browser, 'approver', '/studio/waiting');
  const row = approver.page.getByRole('listitem').filter({ hasText: TITLE });
  await expect(row).toContainText('“For the January mailing.”');
  await expect(row).toContainText('Due Jan 15, 2030');
  await expectAccessibleInBothThemes(approver.page);
  await row.getByRole('link', { name: TITLE }).click();
  const decision = panel(approver.page, 'Approval').getByRole('group', { name: 'Decision' });
  await expect(decision.getByRole('button', { name: 'Approve' })).toBeVisible();
  await expect(approver.page.getByRole('textbox', { name: 'Title', exact: true })).toHaveCount(0);

  // Comments on the paragraph; the author sees the comment on the page.
  await approver.page.locator('[data-kind=BodyText]').click();
  await approver.page.getByRole('button', { name: /^Comments/ }).click();
  const comments = panel(approver.page, 'Comments');
  await comments.getByRole('textbox', { name: /^Comment on/ }).fill('Which address? @Kar');
  await comments.getByRole('button', { name: '@Karla Jimenez' }).click();
  await comments.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(comments.getByText('Which address? @Karla Jimenez')).toBeVisible();
  await expectAccessibleInBothThemes(approver.page);
  await expect(author.page.getByRole('button', { name: '1 open comment' })).toBeVisible();

  await approver.page.getByRole('button', { name: 'Approval', exact: true }).click();
  await decision.getByRole('textbox', { name: 'Comment' }).fill('Name the address, please.');
  await decision.getByRole('button', { name: 'Send back' }).click();
  await expect(approver.page.getByText('Sent back.')).toBeVisible();

  await expect(panel(author.page, 'Approval').getByText('Name the address, please.')).toBeVisible();
  await expectAccessibleInBothThemes(author.page);
  await author.page
    .locator('[data-kind=BodyText]')
    .getByRole('textbox')
    .fill('Statements come from statements@custodian.test from January on.');
  await expectSaved(author.page);
  await author.page.getByRole('button', { name: '1 open comment' }).click();
  await panel(author.page, 'Comments').getByRole('button', { name: 'Resolve' }).click();
  await expect(panel(author.page, 'Comments').getByText('No open comments.')).toBeVisible();
  await requestApproval(author.page, 'With the address.');

  await expect(approver.page.getByRole('main')).toContainText('statements@custodian.test');
  await approver.page.getByRole('button', { name: 'Review…' }).click();
  await decision.getByRole('button', { name: 'Approve' }).click();
  await expect(bar(approver.page).getByText('Approved')).toBeVisible();
  await expectAccessibleInBothThemes(approver.page);

  await expect(reader.page.getByRole('link', { name: TITLE })).toHaveCount(0);
  await publishNow(approver.page);
  // The open list shows it immediately.
  await expect(reader.page.getByRole('link', { name: TITLE }).first()).toBeVisible();
  await reader.page.goto(readerPath(path));
  await expect(reader.page.getByRole('heading', { name: TITLE })).toBeVisible();
  await expect(reader.page.getByRole('main')).toContainText('statements@custodian.test');
  for (const { context } of [author, approver, reader]) await context.close();
});

test(
  'an administrator grants a person a role for a department and revokes it [STUDIO-033]',
  { tag: '@long' },
  async ({ browser }) => {
    const { context, page } = await openAs(browser, 'editor', '/studio/roles');
    await page.getByRole('searchbox', { name: 'Find people' }).fill('Nakamura');
    const row = page.getByRole('listitem').filter({ hasText: 'nlareg65@portico.test' });
    await row.getByRole('button', { name: /^Assign a role to/ }).click();
    await row.getByRole('combobox', { name: 'Role' }).selectOption('Editor');
    await row.getByRole('combobox', { name: 'Department (leave empty for all)' }).fill('Events');
    await row.getByRole('button', { name: 'Assign a role', exact: true }).click();
    await expect(row.getByText('Editor, Events')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await row.getByRole('button', { name: /^Remove the role Editor, Events/ }).click();
    await expect(row.getByText('Editor, Events')).toHaveCount(0);
    await context.close();
  },
);
