import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { DAY_MS } from '@portico/contracts/durations';
import { expectAccessibleInBothThemes } from '../support/accessibility.ts';
import { ports } from '../support/ports.ts';
import { openAs } from '../support/signIn.ts';
import { inDatabase, publishItem } from '../support/studio/drafts.ts';
import { test } from '../support/test.ts';
import { unpublish } from '@portico/server/content/publication';

const READER = 'insurance';
const main = (page: Page) => page.getByRole('main');

/** A news item that one reader, whose duties no other journey changes, is asked to confirm. */
async function itemToConfirm(header: string): Promise<string> {
  const { id } = await inDatabase((db) =>
    db.selectFrom('users').select('id').where('email', '=', `${READER}@portico.test`).executeTakeFirstOrThrow(),
  );
  return publishItem(
    'news',
    {
      header,
      audienceRule: { include: { person: [id] }, exclude: {} },
      components: [
        {
          id: 'rule',
          type: 'BodyText',
          body: {
            type: 'doc',
            content: [{ type: 'paragraph', content: [{ type: 'text', text: 'Hotels need approval from June on.' }] }],
          },
        },
        {
          id: 'ask',
          type: 'Confirmation',
          statement: 'I have read and understood the travel policy.',
          dueDate: new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10),
        },
      ],
    },
    { port: ports.code },
  );
}

/** Other journeys of this account find its to-do list as it was. */
async function withdraw(itemId: string): Promise<void> {
  await inDatabase(async (db) => {
    const { version } = await db
      .selectFrom('content_items')
      .select('version')
      .where('id', '=', itemId)
      .executeTakeFirstOrThrow();
    await unpublish(db, { itemId, version }, { now: new Date() });
  });
}

test('with the keyboard alone, a reader finds what to confirm, confirms it and saves the record, and an editor sees it at once [DUTY-004, DUTY-007, DUTY-008, DUTY-010]', async ({
  browser,
}) => {
  const title = `Travel policy ${Date.now()}`;
  const itemId = await itemToConfirm(title);
  const { context, page } = await openAs(browser, READER, '/duties');
  await expect(main(page).getByRole('link', { name: title })).toBeVisible();
  await expectAccessibleInBothThemes(page, { within: 'main' });
  await main(page).getByRole('link', { name: title }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/news/${itemId}\\?from=duties$`));
  const part = main(page).getByRole('region', { name: 'Confirmation' });
  const confirm = part.getByRole('button', { name: 'Confirm' });
  await expect(confirm).toBeVisible();
  await expectAccessibleInBothThemes(page, { within: 'main' });
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
  await withdraw(itemId);
});
