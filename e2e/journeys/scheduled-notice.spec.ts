import { expect } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../support/accessibility.ts';
import { confirmByKeyboard, pressByKeyboard } from '../support/administration.ts';
import { openAs } from '../support/signIn.ts';
import { test } from '../support/test.ts';

test(
  'by keyboard, an editor schedules a notice after its people are counted, changes it, sends it at once, and stops it [DESK-130, DESK-131, DESK-132]',
  { tag: '@long' },
  async ({ browser, page: reader }) => {
    const title = `Elevator works ${Date.now()}`;
    const { page, context } = await openAs(browser, 'editor', '/notifications/notices');
    const form = page.getByRole('form', { name: 'New notice' });
    const listed = page.getByRole('main').getByRole('article').filter({ hasText: title });
    const inReadersList = reader.getByRole('main').getByRole('article').filter({ hasText: title });
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Appears', { exact: true }).fill(`${new Date().getFullYear() + 1}-01-04T09:00`);
    await expectAccessibleInBothThemes(page);
    await pressByKeyboard(form.getByRole('button', { name: 'Send', exact: true }));
    await expect(page.getByRole('dialog', { name: 'Schedule this notice?' })).toContainText('people get it.');
    await expectAccessibleInBothThemes(page);
    await confirmByKeyboard(page, 'Schedule this notice?', 'Schedule notice');
    await expect(listed).toContainText('Scheduled');
    await expect(form.getByLabel('Title')).toHaveValue('');
    await reader.goto('/notifications');
    await expect(reader.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();

    await pressByKeyboard(page.getByRole('link', { name: `Edit ${title}` }));
    const change = page.getByRole('form', { name: 'Change scheduled notice' });
    await expect(change.getByLabel('Title')).toHaveValue(title);
    await change.getByLabel('Appears', { exact: true }).fill('');
    await pressByKeyboard(change.getByRole('button', { name: 'Save changes' }));
    await confirmByKeyboard(page, 'Send to everyone?', 'Send notice');
    await expect(inReadersList).toBeVisible();
    await expect(listed).toContainText('Read by fewer than 5');

    await pressByKeyboard(listed.getByRole('button', { name: 'Withdraw' }));
    await confirmByKeyboard(page, 'Withdraw this notice?', 'Withdraw');
    await expect(listed).toContainText('Withdrawn');
    await expect(inReadersList).toHaveCount(0);
    await context.close();
  },
);
