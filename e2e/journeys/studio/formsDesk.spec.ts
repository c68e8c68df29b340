import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { formDeskPath, submitEntry } from '@portico/contracts/forms';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { askApi } from '../../support/askApi.ts';
import { ports } from '../../support/ports.ts';
import { openAs } from '../../support/signIn.ts';
import { publishItem, withdrawItem } from '../../support/studio/drafts.ts';
import { test } from '../../support/test.ts';

const main = (page: Page) => page.getByRole('main');

test(
  'with the keyboard alone, a form owner finds entries, changes them together, undoes it, writes a note, and returns one, which its sender corrects, and compares two versions [FORM-025, FORM-027, FORM-028, FORM-029, FORM-031, FORM-032, FORM-040, BASE-013]',
  { tag: '@long' },
  async ({ browser }) => {
    const formId = randomUUID();
    const title = `Desk journey: parking ${Date.now()}`;
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
              { id: 'plate', type: 'TextField', alias: 'plate', label: 'Plate' },
              { id: 'electric', type: 'Checkbox', alias: 'electric', label: 'Electric' },
            ],
          },
        ],
      },
      { port: ports.code },
    );
    for (const [account, plate] of [
      ['hybrid', 'MA 123'],
      ['author', 'NH 456'],
    ] as const) {
      const { context } = await openAs(browser, account, '/forms');
      const answer = await askApi(context, submitEntry.path.replace(':formId', formId), {
        method: 'POST',
        data: { values: { plate, electric: account === 'hybrid' } },
      });
      expect(answer.status()).toBe(202);
      await context.close();
    }

    const { context, page } = await openAs(browser, 'editor', `/studio/forms?text=${encodeURIComponent(title)}`);
    const keyboard = page.keyboard;
    await expect(main(page).getByText('2 new')).toBeVisible();
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));
    await main(page).getByRole('link', { name: title }).press('Enter');
    await expect(page).toHaveURL(new RegExp(`${formDeskPath(formId)}$`));
    await expect(main(page).getByRole('row')).toHaveCount(3);
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));

    await main(page).getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
    const bar = main(page).getByRole('region', { name: 'Change the selected entries' });
    await expect(bar.getByText('2 selected')).toBeVisible();
    await bar.getByRole('combobox', { name: 'State' }).focus();
    // The first letter chooses in a list.
    await keyboard.press('D');
    await expect(bar.getByRole('combobox', { name: 'State' })).toHaveValue('Done');
    await expectAccessibleInBothThemes(page);
    await bar.getByRole('button', { name: 'Apply' }).press('Enter');
    await expect(page.getByText('2 entries are changed.')).toBeVisible();
    await expect(main(page).getByRole('cell', { name: 'Done' })).toHaveCount(2);
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(main(page).getByRole('cell', { name: 'New' })).toHaveCount(2);

    await main(page).getByRole('searchbox', { name: 'Find entries' }).focus();
    await keyboard.type('nh 456');
    await expect(main(page).getByRole('row')).toHaveCount(2);
    await main(page).getByRole('button', { name: 'Save view…' }).press('Enter');
    await page.getByRole('dialog').getByRole('textbox').focus();
    await keyboard.type('From New Hampshire');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter');
    await expect(main(page).getByRole('link', { name: 'From New Hampshire' })).toHaveAttribute('aria-current', 'page');

    await main(page).getByRole('rowheader').getByRole('link').press('Enter');
    await expect(main(page).getByRole('heading', { name: /^Entry of/ })).toBeVisible();
    await main(page).getByRole('textbox', { name: 'Note' }).focus();
    await keyboard.type('Has a spot in lot B.');
    await main(page).getByRole('button', { name: 'Add note' }).press('Enter');
    await expect(main(page).getByText('Has a spot in lot B.')).toBeVisible();
    await main(page).getByRole('combobox', { name: 'State' }).focus();
    await keyboard.press('I');
    await expect(
      main(page)
        .getByText(/New → In work$|New → In work/)
        .last(),
    ).toBeVisible();
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));
    await main(page).getByRole('link', { name: 'Back to the table' }).press('Enter');
    await expect(main(page).getByRole('row', { name: /In work/ })).toHaveCount(1);

    await main(page).getByRole('rowheader').getByRole('link').press('Enter');
    await main(page).getByRole('button', { name: 'Return to sender…' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').focus();
    await keyboard.type('Add the color of the car.');
    await expectAccessibleInBothThemes(page, { within: '[role=dialog]' });
    await dialog.getByRole('button', { name: 'Return' }).press('Enter');
    await expect(main(page).getByText(/is to change:$/)).toBeVisible();

    const sender = await openAs(browser, 'author', '/notifications');
    await expect(main(sender.page).getByText(`Please correct: ${title}`)).toBeVisible();
    await sender.page.goto('/forms/entries');
    await main(sender.page).getByRole('link', { name: title }).press('Enter');
    await expect(main(sender.page).getByText('Add the color of the car.')).toBeVisible();
    await expectAccessibleInBothThemes(sender.page);
    await main(sender.page).getByRole('button', { name: 'Correct and submit again' }).press('Enter');
    const plate = main(sender.page).getByRole('textbox', { name: 'Plate' });
    await expect(plate).toHaveValue('NH 456');
    await expect(main(sender.page).getByText('Add the color of the car.')).toBeVisible();
    await plate.focus();
    await sender.page.keyboard.press('End');
    await sender.page.keyboard.type(', red');
    await main(sender.page).getByRole('button', { name: 'Submit', exact: true }).press('Enter');
    await expect(main(sender.page).getByRole('link', { name: 'My entries' })).toBeVisible();
    await sender.context.close();

    await page.reload();
    await expect(main(page).getByText('NH 456, red')).toBeVisible();
    await main(page)
      .getByText(/^As submitted/)
      .press('Enter');
    await expect(main(page).getByText('NH 456', { exact: true })).toBeVisible();
    await expectAccessibleInBothThemes(page);

    const laterId = await publishItem(
      'resource',
      {
        header: title,
        publishedAt: '2020-01-02T12:00:00.000Z',
        components: [
          {
            id: 'form',
            type: 'Form',
            formId,
            title,
            fields: [{ id: 'plate', type: 'TextField', alias: 'plate', label: 'License plate' }],
          },
        ],
      },
      { port: ports.code },
    );
    await main(page).getByRole('link', { name: 'Back to the table' }).press('Enter');
    await main(page).getByRole('link', { name: 'Versions of the form' }).press('Enter');
    await expect(main(page).getByRole('table', { name: 'License plate' })).toBeVisible();
    await expect(main(page).getByRole('heading', { name: 'Electric' })).toBeVisible();
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));
    await main(page).getByRole('link', { name: '2 entries' }).press('Enter');
    await expect(main(page).getByRole('row')).toHaveCount(3);
    await withdrawItem(laterId);
    await withdrawItem(itemId);
    await context.close();
  },
);
