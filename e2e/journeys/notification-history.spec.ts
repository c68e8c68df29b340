import { DAILY_EMAIL_PATH } from '@portico/contracts/notifications';
import { openAs } from '../support/signIn.ts';
import { expectAccessibleInBothThemes, onEveryDevice } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

const notice = { title: `Office closed ${Date.now()}`, description: 'On Friday, all day.' };

test(
  'a notice appears in the history of its audience, can be marked, deleted and restored there, and disappears when withdrawn [NOTIF-031, NOTIF-032]',
  { tag: '@long' },
  async ({ browser, page: reader }) => {
    test.slow();
    const { page: editor } = await openAs(browser, 'editor', '/notifications/notices');
    const form = editor.getByRole('form', { name: 'New notice' });
    await form.getByLabel('Title').fill(notice.title);
    await form.getByLabel('Description').fill(notice.description);
    await form.getByLabel('Link').fill('javascript:alert(1)');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(form.getByText('Start the link with / or https://.')).toBeVisible();
    // The text survives a reload.
    await editor.reload();
    await expect(form.getByLabel('Title')).toHaveValue(notice.title);
    await form.getByLabel('Link').fill('/events');
    await form.getByRole('radio', { name: 'Only some people' }).check({ force: true });
    const include = form.getByRole('region', { name: 'Who sees it' });
    await include.getByLabel('Add by').selectOption({ label: 'Advisor type' });
    await include.getByLabel('Advisor type', { exact: true }).selectOption({ label: 'Advisor (Hybrid)' });
    await include.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(form.getByText(/^[1-9]\d* of \d+ (?:person|people)$/)).toBeVisible();
    await onEveryDevice(editor, async () => await expectAccessibleInBothThemes(editor));
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    const question = editor.getByRole('dialog', { name: 'Send this notice?' });
    await expect(question).toContainText(/[1-9]\d* (?:person|people) gets? it\./);
    await question.getByRole('button', { name: 'Send notice' }).click();
    const sent = editor.getByRole('main').getByRole('article').filter({ hasText: notice.title });
    await expect(sent).toContainText('Advisor (Hybrid)');
    await expect(sent).toContainText(/Read by fewer than 5 of [1-9]/);
    await expect(form.getByLabel('Title')).toHaveValue('');

    await reader.goto('/notifications');
    const row = reader.getByRole('main').getByRole('article').filter({ hasText: notice.title });
    await expect(row).toContainText('Unread:');
    await onEveryDevice(reader, async () => await expectAccessibleInBothThemes(reader));
    await row.getByRole('button', { name: 'Mark as read' }).click();
    await expect(row).not.toContainText('Unread:');
    await reader.getByRole('tab', { name: /^Unread/ }).click();
    await expect(reader).toHaveURL('/notifications?state=unread');
    await expect(row).toBeHidden();
    await reader.goto('/notifications?state=read');
    await expect(row).toBeVisible();
    await row.getByRole('button', { name: 'Delete' }).click();
    await expect(row).toBeHidden();
    await reader.getByRole('button', { name: 'Undo' }).click();
    await expect(row).toBeVisible();
    await row.getByRole('link', { name: notice.title }).click();
    await expect(reader).toHaveURL('/events');

    await editor.reload();
    await expect(sent).toContainText('Read by fewer than 5 of');
    await sent.getByRole('button', { name: 'Withdraw' }).click();
    await editor.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(sent).toContainText('Withdrawn');
    await reader.goto('/notifications');
    await expect(reader.getByRole('tabpanel')).toBeVisible();
    await expect(row).toBeHidden();
  },
);

test(
  'the link in a daily email opens the switch that turns the email off and on [NOTIF-037]',
  { tag: '@long' },
  async ({ browser }) => {
    const { context, page } = await openAs(browser, 'insurance', DAILY_EMAIL_PATH);
    const control = page.getByRole('switch', { name: 'Daily email' });
    await expect(control).toBeFocused();
    await expect(control).toBeChecked();
    await onEveryDevice(page, async () => await expectAccessibleInBothThemes(page, { within: 'main' }));
    await control.focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Daily email turned off.')).toBeAttached();
    await page.reload();
    await expect(control).not.toBeChecked();
    await control.click();
    await expect(page.getByText('Daily email turned on.')).toBeAttached();
    await page.reload();
    await expect(control).toBeChecked();
    await context.close();
  },
);
