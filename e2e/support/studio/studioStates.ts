import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { askApi } from '../askApi.ts';
import type { Device } from '../accessibility.ts';
import { itemPath } from '../itemPath.ts';
import type { PageState } from '../pageStates.ts';
import { draftWith, frameOf, frames, insertMenu, picture } from './studio.ts';

/* States of the studio that no journey reaches, checked on every kind of device. */

const DIALOG = '[role=dialog]';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const words = oneOfEachKind.BodyText;

const draft = async (page: Page) => `/studio/${await draftWith(page.context(), { components: [words] })}`;

/** On devices smaller than a desktop, a panel is a sheet over the page. */
async function openPanel(page: Page, name: string | RegExp): Promise<void> {
  await expect(frames(page).first()).toBeVisible();
  await button(page, name).click();
}

/** Closes a dialog and the sheet that it may hide. */
async function leaveDialogs(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0, { timeout: 1000 });
  }).toPass();
}

const leaveSheet = (page: Page, device: Device) => (device === 'desktop' ? Promise.resolve() : leaveDialogs(page));

const panel = (name: string | RegExp, ready: (page: Page) => Promise<unknown>): PageState => ({
  path: draft,
  account: 'editor',
  show: async (page) => {
    await openPanel(page, name);
    await ready(page);
  },
  leave: leaveSheet,
});

const dialogState = (open: (page: Page) => Promise<unknown>): PageState => ({
  path: draft,
  account: 'editor',
  show: async (page) => {
    await open(page);
    await expect(dialog(page).last()).toBeVisible();
  },
  leave: leaveDialogs,
  within: DIALOG,
});

const firstPublishedPage = (page: Page) => itemPath(page, 'items of the studio', { query: { kind: 'page' } });

async function newRelease(page: Page): Promise<string> {
  const id = randomUUID();
  const data = { id, name: 'Spring pages', goesLiveAt: null };
  expect((await askApi(page.context(), '/api/v1/studio/releases', { method: 'POST', data })).ok()).toBe(true);
  return `/studio/releases/${id}`;
}

async function openLinkDialog(page: Page): Promise<void> {
  await frameOf(page, 'BodyText').getByRole('textbox').click();
  await page.keyboard.press('Control+k');
  await expect(dialog(page)).toBeVisible();
}

async function fillStorage(page: Page): Promise<void> {
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  await frameOf(page, 'BodyText').getByRole('textbox').click();
  await page.keyboard.type('More. ');
  await expect(page.getByText('This browser can’t keep a copy of unsaved changes.')).toBeVisible();
}

/** On devices smaller than a desktop, the item's fields are in a sheet. */
async function openSettings(page: Page): Promise<void> {
  await expect(frames(page).first()).toBeVisible();
  const audience = page.getByRole('group', { name: 'Audience' });
  if ((await audience.count()) === 0) await button(page, 'Settings').click();
  await expect(audience.getByText(/ of .* people$/)).toBeVisible();
}

async function addPicture(page: Page): Promise<void> {
  await openSettings(page);
  await button(page, 'Add a picture').first().click();
  await dialog(page).last().locator('input[type=file]').setInputFiles(picture);
  await expect(dialog(page).last().getByRole('textbox', { name: 'Alternative text' })).toBeVisible();
}

async function askWhy(page: Page): Promise<void> {
  await openSettings(page);
  await button(page, 'Why can or can’t someone see this?').click();
  const why = dialog(page).last();
  await why.getByRole('textbox', { name: 'Find a person', exact: true }).fill('Jimenez');
  await why.getByRole('list', { name: 'People found' }).getByRole('button').first().click();
  await expect(why.getByText('doesn’t see this item.')).toBeVisible();
}

const shows = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

