import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { DAY_MS } from '@portico/contracts/durations';
import { expectAccessibleInBothThemes } from '../support/accessibility.ts';
import { ports } from '../support/ports.ts';
import { openAs } from '../support/signIn.ts';
import { inDatabase, publishItem, withdrawItem } from '../support/studio/drafts.ts';
import { test } from '../support/test.ts';
import type { ComponentOf, ContentComponent } from '@portico/kinds/content';
import { saveDraft } from '@portico/server/content/publication';
import { revisionContent, type MadeContent } from '@portico/server/testing/contentMaker';

const READER = 'insurance';
const main = (page: Page) => page.getByRole('main');

const section = (heading: string, text: string): ContentComponent[] => [
  { id: `${heading}-heading`, type: 'Header', level: 2, text: heading },
  {
    id: `${heading}-text`,
    type: 'BodyText',
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] },
  },
];

/** A policy for one reader, whose duties no other journey changes. */
async function policyOf(
  header: string,
  hotels: string,
  meals: string,
  more: Partial<ComponentOf<'Confirmation'>> = {},
): Promise<MadeContent> {
  const { id } = await inDatabase((db) =>
    db.selectFrom('users').select('id').where('email', '=', `${READER}@portico.test`).executeTakeFirstOrThrow(),
  );
  return {
    header,
    audienceRule: { include: { person: [id] }, exclude: {} },
    components: [
      ...section('Hotels', hotels),
      ...section('Meals', meals),
      ...section('Records', 'Keep the receipts.'),
      {
        id: 'ask',
        type: 'Confirmation',
        statement: 'I have read and understood the travel policy.',
        dueDate: new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10),
        ...more,
      },
    ],
  };
}

/** A published policy that the reader is asked to confirm. */
async function itemToConfirm(header: string, more: Partial<ComponentOf<'Confirmation'>> = {}): Promise<string> {
  const made = await policyOf(header, 'Hotels need approval from June on.', 'Meals are paid up to $40.', more);
  return publishItem('news', made, { port: ports.code });
}

/** Writes the next version of a policy as a draft. */
async function rewrite(itemId: string, made: MadeContent): Promise<void> {
  await inDatabase(async (db) => {
    const now = new Date();
    const { version } = await db
      .selectFrom('content_items')
      .select('version')
      .where('id', '=', itemId)
      .executeTakeFirstOrThrow();
    const content = revisionContent({ description: 'What a draft is about.', publishedAt: now.toISOString(), ...made });
    await saveDraft(db, { itemId, kind: 'news', version }, content, { now });
  });
}

