import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { setRegistration } from '@portico/contracts/events';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { askApi } from '../../support/askApi.ts';
import { ports } from '../../support/ports.ts';
import { openAs } from '../../support/signIn.ts';
import { inDatabase, publishItem } from '../../support/studio/drafts.ts';
import { test } from '../../support/test.ts';
import { saveRule, storedAudience } from '@portico/server/visibility/audienceRules';

const READER = 'insurance';
const main = (page: Page) => page.getByRole('main');

/** Replaces the text of a field with the keyboard. */
async function fill(page: Page, name: string, text: string): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true });
  await field.focus();
  await field.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

test('with the keyboard alone, an administrator says what a license needs, an organizer checks a reader in, and the reader sees what is still missing, and gets a certificate that can be checked [CREDIT-001, CREDIT-008, CREDIT-010, CREDIT-020, CREDIT-030, CREDIT-031, CREDIT-042, CREDIT-045, CREDIT-069]', async ({
  browser,
}) => {
  const program = `Journey CE ${Date.now()}`;
  const title = `Credits journey: ethics evening ${Date.now()}`;
  const start = Date.now() + DAY_MS;
  const eventId = await publishItem(
    'event',
    {
      header: title,
      startsAt: new Date(start).toISOString(),
      endsAt: new Date(start + HOUR_MS).toISOString(),
      locationType: 'InPerson',
      location: 'Hall 2',
      registration: {},
      credits: [{ program, state: 'NC', subject: 'Ethics', hours: '1.5' }],
    },
    { port: ports.code },
  );

  const editor = await openAs(browser, 'editor', '/studio/credits?view=needs');
  await main(editor.page).getByRole('button', { name: 'Add a line…' }).press('Enter');
  const dialog = editor.page.getByRole('dialog', { name: 'New line' });
  await expect(dialog).toBeVisible();
  await expectAccessibleInBothThemes(editor.page, { within: '[role="dialog"]' });
  await fill(editor.page, 'Program', program);
  await fill(editor.page, 'State, if any', 'NC');
  await fill(editor.page, 'Hours', '3');
  await fill(editor.page, 'First year', '2199');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(
    main(editor.page)
      .getByRole('listitem')
      .filter({ hasText: `${program} (NC)` }),
  ).toContainText('with reminders');
  // From now on, and only for the reader of this journey, so that no other journey sees more to do.
  await inDatabase(async (db) => {
    const { id } = await db
      .selectFrom('users')
      .select('id')
      .where('email', '=', `${READER}@portico.test`)
      .executeTakeFirstOrThrow();
    const audience = { audience: [], audienceRule: { include: { person: [id] }, exclude: {} } };
    await saveRule(db, audience);
    await db
      .updateTable('credit_needs')
      .set({ audience: storedAudience(audience), first_year: 2000, reminders: null })
      .where('program', '=', program)
      .execute();
  });

  const reader = await openAs(browser, READER, '/duties');
  await askApi(reader.context, setRegistration.path.replace(':eventId', eventId), {
    method: 'PUT',
    data: { registrationStatus: 'Registered' },
  });
  await expect(main(reader.page).getByText('3 of 3 hours are missing.')).toBeVisible();

  await editor.page.goto(`/studio/events/${eventId}/check-in`);
  await main(editor.page).getByRole('listitem').getByRole('button', { pressed: false }).first().press('Enter');
  await expect(main(editor.page).getByText('1 of 1 are here')).toBeVisible();

  await expect(main(reader.page).getByText('1.5 of 3 hours are missing.')).toBeVisible();
  await main(reader.page)
    .getByRole('link', { name: `Credits: ${program} (NC)` })
    .focus();
  await reader.page.keyboard.press('Enter');
  await expect(reader.page).toHaveURL(/\/duties\/credits$/);
  await expect(main(reader.page).getByText('1.5 h missing')).toBeVisible();
  await expect(main(reader.page).getByRole('link', { name: title })).toBeVisible();
  const certificate = reader.page.waitForEvent('download');
  await main(reader.page)
    .getByRole('button', { name: `Certificate for ${title} (PDF)` })
    .press('Enter');
  const certificateFile = await certificate;
  expect((await readFile(await certificateFile.path())).subarray(0, 8).toString()).toBe('%PDF-1.7');
  const [number] = /[0-9A-F]{4}(?:-[0-9A-F]{4}){3}/.exec(certificateFile.suggestedFilename())!;
  await onEveryDevice(reader.page, () => expectAccessibleInBothThemes(reader.page, { within: 'main' }));
  await reader.context.close();

  await editor.page.goto(`/studio/credits?text=${encodeURIComponent(`${READER}@portico.test`)}&state=Missing`);
  await expect(main(editor.page).getByText(new RegExp(`${program} \\(NC\\) · 1\\.5 of 3 h`))).toBeVisible();
  await onEveryDevice(editor.page, () => expectAccessibleInBothThemes(editor.page, { within: 'main' }));
  const download = editor.page.waitForEvent('download');
  await main(editor.page).getByRole('button', { name: 'More actions' }).press('Enter');
  await editor.page.getByRole('menuitem', { name: 'Download CSV' }).press('Enter');
  expect(await readFile(await (await download).path(), 'utf8')).toContain(`${program},NC`);

  await editor.page.goto('/studio/credits?view=certificates');
  await fill(editor.page, 'Number', number.replaceAll('-', ' ').toLowerCase());
  await editor.page.keyboard.press('Enter');
  await expect(main(editor.page).getByRole('heading', { name: 'This certificate holds' })).toBeVisible();
  await expect(main(editor.page).getByText(title)).toBeVisible();
  await onEveryDevice(editor.page, () => expectAccessibleInBothThemes(editor.page, { within: 'main' }));

  await editor.page.goto('/studio/credits?view=needs');
  await main(editor.page)
    .getByRole('button', { name: `Remove ${program} (NC)` })
    .press('Enter');
  await editor.page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter');
  await expect(main(editor.page).getByText(`${program} (NC)`)).toHaveCount(0);
  await editor.context.close();
});
