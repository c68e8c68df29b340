import type { Page } from '@playwright/test';
import { ports } from '../support/ports.ts';
import { untilResponse, watchRequests } from '../support/settled.ts';
import { openAs, sessionOf } from '../support/signIn.ts';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const card = (page: Page) => page.getByRole('region', { name: /^(Registration|After the event)$/ });
/** The part that shows whether the reader is registered. */
const registrationOf = (page: Page) => card(page).getByRole('status').first();
const facts = (page: Page) => page.getByRole('complementary', { name: 'Event info' });

/** Moves the open calendar to another month and waits until it has moved. */
async function turnCalendar(page: Page, button: 'Next' | 'Previous'): Promise<void> {
  const heading = page.getByRole('dialog').getByRole('heading', { level: 2 });
  const before = await heading.innerText();
  await page.getByRole('dialog').getByRole('button', { name: button, exact: true }).first().click();
  await expect(heading).not.toHaveText(before);
}

/** Opens the upcoming event of this title from the list, and returns its path. */
async function openEvent(page: Page, title: string): Promise<string> {
  await page.goto(`/events?tab=upcoming&text=${encodeURIComponent(title)}`);
  await page.getByRole('link', { name: title, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  return new URL(page.url()).pathname;
}

test('the event list shows six events per page, with its page links below them [EVENTS-006]', async ({ page }) => {
  await page.goto('/events');
  await expect(page).toHaveTitle('Events - Portico');
  await expect(cards(page)).toHaveCount(6);
  await expect(page.getByRole('tab', { name: 'All Events' })).toHaveAttribute('aria-selected', 'true');
  const first = await cards(page).first().getByRole('heading').innerText();
  const pages = page.getByRole('main').getByRole('navigation', { name: 'Pages of events' });
  await pages.scrollIntoViewIfNeeded();
  await pages.getByRole('link', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/[?&]page=2/);
  await expect(cards(page).first().getByRole('heading')).not.toHaveText(first);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(cards(page).first().getByRole('heading')).toHaveText(first);
});

test(
  'a date range typed at a person’s pace filters by these days, and no half-typed year reaches the address or a call [EVENTS-034]',
  { tag: '@long' },
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    const addresses = new Set<string>();
    page.on('framenavigated', (frame) => void addresses.add(frame.url()));
    await page.goto('/events');
    await expect(cards(page)).toHaveCount(6);
    const year = new Date().getFullYear();
    await page.getByRole('group', { name: 'Dates' }).getByRole('spinbutton').first().click();
    await page.keyboard.type(`0101${year}1231${year}`, { delay: 150 });
    await expect(page).toHaveURL(`/events?from=${year}-01-01&to=${year}-12-31`);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('group', { name: 'Dates' }).getByRole('spinbutton')).toHaveText([
      '01',
      '01',
      String(year),
      '12',
      '31',
      String(year),
    ]);
    const years = [...asked, ...addresses].flatMap((url) =>
      [...url.matchAll(/[?&](?:from|to)=(\d{4})/g)].map(([, each]) => Number(each)),
    );
    expect(years.filter((each) => each < year - 1)).toEqual([]);
  },
);

test(
  'the pages of All Events together contain every upcoming and past event exactly once [EVENTS-005]',
  { tag: '@long' },
  async ({ page }) => {
    const total = async (tab: string) => {
      await page.goto(`/events?tab=${tab}&category=Webinar`);
      const count = await page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: /(\d+ events?|No events found)$/ })
        .innerText();
      return Number(/(\d+) events?$/.exec(count)?.[1] ?? 0);
    };
    const [upcoming, past] = [await total('upcoming'), await total('past')];
    expect(await total('all')).toBe(upcoming + past);
    const links = new Set<string | null>();
    for (let number = 1; number <= Math.ceil((upcoming + past) / 6); number += 1) {
      await page.goto(`/events?category=Webinar&page=${number}`);
      await expect(cards(page).first()).toBeVisible();
      for (const link of await cards(page)
        .getByRole('heading')
        .getByRole('link')
        .evaluateAll((all) => all.map((one) => one.getAttribute('href'))))
        links.add(link);
    }
    expect(links.size).toBe(upcoming + past);
  },
);