test('with the keyboard alone, a reader finds what to confirm, answers its question, confirms it and saves the record, and an editor sees it at once [DUTY-004, DUTY-007, DUTY-008, DUTY-010, DUTY-104]', async ({
  browser,
}) => {
  const title = `Travel policy ${Date.now()}`;
  const choices = [{ text: 'Nobody' }, { text: 'Your supervisor', isRight: true }];
  const questions = [{ question: 'Who approves a hotel?', choices, explanation: 'Your supervisor approves hotels.' }];
  const itemId = await itemToConfirm(title, { questions });
  const { context, page } = await openAs(browser, READER, '/duties');
  await expect(main(page).getByRole('link', { name: title })).toBeVisible();
  await expectAccessibleInBothThemes(page, { within: 'main' });
  await main(page).getByRole('link', { name: title }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/news/${itemId}\\?from=duties$`));
  const part = main(page).getByRole('region', { name: 'Confirmation' });
  const confirm = part.getByRole('button', { name: 'Confirm' });
  await expect(confirm).toBeVisible();
  await part.getByRole('radio', { name: 'Nobody' }).focus();
  await page.keyboard.press('Space');
  await confirm.focus();
  await page.keyboard.press('Enter');
  await expect(part.getByText('Your supervisor approves hotels.')).toBeVisible();
  await expectAccessibleInBothThemes(page, { within: 'main' });
  await part.getByRole('radio', { name: 'Nobody' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(part.getByText('Your supervisor approves hotels.')).toBeHidden();
  await confirm.focus();
  await page.keyboard.press('Enter');
  await expect(part.getByText(/^Confirmed /)).toBeVisible();
  await part.getByRole('link', { name: 'All my confirmations' }).focus();
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('link', { name: /^To confirm/ })).toHaveAttribute('aria-current', 'page');
  await expect(main(page).getByRole('link', { name: title })).toHaveCount(0);
  await main(page)
    .getByRole('navigation')
    .getByRole('link', { name: /^Confirmed/ })
    .focus();
  await page.keyboard.press('Enter');
  const save = main(page).getByRole('link', { name: `Save receipt of ${title}` });
  await expect(save).toBeVisible();
  const download = page.waitForEvent('download');
  await save.focus();
  await page.keyboard.press('Enter');
  const saved = await readFile(await (await download).path(), 'utf8');
  expect(saved).toContain('c2sp.org/tlog-proof');
  await context.close();

  const editor = await openAs(browser, 'editor', `/studio/confirmations?text=${encodeURIComponent(title)}`);
  await expect(main(editor.page).getByText('1 of 1 confirmed')).toBeVisible();
  await main(editor.page).getByRole('link', { name: title }).focus();
  await editor.page.keyboard.press('Enter');
  await expect(main(editor.page).getByText(/Confirmed .* version 1$/)).toBeVisible();
  await editor.context.close();
  await withdrawItem(itemId);
});

test('after a change of two sections, one of them material, a reader confirms with the keyboard only what changed, on a small screen [DUTY-024, DUTY-029, DUTY-030, DUTY-031]', async ({
  browser,
}) => {
  const title = `Hotel policy ${Date.now()}`;
  const itemId = await itemToConfirm(title);
  const { context, page } = await openAs(browser, READER, `/news/${itemId}`);
  await page.setViewportSize({ width: 390, height: 844 });
  const part = main(page).getByRole('region', { name: 'Confirmation' });
  await part.getByRole('button', { name: 'Confirm' }).click();
  await expect(part.getByText(/^Confirmed /)).toBeVisible();

  const made = await policyOf(title, 'Hotels need approval from May on.', 'Meals are paid up to $40!');
  await rewrite(itemId, made);
  const editor = await openAs(browser, 'editor', `/studio/${itemId}`);
  await editor.page.getByRole('button', { name: 'Publish…' }).click();
  const dialog = editor.page.getByRole('dialog');
  const question = (heading: string) => dialog.getByRole('radiogroup', { name: new RegExp(`change of “${heading}”`) });
  await question('Hotels').getByRole('radio', { name: 'Yes, it asks 1 person again' }).check();
  await question('Meals').getByRole('radio', { name: 'No, it’s small' }).check();
  await expect(dialog.getByText('1 person is asked again.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'What changed', exact: true }).fill('Approval a month earlier');
  await expectAccessibleInBothThemes(editor.page, { within: '[role=dialog]' });
  await dialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(dialog).toHaveCount(0);
  await editor.context.close();

  await page.goto('/duties');
  const row = main(page).getByRole('listitem').filter({ hasText: title });
  await expect(row.getByText('1 section changed: Hotels')).toBeVisible();
  await main(page).getByRole('link', { name: title }).focus();
  await page.keyboard.press('Enter');
  const changes = main(page).getByRole('region', { name: 'What changed since you confirmed' });
  await expect(changes.getByRole('deletion')).toHaveText('removed: June');
  await expect(changes.getByRole('insertion')).toHaveText('added: May');
  await expect(changes.getByText('Small changes that need no confirmation: Meals')).toBeVisible();
  await expect(main(page).getByText('Keep the receipts.')).toBeHidden();
  await expectAccessibleInBothThemes(page, { within: 'main' });
  await main(page).getByRole('button', { name: 'Show the whole page' }).focus();
  await page.keyboard.press('Enter');
  await expect(main(page).getByText('Keep the receipts.')).toBeVisible();
  await main(page).getByRole('button', { name: 'Show only what changed' }).focus();
  await page.keyboard.press('Enter');
  await part.getByRole('button', { name: 'Confirm' }).focus();
  await page.keyboard.press('Enter');
  await expect(part.getByText(/^Confirmed /)).toBeVisible();
  await context.close();
  await withdrawItem(itemId);
});
