import { expect, type Browser, type Page } from '@playwright/test';
import { onEveryDevice, type Device } from './accessibility.ts';
import { itemPath } from './itemPath.ts';
import { longResource } from './longResource.ts';
import { newPageAs, type Account } from './signIn.ts';

/*
 * The pages of the portal and their states, each checked separately. A state that takes a whole journey to reach, such
 * as the receipt of a form, is checked in that journey.
 */

export interface PageState {
  path: string | ((page: Page) => Promise<string>);
  /** Waits for the content, or puts the page into the state. Runs at each width; `leave` undoes it before the next. */
  show: (page: Page, device: Device) => Promise<unknown>;
  /** Leaves the state, so that each width starts the same way. */
  leave?: (page: Page, device: Device) => Promise<unknown>;
  /** The devices on which this state differs from others; all devices if absent. */
  devices?: Device[];
  /** CSS selector of the part to check; the whole page if absent. */
  within?: string;
  /** The account to open the page with, if not that of most journeys. */
  account?: Account;
}

const DIALOG = '[role=dialog]';
const main = (page: Page) => page.getByRole('main');
const cards = (page: Page) => main(page).getByRole('article');
const widgets = (page: Page) => page.getByRole('complementary', { name: 'Widgets' });

const showsHeading = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
const showsCards = (count: number) => (page: Page) => expect(cards(page)).toHaveCount(count);
const showsTitle = (page: Page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible();

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

/** The path of the roster of an event that people are registered for. */
const rosterOf = (page: Page) => itemPath(page, 'events of the desk', { query: { text: 'Town hall' } });

/** The path that opens the smallest document of a format over the list. */
const documentOf = (format: string) => async (page: Page) => {
  await page.goto(`/documents?format=${format}&sort=smallest`);
  await main(page)
    .getByRole('button', { name: /^Preview/ })
    .first()
    .click();
  await expect(page).toHaveURL(/preview=/);
  return page.url();
};

async function showEventsCalendar(page: Page, device: Device): Promise<void> {
  await showsCards(6)(page);
  if (device === 'mobile') await page.getByRole('button', { name: 'Filters' }).click();
  await page.getByRole('button', { name: /Calendar/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function showTitlesWhileTyping(page: Page): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Search the portal' });
  await page.goto('/search?term=zzyqxx');
  await field.click();
  await field.fill('rollover');
  await expect(page.getByRole('group', { name: 'Titles' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
}

/** On devices smaller than a desktop, a widget opens in a sheet. */
const openSheet = (name: string, role: 'grid' | 'textbox') => async (page: Page) => {
  await showsTitle(page);
  await page.getByRole('button', { name }).click();
  await expect(page.getByRole('dialog', { name }).getByRole(role).first()).toBeVisible();
};

const closeSheet = (name: string) => async (page: Page) => {
  await closeDialog(page);
  await expect(page.getByRole('button', { name })).toBeFocused();
};

async function showSupport(page: Page, device: Device): Promise<void> {
  await showsHeading('Support')(page);
  // Until a form is scrolled into view, its sticky footer covers its first fields, and axe reports them as small
  // targets.
  const submit = main(page).getByRole('button', { name: 'Submit' });
  await submit.evaluate((button) => button.closest('form')!.scrollIntoView({ block: 'end' }));
  if (device === 'desktop') await expect(widgets(page).getByRole('textbox', { name: 'Add a task' })).toBeVisible();
}

async function showCompensation(page: Page): Promise<void> {
  await showsHeading('Compensation')(page);
  const marks = main(page).getByRole('list', { name: 'Before a trip' }).getByRole('checkbox');
  await expect(marks.first()).toBeEnabled();
}

const todo = (page: Page, device: Device) =>
  device === 'desktop' ? page.getByRole('region', { name: 'To-do' }) : page.getByRole('dialog', { name: 'To-do' });

async function showTaskInEdit(page: Page, device: Device): Promise<void> {
  if (device !== 'desktop') await page.getByRole('button', { name: 'To-do' }).click();
  const list = todo(page, device);
  await expect(list.getByRole('checkbox').first()).toBeVisible();
  await expect(
    list.getByRole('region', { name: 'Checklists' }).getByRole('link', { name: 'Welcome course' }),
  ).toBeVisible();
  await list.getByRole('button', { name: 'Prepare the branch meeting', exact: true }).click();
  await expect(list.getByRole('group', { name: 'Due date' })).toBeVisible();
}

async function leaveTaskInEdit(page: Page, device: Device): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(todo(page, device).getByRole('form')).toBeHidden();
  if (device !== 'desktop') await closeDialog(page);
}

export const pageStates: Record<string, PageState> = {
  'the dashboard [BASE-013]': {
    path: '/',
    show: (page) => expect(page.getByRole('region', { name: 'New for you' }).getByRole('article')).toHaveCount(5),
  },
  'the news list [BASE-013]': { path: '/news', show: showsCards(10) },
  'a news item [BASE-013]': { path: (page) => itemPath(page, 'news', { index: 1 }), show: showsTitle },
  'the event list [BASE-013]': { path: '/events', show: showsCards(6) },
  'the calendar over the event list [BASE-013]': {
    path: '/events',
    show: showEventsCalendar,
    leave: closeDialog,
    within: DIALOG,
  },
  'an event [BASE-013]': {
    path: (page) => itemPath(page, 'events to come', { query: { text: 'Annual compliance meeting' } }),
    show: (page) => expect(page.getByRole('region', { name: 'Registration' })).toBeVisible(),
  },
  'the resource list [BASE-013]': { path: '/resources', show: showsCards(12) },
  'a resource with a table of contents [BASE-013]': { path: longResource, show: showsTitle },
  'the document list [BASE-013]': { path: '/documents', show: showsCards(12) },
  'the document list as a table [BASE-013]': {
    path: '/documents?view=table',
    show: (page) => expect(main(page).locator('tbody').getByRole('row')).toHaveCount(12),
  },
  'an open PDF [BASE-013]': {
    path: documentOf('PDF'),
    show: (page) => expect(page.getByRole('dialog').locator('[data-page] canvas').first()).toBeVisible(),
    within: DIALOG,
  },
  'an open workbook [BASE-013]': {
    path: documentOf('XLSX'),
    show: (page) => expect(page.getByRole('dialog').getByRole('table')).toBeVisible(),
    within: DIALOG,
  },
  'an open Word document [BASE-013]': {
    path: documentOf('DOCX'),
    show: (page) => expect(page.getByRole('dialog').getByRole('region', { name: /^Text of/ })).toBeVisible(),
    within: DIALOG,
  },
  ...Object.fromEntries(
    ['Applications', 'Accounts', 'Records', 'Community', 'Explore', 'Onboarding'].map((title) => [
      `the page ${title} [BASE-013]`,
      { path: `/${title.toLowerCase()}`, show: showsHeading(title) },
    ]),
  ),
  'the page Compensation with its checklist and form [BASE-013]': { path: '/compensation', show: showCompensation },
  'the page Support, on a desktop beside the widgets [BASE-013, SHELL-002, WIDGET-004]': {
    path: '/support',
    show: showSupport,
  },
  'search results [BASE-013]': {
    path: '/search?term=rollover%20cost',
    show: (page) => expect(page.getByRole('region', { name: /^Resources/ })).toBeVisible(),
  },
  'a search without results [BASE-013]': {
    path: '/search?term=zzyqxx',
    show: (page) => expect(main(page).getByRole('heading', { name: /zzyqxx/ })).toBeVisible(),
  },
  'titles that come up while typing [BASE-013]': { path: '/', show: showTitlesWhileTyping },
  'the calendar in a sheet [BASE-013, SHELL-002, WIDGET-004]': {
    path: '/support',
    devices: ['mobile', 'tablet'],
    show: openSheet('Events calendar', 'grid'),
    leave: closeSheet('Events calendar'),
  },
  'the tasks in a sheet [BASE-013, SHELL-002, WIDGET-004]': {
    path: '/support',
    devices: ['mobile', 'tablet'],
    show: openSheet('To-do', 'textbox'),
    leave: closeSheet('To-do'),
  },
  'the list of the studio [BASE-013, STUDIO-020]': {
    path: '/studio',
    account: 'editor',
    show: (page) => expect(main(page).getByRole('link').first()).toBeVisible(),
  },
  'the list of the events desk [BASE-013, DESK-002]': {
    path: '/studio/events',
    account: 'editor',
    show: (page) => expect(main(page).getByRole('listitem').getByRole('link').first()).toBeVisible(),
  },
  'the list of the forms desk [BASE-013, FORM-031]': {
    path: '/studio/forms',
    account: 'editor',
    show: (page) => expect(main(page).getByRole('listitem').getByRole('link').first()).toBeVisible(),
  },
  'what a reader has to confirm [BASE-013, DUTY-008]': {
    path: '/duties',
    show: (page) => expect(main(page).getByRole('listitem').getByRole('link').first()).toBeVisible(),
  },
  'who may act for whom [ACT-011, BASE-013]': {
    path: '/delegates',
    show: (page) => expect(main(page).getByRole('list', { name: 'Who may act for you' })).toBeVisible(),
  },
  'the people of a supervisor [BASE-013, DUTY-050]': {
    path: '/duties/team',
    account: 'approver',
    show: (page) => expect(main(page).getByRole('combobox', { name: 'Person' })).toBeVisible(),
  },
  'the credits of a reader [BASE-013, CREDIT-008]': {
    path: '/duties/credits',
    account: 'hybrid',
    show: (page) => expect(main(page).getByRole('progressbar').first()).toBeVisible(),
  },
  'who lacks which credits [BASE-013, CREDIT-030]': {
    path: '/studio/credits',
    account: 'editor',
    show: (page) =>
      expect(
        main(page)
          .getByRole('listitem')
          .getByText(/missing$/)
          .first(),
      ).toBeVisible(),
  },
  'the table of needs [BASE-013, CREDIT-020]': {
    path: '/studio/credits?view=needs',
    account: 'editor',
    show: (page) => expect(main(page).getByRole('button', { name: /^Edit/ }).first()).toBeVisible(),
  },
  'credits earned elsewhere, to check [BASE-013, CREDIT-066]': {
    path: '/studio/credits?view=claims',
    account: 'editor',
    show: (page) => expect(main(page).getByRole('combobox', { name: 'Status' })).toBeVisible(),
  },
  'the number of a certificate to check [BASE-013, CREDIT-042]': {
    path: '/studio/credits?view=certificates',
    account: 'editor',
    show: (page) => expect(main(page).getByRole('textbox', { name: 'Number' })).toBeVisible(),
  },
  'the items that ask for a confirmation [BASE-013, DUTY-010]': {
    path: '/studio/confirmations',
    account: 'editor',
    show: (page) => expect(main(page).getByRole('listitem').getByRole('link').first()).toBeVisible(),
  },
  'the roster of an event [BASE-013, DESK-001]': {
    path: rosterOf,
    account: 'editor',
    show: (page) => expect(main(page).getByRole('checkbox').first()).toBeVisible(),
  },
  'the dialog with the code of an event [BASE-013, CREDIT-055]': {
    path: async (page) => `${await rosterOf(page)}/check-in`,
    account: 'editor',
    show: async (page) => {
      await main(page).getByRole('button', { name: 'Check-in by code…' }).click();
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Turn on' })).toBeVisible();
    },
    leave: closeDialog,
    within: DIALOG,
  },
  'the dialog that adds a person to an event [BASE-013, DESK-010]': {
    path: rosterOf,
    account: 'editor',
    show: async (page) => {
      await main(page).getByRole('button', { name: 'Add person…' }).click();
      await expect(page.getByRole('dialog', { name: 'Add a person' })).toBeVisible();
    },
    leave: closeDialog,
    within: DIALOG,
  },
  'the dialog that writes to people of an event [BASE-013, DESK-042]': {
    path: rosterOf,
    account: 'editor',
    show: async (page) => {
      await main(page).getByRole('button', { name: 'Message…' }).click();
      await expect(page.getByRole('dialog').getByText(/^Reaches/)).toBeVisible();
    },
    leave: closeDialog,
    within: DIALOG,
  },
  'the form that repeats an event [BASE-013, DESK-083]': {
    path: async (page) => `${await rosterOf(page)}/series`,
    account: 'editor',
    show: async (page) => {
      await main(page).getByRole('combobox', { name: 'Unit' }).selectOption('Months');
      await expect(main(page).getByRole('button', { name: 'Publish 9 more dates' })).toBeVisible();
    },
  },
  'the check-in list of an event [BASE-013, DESK-032]': {
    path: async (page) => `${await rosterOf(page)}/check-in`,
    account: 'editor',
    show: (page) => expect(main(page).getByText(/are here$/)).toBeVisible(),
  },
  'the sign-in sheet of an event [BASE-013, DESK-061]': {
    path: async (page) => `${await rosterOf(page)}/print`,
    account: 'editor',
    show: (page) => expect(main(page).getByRole('table')).toBeVisible(),
  },
  'what waits in the studio [BASE-013, STUDIO-036]': {
    path: '/studio/waiting',
    account: 'author',
    show: (page) => expect(main(page).getByRole('heading', { level: 1 })).toBeVisible(),
  },
  'the roles of the studio [BASE-013, STUDIO-033]': {
    path: '/studio/roles',
    account: 'editor',
    show: (page) =>
      expect(
        main(page)
          .getByRole('button', { name: /^Assign a role to/ })
          .first(),
      ).toBeVisible(),
  },
  'the approval rules of the studio [BASE-013, STUDIO-034]': {
    path: '/studio/approvals',
    account: 'editor',
    show: (page) => expect(main(page).getByRole('form', { name: 'New rule' })).toBeVisible(),
  },
  'an item in the studio [BASE-013, STUDIO-020]': {
    // The first page that editors can open.
    path: (page) => itemPath(page, 'items of the studio', { query: { kind: 'page' } }),
    account: 'editor',
    show: (page) => expect(page.getByRole('heading', { level: 1 }).getByRole('textbox')).toBeVisible(),
  },
  'the health of the administration [BASE-013, OPS-003]': {
    path: '/admin',
    account: 'admin',
    show: (page) => expect(main(page).getByRole('list', { name: 'Systems' })).toBeVisible(),
  },
  'the jobs of the administration [BASE-013, OPS-006]': {
    path: '/admin/jobs',
    account: 'admin',
    show: (page) => expect(main(page).getByRole('combobox', { name: 'State' })).toBeVisible(),
  },
  'the undeliverable email of the administration [BASE-013, OPS-008]': {
    path: '/admin/mail',
    account: 'admin',
    show: showsHeading('Undeliverable email'),
  },
  'the maintenance page of the administration [BASE-013, OPS-010]': {
    path: '/admin/maintenance',
    account: 'admin',
    show: (page) => expect(main(page).getByRole('form', { name: 'Notice to everyone' })).toBeVisible(),
  },
  'the storage page of the administration [BASE-013, OPS-012]': {
    path: '/admin/storage',
    account: 'admin',
    show: (page) => expect(main(page).getByRole('definition').first()).toBeVisible(),
  },
  'the backups of the administration [BASE-013, OPS-229]': {
    path: '/admin/backups',
    account: 'admin',
    show: (page) => expect(main(page).getByRole('button', { name: 'Back up now' })).toBeVisible(),
  },
  'the proofs of the administration [BASE-013, PROOF-035]': {
    path: '/admin/proofs',
    account: 'admin',
    show: (page) => expect(main(page).getByRole('link', { name: 'Download as ZIP' })).toBeVisible(),
  },
  'the audit log of the administration [BASE-013, DESK-214]': {
    path: '/admin/audit',
    account: 'admin',
    show: async (page) => {
      await expect(main(page).getByRole('list', { name: 'Entries' })).toBeVisible();
      await expect(main(page).getByRole('region', { name: 'Chain' })).toContainText('The log has');
    },
  },
  'the rejections of the administration [BASE-013, OPS-013]': {
    path: '/admin/refusals',
    account: 'admin',
    show: (page) => expect(main(page).getByRole('combobox', { name: 'Kind' })).toBeVisible(),
  },
  'the people of the administration [BASE-013, OPS-015]': {
    path: '/admin/people',
    account: 'admin',
    show: (page) => expect(main(page).getByRole('table')).toBeVisible(),
  },
  'a person in the administration [BASE-013, DESK-141]': {
    path: async (page) => {
      await page.goto('/admin/people?text=keller');
      return (await main(page).getByRole('link', { name: 'Jonas Keller', exact: true }).getAttribute('href'))!;
    },
    account: 'admin',
    show: (page) => expect(main(page).getByRole('table', { name: 'What audiences know' })).toBeVisible(),
  },
  'the applications of the administration [BASE-013, DESK-120]': {
    path: '/admin/applications',
    account: 'admin',
    show: (page) => expect(main(page).getByRole('link', { name: 'Redtail' })).toBeVisible(),
  },
  'one application of the administration [BASE-013, DESK-122]': {
    path: '/admin/applications?application=Redtail',
    account: 'admin',
    show: (page) => expect(main(page).getByRole('listitem').first()).toBeVisible(),
  },
  'who may act for whom, in the administration [ACT-014, BASE-013]': {
    path: '/admin/delegates',
    account: 'admin',
    show: (page) => expect(main(page).getByRole('listitem').first()).toBeVisible(),
  },
  'the provisioning page of the administration [BASE-013, OPS-318]': {
    path: '/admin/provisioning',
    account: 'admin',
    show: (page) => expect(main(page).getByRole('definition').first()).toBeVisible(),
  },
  'the API tokens of the administration [BASE-013, OPS-321]': {
    path: '/admin/tokens',
    account: 'admin',
    show: (page) => expect(main(page).getByRole('form', { name: 'New token' })).toBeVisible(),
  },
  'the webhooks of the administration [BASE-013, OPS-337]': {
    path: '/admin/webhooks',
    account: 'admin',
    show: (page) => expect(main(page).getByRole('form', { name: 'New webhook' })).toBeVisible(),
  },
  'the settings of the administration [BASE-013, OPS-005]': {
    path: '/admin/settings',
    account: 'admin',
    show: (page) => expect(main(page).getByText('PRODUCT_NAME')).toBeVisible(),
  },
  'a task that is being edited [BASE-013]': {
    path: '/news',
    show: showTaskInEdit,
    leave: leaveTaskInEdit,
    account: 'corporate',
  },
  'an address without a page [BASE-013]': {
    path: '/no/such/page',
    show: (page) => expect(page.getByRole('link', { name: 'Take me home' })).toBeVisible(),
  },
  'the page about missing access [BASE-013]': { path: '/forbidden', show: showsTitle },
};

/** Opens the page with the right account, shows the state at each width, and calls `check`. */
export async function inState(
  { page, browser }: { page: Page; browser: Browser },
  { path, show, leave, account, devices = ['mobile', 'tablet', 'desktop'] }: PageState,
  check: (page: Page, device: Device) => Promise<void>,
): Promise<void> {
  const other = account && (await newPageAs(browser, account));
  const shown = other?.page ?? page;
  await shown.goto(typeof path === 'string' ? path : await path(shown));
  await onEveryDevice(shown, async (device) => {
    if (!devices.includes(device)) return;
    await show(shown, device);
    await check(shown, device);
    await leave?.(shown, device);
  });
  await other?.context.close();
}
