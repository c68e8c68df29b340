import { randomBytes } from 'node:crypto';
import { expect } from '@playwright/test';
import { DAY_MS } from '@portico/contracts/durations';
import {
  auditOf,
  confirmByKeyboard,
  expectAccessibleOnEveryDevice,
  pressByKeyboard,
} from '../../support/administration.ts';
import { ports } from '../../support/ports.ts';
import { expectAccessibleInBothThemes, expectNoSidewaysScroll, widths } from '../../support/accessibility.ts';
import { openAs, signInToEmptyPortal } from '../../support/signIn.ts';
import { inDatabase } from '../../support/studio/drafts.ts';
import { test } from '../../support/test.ts';

/** Adds a browser that this person chose to remember a week ago. Returns the person's id. */
const rememberBrowserOf = (email: string): Promise<string> =>
  inDatabase(async (db) => {
    const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow();
    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
    await db
      .insertInto('remembered_browsers')
      .values({ user_id: id, secret_hash: randomBytes(32), rotated_at: inDays(-7), expires_at: inDays(23) })
      .execute();
    return id;
  }, ports.implicit);

test(
  'an administrator forgets a person’s browser and ends their sessions, and their next call signs them out [OPS-396]',
  { tag: '@long' },
  async ({ browser }) => {
    // In the first portal, this would end the sessions of other journeys.
    const person = await signInToEmptyPortal(browser, 'nla');
    const { page, context } = await signInToEmptyPortal(browser, 'admin');
    const userId = await rememberBrowserOf('nla@portico.test');
    await page.goto('/admin/people');
    await page.getByRole('searchbox', { name: 'Find people by name or email' }).fill('whitf');
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Gracie Whitfield' });
    await expect(page.getByText('1 person', { exact: true })).toBeVisible();
    await expect(row).toContainText('Remembered browser, last used');
    await expectAccessibleOnEveryDevice(page);

    await pressByKeyboard(row.getByRole('button', { name: 'Forget browser of Gracie Whitfield' }));
    await confirmByKeyboard(page, 'Forget this browser?', 'Forget browser');
    await expect(row).toContainText('No remembered browser');
    await person.page.goto('/news');
    await expect(person.page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
    // An open page could notice first and go to the sign-out page while the next one loads.
    await person.page.goto('about:blank');

    await pressByKeyboard(row.getByRole('button', { name: 'End sessions of Gracie Whitfield' }));
    await confirmByKeyboard(page, 'End all sessions?', 'End sessions');
    await expect(row).toContainText('Sessions ended');
    await person.page.goto('/events', { waitUntil: 'commit' });
    await expect(person.page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
    const administrator = 'by admin@portico.test';
    // Other journeys change this person's applications.
    const ofSessions = (entry: string) => /^(?:browser|user)\./.test(entry) && entry.endsWith(administrator);
    expect((await auditOf(userId, ports.implicit)).filter(ofSessions)).toEqual([
      `browser.revoked ${administrator}`,
      `user.sessions-ended ${administrator}`,
    ]);

    await page.getByRole('searchbox', { name: 'Find people by name or email' }).fill('nobody of that name');
    await expect(page.getByRole('heading', { name: 'No one matches' })).toBeVisible();
    for (const one of [person.context, context]) await one.close();
  },
);

test(
  'an administrator finds a person, disables their account with a reason, which ends their session, and enables it [DESK-142]',
  { tag: '@long' },
  async ({ browser }) => {
    const person = await signInToEmptyPortal(browser, 'reg65');
    const { page, context } = await signInToEmptyPortal(browser, 'admin');
    await person.page.goto('/news');
    await expect(person.page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
    // An open page could notice first and go to the sign-out page while the next one loads.
    await person.page.goto('about:blank');
    await page.goto('/admin/people?advisorType=LicensedAssistantReg65');
    await page.getByRole('searchbox', { name: 'Find people by name or email' }).fill('reg65');
    await page.getByRole('combobox', { name: 'Account' }).selectOption('Active accounts');
    const found = page.getByRole('main').locator('a[href^="/admin/people?person="]');
    await expect(page.getByText('1 person', { exact: true })).toBeVisible();
    await pressByKeyboard(found);
    const disable = page.getByRole('button', { name: /^Disable account of / });
    await expect(disable).toBeVisible();
    await expect(page.getByRole('row', { name: /Advisor type .* Sign-in/ })).toBeVisible();
    await expectAccessibleOnEveryDevice(page);

    await pressByKeyboard(disable);
    const dialog = page.getByRole('dialog', { name: 'Disable this account?' });
    await dialog.getByRole('textbox', { name: 'Reason' }).press('L');
    await page.keyboard.type('eft the firm');
    await confirmByKeyboard(page, 'Disable this account?', 'Disable account');
    await expect(page.getByText(/^Disabled .*: Left the firm$/)).toBeVisible();
    await person.page.goto('/events', { waitUntil: 'commit' });
    await expect(person.page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();

    await pressByKeyboard(page.getByRole('button', { name: /^Enable account of / }));
    await page
      .getByRole('dialog', { name: 'Enable this account?' })
      .getByRole('textbox', { name: 'Reason' })
      .press('B');
    await page.keyboard.type('ack');
    await confirmByKeyboard(page, 'Enable this account?', 'Enable account');
    await expect(disable).toBeVisible();
    for (const one of [person.context, context]) await one.close();
  },
);

test(
  'with the keyboard alone, an administrator sees the portal as a person, marked on every page, and stops [DESK-148]',
  { tag: '@long' },
  async ({ browser }) => {
    const { page, context } = await openAs(browser, 'admin', '/admin/people?text=hybrid');
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'hybrid@portico.test' });
    await pressByKeyboard(row.locator('a[href^="/admin/people?person="]'));
    const begin = page.getByRole('button', { name: 'See the portal as they do' });
    await expect(begin).toBeVisible();
    const name = (await page.locator('#person-name').textContent())!;
    const personId = new URL(page.url()).searchParams.get('person')!;
    await pressByKeyboard(begin);
    const title = `See the portal as ${name} does?`;
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByRole('textbox', { name: 'Reason' }).press('A');
    await page.keyboard.type('n item is missing');
    await confirmByKeyboard(page, title, 'Begin');

    const banner = page.getByRole('region', { name: 'Seeing the portal as somebody else' });
    await expect(banner).toContainText(`You see the portal as ${name} does, and can’t change anything.`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Administration' })).toHaveCount(0);
    for (const width of Object.values(widths)) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/news');
      await expect(page.getByRole('heading', { level: 1, name: 'News' })).toBeVisible();
      await expect(banner).toContainText(`You see the portal as ${name} does`);
      await expect(banner).toBeInViewport({ ratio: 1 });
      await expectNoSidewaysScroll(page);
    }
    // The pages of a list cover the end of some link.
    await page.goto('/support');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessibleInBothThemes(page);

    await pressByKeyboard(banner.getByRole('button', { name: 'Stop' }));
    await expect(page).toHaveURL(new RegExp(`/admin/people\\?person=${personId}$`));
    await expect(begin).toBeVisible();
    await expect(banner).toHaveCount(0);
    await expect
      .poll(() => auditOf(personId))
      .toEqual(
        expect.arrayContaining(['viewing.started by admin@portico.test', 'viewing.ended by admin@portico.test']),
      );
    await context.close();
  },
);
