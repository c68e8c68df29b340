import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import { giveDelegation } from '@portico/contracts/acting';
import { DAY_MS } from '@portico/contracts/durations';
import { formDeskPath } from '@portico/contracts/forms';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { askApi } from '../../support/askApi.ts';
import { ports } from '../../support/ports.ts';
import { openAs } from '../../support/signIn.ts';
import { inDatabase, publishItem, withdrawItem } from '../../support/studio/drafts.ts';
import { test } from '../../support/test.ts';

/** Accounts that act for nobody in any other journey. */
const ADVISOR = 'broker';
const ASSISTANT = 'nlareg65';
const BOTH = /Okafor.*Nakamura/s;
const main = (page: Page) => page.getByRole('main');
const banner = (page: Page) => page.getByRole('region', { name: 'Acting for somebody' });

/** Presses a key on what has the focus, once it has it. */
async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await target.focus();
  await expect(target).toBeFocused();
  await page.keyboard.press(key);
}

test(
  'with the keyboard alone, an assistant fills in a form for an advisor, and the advisor and the owner of the form see both names [DUTY-121]',
  { tag: '@long' },
  async ({ browser }) => {
    const formId = randomUUID();
    const title = `Parking permit ${Date.now()}`;
    const itemId = await publishItem(
      'resource',
      {
        header: title,
        // Other journeys take the first resource of a list.
        publishedAt: '2020-01-02T12:00:00.000Z',
        components: [
          {
            id: 'form',
            type: 'Form',
            formId,
            title,
            fields: [
              { id: 'plate', type: 'TextField', alias: 'plate', label: 'Plate', isRequired: true },
              { id: 'electric', type: 'Checkbox', alias: 'electric', label: 'Electric' },
            ],
          },
        ],
      },
      { port: ports.code },
    );
    const delegateId = await inDatabase(async (db) => {
      const email = `${ASSISTANT}@portico.test`;
      return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
    });
    const advisor = await openAs(browser, ADVISOR, '/delegates');
    const given = await askApi(advisor.context, giveDelegation.path, {
      method: 'POST',
      data: {
        delegateId,
        scopes: ['Forms'],
        from: new Date(Date.now() - DAY_MS).toISOString().slice(0, 10),
        until: new Date(Date.now() + 7 * DAY_MS).toISOString().slice(0, 10),
      },
    });
    expect(given.ok(), await given.text()).toBe(true);

    const { context, page } = await openAs(browser, ASSISTANT, '/delegates');
    await press(page, main(page).getByRole('button', { name: /^Act for .*Okafor/ }));
    await expect(banner(page)).toContainText('Okafor');
    await page.goto(`/resources/${itemId}`);
    const form = main(page).getByRole('region', { name: title });
    await form.getByRole('textbox', { name: 'Plate' }).focus();
    await page.keyboard.type('MA 123');
    await press(page, form.getByRole('checkbox', { name: 'Electric' }), ' ');
    await onEveryDevice(page, async () => {
      await expect(banner(page)).toBeInViewport({ ratio: 1 });
      await expectAccessibleInBothThemes(page);
    });
    await press(page, form.getByRole('button', { name: 'Submit', exact: true }));
    await expect(main(page).getByRole('heading', { name: 'We received your entry' })).toBeFocused();
    await expectAccessibleInBothThemes(page);
    await press(page, main(page).getByRole('link', { name: 'Open the receipt' }));
    await expect(main(page).getByText(/Nakamura/)).toBeVisible();
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));

    await advisor.page.goto('/forms/entries');
    await press(advisor.page, main(advisor.page).getByRole('link', { name: title }));
    await expect(main(advisor.page).getByText(/Nakamura/)).toBeVisible();
    await onEveryDevice(advisor.page, () => expectAccessibleInBothThemes(advisor.page));
    await advisor.page.goto('/delegates');
    await expect(main(advisor.page).getByText(`Submitted a form: ${title}`)).toBeVisible();

    const owner = await openAs(browser, 'editor', formDeskPath(formId));
    await expect(main(owner.page).getByRole('row').nth(1)).toContainText(BOTH);
    await onEveryDevice(owner.page, () => expectAccessibleInBothThemes(owner.page));
    await press(owner.page, main(owner.page).getByRole('rowheader').getByRole('link'));
    await expect(main(owner.page).getByRole('heading', { name: /^Entry of .*Okafor/ })).toBeVisible();
    await expect(
      main(owner.page)
        .getByText(/Nakamura/)
        .first(),
    ).toBeVisible();
    await onEveryDevice(owner.page, () => expectAccessibleInBothThemes(owner.page));
    await owner.context.close();
    await context.close();
    await advisor.context.close();
    await withdrawItem(itemId);
  },
);