export const studioStates: Record<string, PageState> = {
  'the rules of checks': {
    path: '/studio/checks',
    account: 'editor',
    show: (page) => expect(page.getByRole('main').getByRole('radio', { name: 'Block' }).first()).toBeVisible(),
  },
  releases: { path: '/studio/releases', account: 'editor', show: shows('Releases') },
  'a release without items': { path: newRelease, account: 'editor', show: shows('Spring pages') },
  redirects: { path: '/studio/redirects', account: 'editor', show: shows('Redirects') },
  'categories and departments': {
    path: '/studio/filing',
    account: 'editor',
    show: (page) => expect(button(page, /^Uses of /).first()).toBeVisible(),
  },
  'the library of pictures and files': {
    path: '/studio/media',
    account: 'editor',
    show: (page) =>
      expect(page.getByRole('list', { name: 'Pictures and files' }).getByRole('listitem').first()).toBeVisible(),
  },
  'the overview of the studio': {
    path: '/studio/overview',
    account: 'editor',
    show: async (page) => {
      await expect(page.getByRole('region', { name: /^Scheduled/ })).toBeVisible();
      await expect(page.getByRole('grid')).toBeVisible();
    },
  },
  handovers: { path: '/studio/owners', account: 'editor', show: shows('Handovers') },
  'the pinned answers of search': {
    path: '/studio/search',
    account: 'editor',
    show: (page) => expect(page.getByRole('heading', { name: 'History' })).toBeVisible(),
  },
  'insights into searches': {
    path: '/studio/insights',
    account: 'editor',
    show: (page) => expect(page.getByRole('heading', { name: 'Searches over time' })).toBeVisible(),
  },
  'readers of items': {
    path: '/studio/readership',
    account: 'editor',
    show: (page) => expect(page.getByText(/^Readers of all days:/).first()).toBeVisible(),
  },
  'readers of an item': {
    path: '/studio/readership',
    account: 'editor',
    show: async (page) => {
      const rows = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Readers of all days' });
      await rows.first().getByRole('link').click();
      await expect(page.getByRole('heading', { name: 'Readers by day' })).toBeVisible();
      await page.getByText('Show as a table').click();
    },
  },
  'what waits for an approver': {
    path: '/studio/waiting',
    account: 'approver',
    show: (page) => expect(page.getByRole('heading', { level: 1 })).toBeVisible(),
  },
  'an item with every kind of component': {
    path: async (page) => `/studio/${await draftWith(page.context(), { components: Object.values(oneOfEachKind) })}`,
    account: 'editor',
    show: (page) => expect(frames(page).nth(Object.keys(oneOfEachKind).length)).toBeAttached(),
  },
  'the publish dialog': dialogState(async (page) => {
    await button(page, 'Publish…').click();
    await page.getByRole('radio', { name: 'At a date and time' }).check();
  }),
  'the publish dialog with a release': dialogState(async (page) => {
    await button(page, 'Publish…').click();
    await page.getByRole('radio', { name: 'With a release' }).check();
  }),
  'the history with a comparison': {
    ...panel('History', async (page) => {
      await button(page, 'Compare with current draft').first().click();
      await expect(button(page, 'Restore this version')).toBeVisible();
    }),
    path: firstPublishedPage,
  },
  'the checks of an item': panel(/^Checks/, (page) =>
    expect(page.getByRole('heading', { name: 'Checks' })).toBeVisible(),
  ),
  'the comments of an item': panel(/^Comments/, (page) =>
    expect(page.getByRole('textbox', { name: /^Comment/ })).toBeVisible(),
  ),
  'the approval of an item': panel('Approval', (page) =>
    expect(page.getByRole('heading', { name: 'Approval' })).toBeVisible(),
  ),
  'the outline on a narrow screen': {
    ...panel('Outline', (page) => expect(dialog(page)).toBeVisible()),
    devices: ['mobile', 'tablet'],
  },
  'the dialog of a link': dialogState(openLinkDialog),
  'the choice of a link': dialogState(async (page) => {
    await openLinkDialog(page);
    await button(page, 'Choose…').click();
    await dialog(page).last().getByRole('textbox').fill('rollover');
    await expect(dialog(page).last().getByRole('listitem').first()).toBeVisible();
  }),
  'the choice of a picture': dialogState(async (page) => {
    await openSettings(page);
    await button(page, 'Add a picture').first().click();
  }),
  'the words for a picture': dialogState(addPicture),
  'the choice of a category': {
    path: draft,
    account: 'editor',
    show: async (page) => {
      await openSettings(page);
      await page.getByRole('combobox', { name: 'Categories' }).fill('a');
      await expect(page.getByRole('option').first()).toBeVisible();
    },
    leave: leaveSheet,
  },
  'the question before archiving': {
    // An item that no journey changes.
    path: '/studio?text=Plain%20words',
    account: 'editor',
    show: async (page) => {
      await button(page, 'Actions for “Plain words: what to write instead”').click();
      await page.getByRole('menuitem', { name: 'Archive…' }).click();
      await expect(dialog(page)).toBeVisible();
    },
    leave: leaveDialogs,
  },
  'the audience of an item': {
    path: draft,
    account: 'editor',
    show: openSettings,
    leave: leaveSheet,
  },
  'why someone sees an item': dialogState(askWhy),
  'the keys of the editor': dialogState((page) => openPanel(page, 'Keyboard shortcuts')),
  'the menu of components': {
    path: draft,
    account: 'editor',
    show: async (page) => {
      await page.locator('[data-insert-end]').last().click();
      await expect(insertMenu(page)).toBeFocused();
    },
    leave: leaveDialogs,
  },
  'find and replace': {
    path: draft,
    account: 'editor',
    show: async (page) => {
      await openPanel(page, 'Find and replace');
      await page
        .getByRole('searchbox')
        .or(page.getByRole('textbox', { name: /^Find/ }))
        .first()
        .fill('words');
    },
    leave: leaveDialogs,
  },
  'full storage': { path: draft, account: 'editor', show: fillStorage },
};
