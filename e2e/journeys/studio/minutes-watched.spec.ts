import { expect, type Page } from '@playwright/test';
import { HOUR_MS } from '@portico/contracts/durations';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { ports } from '../../support/ports.ts';
import { openAs } from '../../support/signIn.ts';
import { inDatabase, publishItem, withdrawItem } from '../../support/studio/drafts.ts';
import { test } from '../../support/test.ts';

const main = (page: Page) => page.getByRole('main');

test('with the keyboard alone, an organizer counts minutes, and a reader watches, answers the check and is noted as there @long [CREDIT-090, CREDIT-100, CREDIT-101, CREDIT-103]', async ({
  browser,
}) => {
  const now = Date.now();
  const eventId = await publishItem(
    'event',
    {
      header: `Film journey ${now}`,
      startsAt: new Date(now - HOUR_MS).toISOString(),
      endsAt: new Date(now + HOUR_MS).toISOString(),
      locationType: 'Virtual',
      components: [
        { id: 'film', type: 'Video', title: 'Talk', source: { host: 'YouTube', videoId: 'dQw4w9WgXcQ' }, captions: [] },
      ],
    },
    { port: ports.code },
  );

  const editor = await openAs(browser, 'editor', `/studio/events/${eventId}`);
  await main(editor.page).getByRole('button', { name: 'More actions' }).press('Enter');
  await editor.page.getByRole('menuitem', { name: 'Minutes watched…' }).press('Enter');
  const dialog = editor.page.getByRole('dialog', { name: 'Minutes watched' });
  await dialog.getByRole('textbox', { name: 'Minutes to watch' }).fill('2');
  await dialog.getByRole('textbox', { name: 'Checks', exact: true }).fill('1');
  await dialog.getByRole('textbox', { name: 'Seconds to answer a check' }).fill('600');
  await onEveryDevice(editor.page, () => expectAccessibleInBothThemes(editor.page, { within: '[role="dialog"]' }));
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(main(editor.page).getByText('2 minutes to watch, checks: 1')).toBeVisible();

  const reader = await openAs(browser, 'nla', '/');
  await reader.page.goto(`/events/${eventId}`);
  const card = main(reader.page).getByRole('region', { name: 'Minutes watched' });
  await expect(card.getByRole('progressbar', { name: 'Minutes' })).toHaveAttribute('aria-valuetext', '0 of 2');
  await onEveryDevice(reader.page, () => expectAccessibleInBothThemes(reader.page, { within: 'main' }));
  await card.getByRole('button', { name: 'Start' }).press('Enter');
  await expect(card.getByText('Your time counts.')).toBeVisible();
  // As if most of it had been watched; the check comes with the next report.
  await inDatabase((db) =>
    db
      .updateTable('event_watches')
      .set({ counted_ms: 115_000, next_check_ms: 115_001 })
      .where('event_id', '=', eventId)
      .execute(),
  );
  const check = card.getByRole('group', { name: 'Are you still there?' });
  await expect(check).toBeFocused();
  await expect(card.getByText('Your time doesn’t count now.')).toBeVisible();
  await onEveryDevice(reader.page, () => expectAccessibleInBothThemes(reader.page, { within: 'main' }));
  await check.focus();
  await reader.page.keyboard.press('Tab');
  await expect(check.getByRole('button', { name: 'I’m still here' })).toBeFocused();
  await reader.page.keyboard.press('Enter');
  await expect(card.getByText('You are noted as there.')).toBeVisible();

  await expect(main(editor.page).getByText('Not registered')).toBeVisible();
  await expect(main(editor.page).getByText('2 minutes watched, checks answered: 1')).toBeVisible();
  await expect(main(editor.page).getByText('Was there', { exact: true })).toBeVisible();
  await onEveryDevice(editor.page, () => expectAccessibleInBothThemes(editor.page, { within: 'main' }));
  await reader.context.close();
  await editor.context.close();
  await withdrawItem(eventId);
});
