import { expect, type Page } from '@playwright/test';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { ports } from '../../support/ports.ts';
import { openAs } from '../../support/signIn.ts';
import { publishItem } from '../../support/studio/drafts.ts';
import { test } from '../../support/test.ts';

const main = (page: Page) => page.getByRole('main');

test(
  'an organizer repeats an event, a reader registers for all of its dates, and each date has a list of its own; every screen is accessible at three widths [DESK-076, DESK-078, DESK-082, DESK-083, BASE-013]',
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
    await onEveryDevice(reader.page, () => expectAccessibleInBothThemes(reader.page));
    await series.getByRole('link').nth(1).press('Enter');
    await expect(series.getByRole('link').nth(1)).toHaveAttribute('aria-current', 'page');
    await expect(reader.page.getByRole('button', { name: 'Cancel registration' })).toBeVisible();
    await reader.context.close();

    await page.reload();
    await expect(dates.getByText('1 of 5 coming')).toHaveCount(3);
    await dates.getByRole('link').nth(2).press('Enter');
    await expect(main(page).getByRole('checkbox')).toHaveCount(1);
    await context.close();
  },
);
