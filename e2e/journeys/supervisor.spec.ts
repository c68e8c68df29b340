import { expect, type Page } from '@playwright/test';
import { DAY_MS } from '@portico/contracts/durations';
import { expectAccessibleInBothThemes } from '../support/accessibility.ts';
import { ports } from '../support/ports.ts';
import { openAs } from '../support/signIn.ts';
import { inDatabase, publishItem, withdrawItem } from '../support/studio/drafts.ts';
import { test } from '../support/test.ts';

/** Reports to the approver in the demo's people file. */
const READER = 'insurance';
const main = (page: Page) => page.getByRole('main');

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
          id: 'ask',
          type: 'Confirmation',
          statement: 'I have read and understood the gifts policy.',
          dueDate: new Date(Date.now() - 3 * DAY_MS).toISOString().slice(0, 10),
          reminders: 'Weekly',
          escalatesAfter: 7,
        },
      ],
    },
    { port: ports.code },
  );
}

test('with the keyboard alone, a supervisor finds who of their people is late, and reminds them once [DUTY-050, DUTY-051, DUTY-052]', async ({
  browser,
}) => {
  const title = `Gifts policy ${Date.now()}`;
  const itemId = await itemToConfirm(title);
  try {
    const { context, page } = await openAs(browser, 'approver', '/duties');
    const entry = main(page).getByRole('link', { name: /^My people/ });
    await entry.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/duties\/team$/);
    // The item is not for the approver, who sees the person and the day.
    const row = main(page).getByRole('listitem').filter({ hasText: 'Hugo Ferreira' }).filter({ hasText: 'Overdue' });
    await expect(row.getByText('An item that you don’t see')).toBeVisible();
    await expect(main(page).getByText(title)).toHaveCount(0);
    await expectAccessibleInBothThemes(page, { within: 'main' });
    const remind = row.getByRole('button', { name: 'Remind Hugo Ferreira of An item that you don’t see' });
    await remind.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 person was reminded.')).toBeVisible();
    await expect(row.getByText(/Reminded /)).toBeVisible();
    await expect(remind).toHaveCount(0);
    await context.close();

    const reader = await openAs(browser, READER, '/notifications');
    await expect(main(reader.page).getByText(`Please confirm: ${title}`)).toBeVisible();
    await reader.context.close();
  } finally {
    await withdrawItem(itemId);
  }
});