test('the tab, search words and categories of the event list are in the address and can be cleared [EVENTS-001, EVENTS-002, EVENTS-004]', async ({
  page,
}) => {
  await page.goto('/events');
  await page.getByRole('tab', { name: 'Upcoming Events' }).click();
  await expect(page).toHaveURL(/tab=upcoming/);
  await page.getByRole('searchbox', { name: 'Search events' }).fill('winter forum');
  await expect(page).toHaveURL(/text=winter\+forum/);
  const categories = page.getByRole('group', { name: 'Categories' });
  await categories.getByRole('button', { name: /^Show all/ }).click();
  await categories.getByRole('button', { name: /^Conference/ }).click();
  await expect(page).toHaveURL(/category=Conference/);
  await expect(page.getByRole('link', { name: 'Winter Forum' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Rollover workshop' })).toBeHidden();
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Search events' })).toHaveValue('winter forum');
  await page.getByRole('button', { name: 'Remove filter: Conference' }).click();
  await expect(page).not.toHaveURL(/category=/);
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(page).toHaveURL(/\/events\?tab=upcoming$/);
  await expect(page.getByRole('searchbox', { name: 'Search events' })).toHaveValue('');
});

test('the calendar marks days with events, and choosing one filters the event list [EVENTS-028, EVENTS-003]', async ({
  page,
}) => {
  await page.goto('/events?tab=upcoming');
  const when = await cards(page)
    .first()
    .getByText(/^[A-Z][a-z]+ \d{1,2}, \d{4},$/)
    .innerText();
  const [month = '', day = '', year = ''] = when.replaceAll(',', '').split(' ');
  await page.getByRole('button', { name: /Calendar/ }).click();
  const heading = page.getByRole('dialog').getByRole('heading', { level: 2 });
  for (let steps = 0; steps < 24 && (await heading.innerText()) !== `${month} ${year}`; steps += 1)
    await turnCalendar(page, 'Next');
  const marked = page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`${month} ${day}, ${year}, \\d+ events?$`) });
  await marked.click();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=(\d{4}-\d\d-\d\d)&to=\1/);
  await expect(cards(page).first()).toContainText(`${month} ${day}, ${year}`);
});

test(
  'a range of days chosen in the calendar is added to the address, filters the event list and can be removed [EVENTS-003, EVENTS-001]',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/events?tab=past&category=Webinar');
    await page.getByRole('button', { name: /Calendar/ }).click();
    const calendar = page.getByRole('dialog');
    for (let months = 0; months < 3; months += 1) await turnCalendar(page, 'Previous');
    const [month = '', year = ''] = (await calendar.getByRole('heading', { level: 2 }).innerText()).split(' ');
    const day = (number: number) =>
      calendar.getByRole('button', { name: new RegExp(`\\b${month} ${number}, ${year}`) });
    await day(3).click();
    await day(24).click();
    const number = String(new Date(`${month} 1, ${year}`).getMonth() + 1).padStart(2, '0');
    await expect(page).toHaveURL(new RegExp(`from=${year}-${number}-03&to=${year}-${number}-24`));
    await expect(page).toHaveURL(/tab=past/);
    await expect(page).toHaveURL(/category=Webinar/);
    // Cards for the previous filters remain until those for the new ones arrive.
    const expectOnlyChosenDays = () =>
      expect
        .poll(async () => {
          const days = (await cards(page).allInnerTexts()).map((text) =>
            Number(new RegExp(`${month} (\\d+), ${year}`).exec(text)?.[1]),
          );
          return { hasEvents: days.length > 0, others: days.filter((number) => !(number >= 3 && number <= 24)) };
        })
        .toEqual({ hasEvents: true, others: [] });
    await expectOnlyChosenDays();
    await page.reload();
    await expectOnlyChosenDays();
    await expect(page.getByRole('tab', { name: 'Past Events' })).toHaveAttribute('aria-selected', 'true');
    const all = await page
      .getByRole('main')
      .getByRole('status')
      .filter({ hasText: /events?$/ })
      .innerText();
    await page.getByRole('button', { name: /^Remove filter: .*24/ }).click();
    await expect(page).not.toHaveURL(/from=/);
    await expect(
      page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: /events?$/ }),
    ).not.toHaveText(all);
  },
);

