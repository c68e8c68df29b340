import { expect, type Page } from '@playwright/test';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { ports } from '../../support/ports.ts';
import { openAs } from '../../support/signIn.ts';
import { publishItem } from '../../support/studio/drafts.ts';
import { test } from '../../support/test.ts';

/** Subjects of the emails about an event, the newest first. */
async function mailAbout(page: Page, header: string): Promise<string[]> {
  const mailbox = await page.request.get(`http://localhost:${ports.mailbox}`);
  const subjects = (await mailbox.text()).matchAll(/<a href="\/mail\/[^>]*>([^<]*)</g);
  return [...subjects].map(([, subject]) => subject!).filter((subject) => subject.includes(header));
}

const main = (page: Page) => page.getByRole('main');

test(
  'an organizer repeats an event, a reader registers for all of its dates and gets one email, the organizer adds somebody to all, and each date has a list of its own; every screen is accessible at three widths [DESK-076, DESK-078, DESK-082, DESK-083, DESK-250, DESK-258, BASE-013]',
  { tag: '@long' },
  async ({ browser }) => {
    const header = 'Series journey: office hour';
    const start = Date.now() + 7 * DAY_MS;
    const times = { startsAt: new Date(start).toISOString(), endsAt: new Date(start + HOUR_MS).toISOString() };
    const eventId = await publishItem(
      'event',
      { header, ...times, locationType: 'InPerson', location: 'Hall 2', registration: { capacity: 5 } },
      { port: ports.code },
    );
    const { context, page } = await openAs(browser, 'editor', `/studio/events/${eventId}`);
    await main(page).getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Series of dates…' }).press('Enter');
    await expect(main(page).getByRole('heading', { level: 1, name: `Dates of ${header}` })).toBeVisible();
    await main(page).getByRole('textbox', { name: 'Every' }).fill('2');
    await main(page).getByRole('textbox', { name: 'Number of dates' }).fill('3');
    const publish = main(page).getByRole('button', { name: 'Publish 2 more dates' });
    await expect(publish).toBeEnabled();
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));
    await publish.press('Enter');
    await expect(page.getByText('2 more dates are published.')).toBeVisible();
    const dates = main(page).getByRole('list', { name: 'Dates' }).getByRole('listitem');
    await expect(dates).toHaveCount(3);
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));

    const reader = await openAs(browser, 'hybrid', `/events/${eventId}`);
    const series = reader.page.getByRole('region', { name: 'One of a series' });
    await series.getByRole('button', { name: 'Register for all 3 open dates' }).press('Enter');
    await expect(reader.page.getByText('You registered for 3 dates.')).toBeVisible();
    await expect(series.getByText('You’re registered')).toHaveCount(3);
    await expect.poll(() => mailAbout(reader.page, header)).toEqual([`Invitation: ${header} (3 dates)`]);
    await onEveryDevice(reader.page, () => expectAccessibleInBothThemes(reader.page));
    await series.getByRole('link').nth(1).press('Enter');
    await expect(series.getByRole('link').nth(1)).toHaveAttribute('aria-current', 'page');
    await expect(reader.page.getByRole('button', { name: 'Cancel registration' })).toBeVisible();
    await reader.context.close();

    await page.reload();
    await expect(dates.getByText('1 of 5 coming')).toHaveCount(3);
    await dates.getByRole('link').nth(1).press('Enter');
    await main(page).getByRole('button', { name: 'Add person…' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Person' }).fill('approver');
    await dialog.getByRole('list').getByRole('button').first().press('Enter');
    await dialog.getByRole('radio', { name: 'This date and all 2 others' }).check();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Takes the minutes');
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));
    await dialog.getByRole('button', { name: 'Add', exact: true }).press('Enter');
    await expect(page.getByText(/ is added to 3 dates\.$/)).toBeVisible();
    await expect(main(page).getByText(/“Takes the minutes”/)).toBeVisible();
    await page.goto(`/studio/events/${eventId}/series`);
    await expect(dates.getByText('2 of 5 coming')).toHaveCount(3);
    await expect
      .poll(() => mailAbout(page, header))
      .toEqual([`You’re registered: ${header} (3 dates)`, `Invitation: ${header} (3 dates)`]);
    await context.close();
  },
);

test(
  'an organizer moves the room of all dates of a series at once, undoes that, and cancels the dates that follow; every screen is accessible at three widths [DESK-084, DESK-087, DESK-089, DESK-095, DESK-096, BASE-013]',
  { tag: '@long' },
  async ({ browser }) => {
    const header = 'Series journey: moving office hour';
    const start = Date.now() + 9 * DAY_MS;
    const times = { startsAt: new Date(start).toISOString(), endsAt: new Date(start + HOUR_MS).toISOString() };
    const eventId = await publishItem(
      'event',
      { header, ...times, locationType: 'InPerson', location: 'Hall 2', registration: { capacity: 5 } },
      { port: ports.code },
    );
    const { context, page } = await openAs(browser, 'editor', `/studio/events/${eventId}/series`);
    await main(page).getByRole('textbox', { name: 'Number of dates' }).fill('3');
    const repeat = main(page).getByRole('button', { name: 'Publish 2 more dates' });
    await expect(repeat).toBeEnabled();
    await repeat.press('Enter');
    const dates = main(page).getByRole('list', { name: 'Dates' }).getByRole('listitem');
    await expect(dates).toHaveCount(3);

    await page.goto(`/studio/${eventId}`);
    await page.getByRole('textbox', { name: 'Location', exact: true }).fill('Hall 7');
    await page.getByRole('button', { name: 'Publish…' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: 'This date and 2 after it (0 people on their lists)' }).check();
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));
    await dialog.getByRole('button', { name: 'Publish now' }).press('Enter');
    await expect(page.getByText('3 dates are published.')).toBeVisible();

    await page.goto(`/studio/events/${eventId}/series`);
    const undo = main(page).getByRole('button', { name: 'Undo this change' });
    await expect(undo).toBeVisible();
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));
    const reader = await openAs(browser, 'hybrid', `/events/${eventId}`);
    await expect(main(reader.page).getByText('Hall 7')).toBeVisible();
    await undo.press('Enter');
    await expect(page.getByText('3 dates are as they were before.')).toBeVisible();
    await expect(undo).toBeHidden();
    await reader.page.reload();
    await expect(main(reader.page).getByText('Hall 2')).toBeVisible();
    await reader.context.close();

    await page.goto(`/studio/events/${eventId}`);
    await main(page).getByRole('button', { name: 'More actions' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Cancel event…' }).press('Enter');
    await dialog.getByRole('radio', { name: /^This date and 2 after it/ }).check();
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));
    await dialog.getByRole('button', { name: 'Cancel 3 dates' }).press('Enter');
    await expect(page.getByText('Canceled. 0 people are notified.')).toBeVisible();
    await page.goto(`/studio/events/${eventId}/series`);
    await expect(dates.getByText('Not shown to readers')).toHaveCount(3);
    await context.close();
  },
);
