import type { Browser, Page } from '@playwright/test';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { publishItem } from '../../support/studio/drafts.ts';
import { ports } from '../../support/ports.ts';
import { sessionOf } from '../../support/signIn.ts';
import { expect, test } from '../../support/test.ts';

/* Events during clock changes, viewed in four time zones: each reader sees their local day and time. */

const YEAR = new Date().getUTCFullYear() + 1;

/** Midnight UTC of a Sunday in a month: 1 is the first, -1 the last. */
function sunday(month: number, which: number): number {
  const first = Date.UTC(YEAR, month - 1, 1);
  const sundays = Array.from({ length: 31 }, (_, day) => first + day * DAY_MS).filter(
    (day) => new Date(day).getUTCDay() === 0 && new Date(day).getUTCMonth() === month - 1,
  );
  return sundays.at(which > 0 ? which - 1 : which)!;
}

interface ClockChange {
  day: number;
  /** Hour of that day in UTC. The event lasts an hour, and the clocks change in the middle. */
  startsAt: number;
  /** By time zone: whether it is still the day before, and the time as readers there see it. */
  seen: Record<string, [isDayBefore: boolean, time: string]>;
}

const changes: Record<string, ClockChange> = {
  'Spring in New York': {
    day: sunday(3, 2),
    startsAt: 6.5,
    seen: {
      'America/New_York': [false, '1:30 am EST – 3:30 am EDT'],
      'America/Los_Angeles': [true, '10:30 pm – 11:30 pm PST'],
      'Europe/Berlin': [false, '7:30 am – 8:30 am GMT+1'],
      'Asia/Tokyo': [false, '3:30 pm – 4:30 pm GMT+9'],
    },
  },
  'Autumn in New York': {
    day: sunday(11, 1),
    startsAt: 5.5,
    seen: {
      'America/New_York': [false, '1:30 am EDT – 1:30 am EST'],
      'America/Los_Angeles': [true, '10:30 pm – 11:30 pm PDT'],
      'Europe/Berlin': [false, '6:30 am – 7:30 am GMT+1'],
      'Asia/Tokyo': [false, '2:30 pm – 3:30 pm GMT+9'],
    },
  },
  'Spring in Berlin': {
    day: sunday(3, -1),
    startsAt: 0.5,
    seen: {
      'America/New_York': [true, '8:30 pm – 9:30 pm EDT'],
      'America/Los_Angeles': [true, '5:30 pm – 6:30 pm PDT'],
      'Europe/Berlin': [false, '1:30 am GMT+1 – 3:30 am GMT+2'],
      'Asia/Tokyo': [false, '9:30 am – 10:30 am GMT+9'],
    },
  },
  'Autumn in Berlin': {
    day: sunday(10, -1),
    startsAt: 0.5,
    seen: {
      'America/New_York': [true, '8:30 pm – 9:30 pm EDT'],
      'America/Los_Angeles': [true, '5:30 pm – 6:30 pm PDT'],
      'Europe/Berlin': [false, '2:30 am GMT+2 – 2:30 am GMT+1'],
      'Asia/Tokyo': [false, '9:30 am – 10:30 am GMT+9'],
    },
  },
};

const dayOf = (day: number): string => new Date(day).toISOString().slice(0, 10);
const dayLabel = (day: number): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' }).format(day);
const longDayLabel = (day: number): string =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', day: 'numeric', year: 'numeric' }).format(day);
const cards = (page: Page) => page.getByRole('main').getByRole('article');

async function openIn(browser: Browser, timezoneId: string): Promise<Page> {
  const context = await browser.newContext({ timezoneId, storageState: sessionOf('hybrid') });
  return context.newPage();
}

test.describe.configure({ mode: 'serial' });

const ids: Record<string, string> = {};
test.beforeAll(async () => {
  for (const [title, { day, startsAt }] of Object.entries(changes)) {
    const start = day + startsAt * HOUR_MS;
    ids[title] = await publishItem(
      'event',
      {
        header: title,
        startsAt: new Date(start).toISOString(),
        endsAt: new Date(start + HOUR_MS).toISOString(),
        locationType: 'Virtual',
        registration: {},
      },
      { port: ports.code },
    );
  }
});

for (const timezoneId of Object.keys(changes['Spring in New York']!.seen)) {
  test(`readers in ${timezoneId} see events around clock changes on their local days in list, filter, calendar and detail [EVENTS-029, EVENTS-003, EVENTS-011, EVENTS-012, R13]`, async ({
    browser,
  }) => {
    test.slow();
    const page = await openIn(browser, timezoneId);
    for (const [title, { day, seen }] of Object.entries(changes)) {
      const [isDayBefore, time] = seen[timezoneId]!;
      const own = day - (isDayBefore ? DAY_MS : 0);
      await page.goto(`/events?from=${dayOf(own)}&to=${dayOf(own)}`);
      const card = cards(page).filter({ hasText: title });
      await expect(card).toContainText(`${longDayLabel(own)}, ${time}`);
      await page.getByRole('button', { name: /Calendar/ }).click();
      await expect(
        page.getByRole('dialog').getByRole('button', { name: new RegExp(`${longDayLabel(own)}.*, \\d+ events?\\b`) }),
      ).toBeVisible();
      await page.keyboard.press('Escape');
      for (const other of [own - DAY_MS, own + DAY_MS]) {
        await page.goto(`/events?from=${dayOf(other)}&to=${dayOf(other)}`);
        // Without events, only screen readers get this text.
        await expect(
          page
            .getByRole('main')
            .getByRole('status')
            .filter({ hasText: /events?( found)?$/ }),
        ).toHaveCount(1);
        await expect(card).toHaveCount(0);
      }
      await page.goto(`/events/${ids[title]}`);
      const facts = page.getByRole('complementary', { name: 'Event info' });
      await expect(facts).toContainText(`Date${dayLabel(own)}`);
      await expect(facts).toContainText(`Time${time}`);
    }
    await page.context().close();
  });
}
