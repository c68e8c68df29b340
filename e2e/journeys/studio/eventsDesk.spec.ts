import { expect, type Page } from '@playwright/test';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { setRegistration } from '@portico/contracts/events';
import { expectAccessibleInBothThemes, onEveryDevice, widths } from '../../support/accessibility.ts';
import { askApi } from '../../support/askApi.ts';
import { ports } from '../../support/ports.ts';
import { openAs } from '../../support/signIn.ts';
import { publishItem } from '../../support/studio/drafts.ts';
import { test } from '../../support/test.ts';

const main = (page: Page) => page.getByRole('main');

/** An event for which two people want the only spot; returns its id. */
async function eventWithPeople(browser: Parameters<typeof openAs>[0], header: string): Promise<string> {
  const start = Date.now() + 7 * DAY_MS;
  const eventId = await publishItem(
    'event',
    {
      header,
      startsAt: new Date(start).toISOString(),
      endsAt: new Date(start + HOUR_MS).toISOString(),
      locationType: 'InPerson',
      location: 'Hall 2',
      registration: { capacity: 1 },
    },
    { port: ports.code },
  );
  for (const account of ['hybrid', 'author'] as const) {
    const { context } = await openAs(browser, account, '/events');
    const answer = await askApi(context, setRegistration.path.replace(':eventId', eventId), {
      method: 'PUT',
      data: { registrationStatus: 'Registered' },
    });
    expect(answer.ok()).toBe(true);
    await context.close();
  }
  return eventId;
}

/** Opens a menu of actions and chooses one, with the keyboard. */
async function choose(page: Page, menu: RegExp | string, item: string): Promise<void> {
  await main(page).getByRole('button', { name: menu }).first().press('Enter');
  await page.getByRole('menuitem', { name: item }).press('Enter');
}

test('with the keyboard alone, an organizer gives a waiting person a spot above capacity, removes another and undoes it [DESK-011, DESK-013, DESK-015, DESK-019, DESK-070]', async ({
  browser,
}) => {
  const title = `Desk journey: clients’ evening ${Date.now()}`;
  const eventId = await eventWithPeople(browser, title);
  const { context, page } = await openAs(browser, 'editor', `/studio/events?text=${encodeURIComponent(title)}`);
  const link = main(page).getByRole('link', { name: title });
  await expect(main(page).getByText('1 of 1 coming')).toBeVisible();
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/studio/events/${eventId}$`));
  await expect(main(page).getByText('Waiting, number 1')).toBeVisible();

  await page
    .getByRole('navigation', { name: 'People by status' })
    .getByRole('link', { name: /Waiting/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/status=Waiting/);
  // Until they are loaded, the list still shows everybody.
  await expect(main(page).getByText('1 person', { exact: true })).toBeVisible();
  await choose(page, /^Actions for/, 'Give a spot…');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('All spots are taken. This makes it 2 of 1.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Give a spot' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/has a spot\./)).toBeVisible();
  await expect(main(page).getByText('2 people have a spot, but there are only 1.')).toBeVisible();

  await page.goto(`/studio/events/${eventId}?status=Registered`);
  await choose(page, /^Actions for/, 'Remove…');
  await dialog.getByRole('button', { name: 'Remove' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/was removed\./)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).focus();
  await page.keyboard.press('Enter');
  await expect(main(page).getByRole('link', { name: /^2 of 1 Coming/ })).toBeVisible();
  await context.close();
});

test(
  'an organizer adds a person, writes to people, checks them in without a connection, and cancels the event; every screen is accessible at three widths [DESK-010, DESK-032, DESK-040, DESK-042, DESK-050, DESK-061, BASE-013]',
  { tag: '@long' },
  async ({ browser }) => {
    const title = 'Desk journey: harvest supper';
    const eventId = await eventWithPeople(browser, title);
    const { context, page } = await openAs(browser, 'editor', `/studio/events/${eventId}`);
    const dialog = page.getByRole('dialog');

    await main(page).getByRole('button', { name: 'Add person…' }).click();
    await dialog.getByRole('textbox', { name: 'Person' }).fill('approver');
    await dialog.getByRole('list').getByRole('button').first().click();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Gives the opening speech');
    await expectAccessibleInBothThemes(page, { within: '[role=dialog]' });
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(main(page).getByText(/“Gives the opening speech”/)).toBeVisible();
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));

    await main(page).getByRole('button', { name: 'Message…' }).click();
    await expect(dialog.getByText(/^Reaches 2 people in the portal\./)).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Subject' }).fill('Parking');
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Use lot B, please.');
    await dialog.getByRole('button', { name: 'Send to 2 people' }).click();
    await expect(page.getByText('Sent to 2 people.')).toBeVisible();

    await page.setViewportSize({ width: widths.tablet, height: 1180 });
    await main(page).getByRole('link', { name: 'Check-in' }).click();
    await expect(main(page).getByText('0 of 3 are here')).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await context.setOffline(true);
    const first = main(page).getByRole('listitem').getByRole('button').first();
    await first.click();
    await expect(first).toHaveAttribute('aria-pressed', 'true');
    await expect(main(page).getByText(/1 change is kept on this device/)).toBeVisible();
    await context.setOffline(false);
    await expect(main(page).getByText(/is kept on this device/)).toHaveCount(0);
    await page.reload();
    await expect(main(page).getByText('1 of 3 are here')).toBeVisible();
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));

    await page.goto(`/studio/events/${eventId}/print?sheet=badges`);
    await expect(main(page).getByRole('listitem')).toHaveCount(2);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
    await page.emulateMedia({ media: 'screen' });

    await page.goto(`/studio/events/${eventId}`);
    await choose(page, 'More actions', 'Cancel event…');
    await dialog.getByRole('textbox').fill('The cook is ill.');
    await dialog.getByRole('button', { name: 'Cancel event' }).click();
    await expect(page.getByText('Canceled. 3 people are notified.')).toBeVisible();
    await expect(main(page).getByText(/Readers can’t see this event/)).toBeVisible();
    const reader = await openAs(browser, 'hybrid', '/notifications');
    await expect(main(reader.page).getByText(`Canceled: ${title}`)).toBeVisible();
    await expect(main(reader.page).getByText(`${title}: Parking`)).toHaveCount(0);
    for (const each of [reader.context, context]) await each.close();
  },
);