test('an event search without results says so and offers to clear the filters', { tag: '@long' }, async ({ page }) => {
  await page.goto('/events?text=zzzzqqqq');
  await expect(page.getByRole('heading', { name: 'No events match these filters' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(cards(page)).toHaveCount(6);
});

test(
  'registering for an event shows what happens next, and Undo restores a canceled registration [EVENTS-013, EVENTS-014, EVENTS-016]',
  { tag: '@long' },
  async ({ page }) => {
    await openEvent(page, 'Winter Forum');
    await expect(card(page)).toContainText('Register to get last year’s slides');
    await untilResponse(page, () => card(page).getByRole('button', { name: 'Register' }).click());
    await expect(registrationOf(page)).toContainText('You’re going');
    await expect(card(page)).toContainText('The room opens at 8:15 am on the first day');
    await page.reload();
    await expect(registrationOf(page)).toContainText('You’re going');
    await card(page).getByRole('button', { name: 'Cancel registration' }).click();
    await expect(card(page).getByRole('button', { name: 'Register' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('You’re registered again.')).toBeVisible();
    await expect(registrationOf(page)).toContainText('You’re going');
    await page.goto('/events?tab=upcoming&text=Winter+Forum');
    await expect(cards(page).filter({ hasText: 'Winter Forum' }).first()).toContainText('You’re going');
  },
);

test(
  'registering for an event by keyboard keeps the focus in the registration card',
  { tag: '@long' },
  async ({ page }) => {
    await openEvent(page, 'Market call: the outlook for the new year');
    await card(page).getByRole('button', { name: 'Register' }).focus();
    await page.keyboard.press('Enter');
    await expect(registrationOf(page)).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(card(page).getByRole('button', { name: 'Cancel registration' })).toBeFocused();
    await expect(card(page).getByRole('button', { name: 'Cancel registration' })).toBeEnabled();
  },
);

test('when both spots of an event are taken, a third person joins the waiting list and gets the spot that becomes free', async ({
  page,
  browser,
}) => {
  test.slow();
  const path = await openEvent(page, 'Fee conversation lab');
  const [{ page: second }, { page: third }] = [
    await openAs(browser, 'broker', path),
    await openAs(browser, 'ifa', path),
  ];
  await untilResponse(page, () => card(page).getByRole('button', { name: 'Register' }).click());
  await expect(registrationOf(page)).toContainText('You’re going');
  await second.reload();
  await untilResponse(second, () => card(second).getByRole('button', { name: 'Register' }).click());
  await expect(registrationOf(second)).toContainText('You’re going');
  // The third person's page still shows an open spot.
  await card(third).getByRole('button', { name: 'Register' }).click();
  await expect(third.getByText('The last spot was just taken. You’re on the waiting list (1st).')).toBeVisible();
  await expect(registrationOf(third)).toContainText('On the waiting list (1st)');
  await page.reload();
  await card(page).getByRole('button', { name: 'Cancel registration' }).click();
  const question = page.getByRole('dialog', { name: 'Cancel registration?' });
  await expect(question).toContainText('One person is waiting.');
  await expectAccessible(page);
  await untilResponse(page, () => question.getByRole('button', { name: 'Cancel registration' }).click());
  await expect(card(page).getByRole('button', { name: 'Join the waiting list' })).toBeVisible();
  await third.reload();
  await expect(registrationOf(third)).toContainText('You’re going');
  await second.context().close();
  await third.context().close();
});

test('an event invitation arrives by email and is canceled with the registration, and the event can be downloaded as a calendar file [EVENTS-025, EVENTS-026, EVENTS-020]', async ({
  page,
  request,
}) => {
  await openEvent(page, 'Orion basics');
  await facts(page).getByRole('button', { name: 'Email me an invitation' }).click();
  await expect(facts(page).getByRole('status')).toHaveText('Your invitation is on its way.');
  await expect
    .poll(async () => await (await request.get(`http://localhost:${ports.code + 3}/`)).text())
    .toContain('Orion basics');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    facts(page).getByRole('link', { name: 'Add to calendar' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/\.ics$/);
  await untilResponse(page, () => card(page).getByRole('button', { name: 'Register' }).click());
  await expect(registrationOf(page)).toContainText('You’re going');
  await card(page).getByRole('button', { name: 'Cancel registration' }).click();
  await expect(card(page).getByRole('button', { name: 'Register' })).toBeVisible();
  await expect
    .poll(async () => await (await request.get(`http://localhost:${ports.code + 3}/`)).text())
    .toContain('Canceled: Orion basics');
});

test(
  'secret calendar links work until they are turned off [EVENTS-027]',
  { tag: '@long' },
  async ({ page, request }) => {
    await page.goto('/events');
    // The calendar widget has a button of the same name.
    const subscribe = page.getByRole('main').getByRole('button', { name: 'Subscribe to calendar' });
    await subscribe.click();
    const dialog = page.getByRole('dialog', { name: 'Subscribe to calendar' });
    await dialog.getByRole('button', { name: 'Create links' }).click();
    const address = await dialog.getByRole('textbox', { name: 'All events' }).inputValue();
    const calendar = await request.get(address, { headers: { cookie: '' } });
    expect(await calendar.text()).toContain('BEGIN:VCALENDAR');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(subscribe).toBeFocused();
    await subscribe.click();
    await expect(dialog).toContainText('Last used on');
    await dialog.getByRole('button', { name: 'Turn off links' }).click();
    await dialog.getByRole('group').getByRole('button', { name: 'Turn off links' }).click();
    await expect(dialog).toContainText('Calendar links turned off.');
    expect((await request.get(address, { headers: { cookie: '' } })).status()).toBe(404);
  },
);

test.describe('event times', () => {
  for (const timezoneId of ['America/New_York', 'America/Los_Angeles', 'Europe/Berlin', 'Asia/Tokyo']) {
    test(
      `a reader in ${timezoneId} sees local times, and the venue’s time where it differs [EVENTS-011]`,
      { tag: timezoneId === 'America/Los_Angeles' ? [] : '@long' },
      async ({ browser }) => {
        const context = await browser.newContext({ timezoneId, storageState: sessionOf('hybrid') });
        const page = await context.newPage();
        await openEvent(page, 'Rollover workshop');
        await expect(page.getByRole('main').locator('time').first()).toBeVisible();
        const { start, expected } = await page.evaluate(() => {
          const instant = document.querySelector('main time')?.getAttribute('datetime') ?? '';
          const label = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true }).format(
            new Date(instant),
          );
          return { start: instant, expected: label.replace(/\s/g, ' ').toLowerCase() };
        });
        expect(start).not.toBe('');
        await expect(facts(page)).toContainText(`Time${expected} – `);
        await expect(facts(page).getByText('New York time')).toHaveCount(timezoneId === 'America/New_York' ? 0 : 1);
        await context.close();
      },
    );
  }
});

test(
  'an editor sees the preview of an event without top bar and search bar; for others it does not exist [ROUTE-012]',
  { tag: '@long' },
  async ({ page, browser }) => {
    const path = await openEvent(page, 'Winter Forum');
    await page.goto(`${path}/preview`);
    await expect(page.getByRole('main')).toContainText('404 Page Not Found');
    const { page: editor } = await openAs(browser, 'editor', `${path}/preview`);
    await expect(editor.getByText('Preview.')).toBeVisible();
    await expect(editor.getByRole('navigation', { name: /breadcrumb/i })).toHaveCount(0);
    await expect(editor.getByRole('search')).toHaveCount(0);
    await expect(card(editor)).toContainText('The room opens at 8:15 am on the first day');
    await expect(card(editor).getByRole('button', { name: 'Register' })).toBeDisabled();
    await expectAccessible(editor);
    await editor.context().close();
  },
);

test(
  'offline, an event stays on screen, and a registration that fails says so',
  { tag: '@long' },
  async ({ page, context }) => {
    const settled = watchRequests(page);
    await openEvent(page, 'Ethics class: gifts, texts and gray areas');
    // The code of messages loads at the first press.
    await settled();
    await context.setOffline(true);
    await expect(page.getByText(/you’re offline/i).first()).toBeVisible();
    await card(page).getByRole('button', { name: 'Register' }).click();
    await expect(page.getByText(/We couldn’t register you/)).toBeVisible();
    await expect(card(page).getByRole('button', { name: 'Register' })).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/you’re offline/i)).toBeHidden();
  },
);
