import { expect, type Locator, type Page } from '@playwright/test';
import { addFailedJob as addJob } from '@portico/server/testing/processes/failedJob';
import { expectAccessible, expectNoSidewaysScroll, onEveryDevice } from './accessibility.ts';
import { ports } from './ports.ts';
import { inDatabase } from './studio/drafts.ts';

/** Expects that at each width the page breaks no rule of axe and does not scroll sideways. */
export const expectAccessibleOnEveryDevice = (page: Page): Promise<void> =>
  onEveryDevice(page, async () => {
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  });

/** Presses a button using only the keyboard. */
export async function pressByKeyboard(button: Locator): Promise<void> {
  await button.focus();
  await button.press('Enter');
}

/** Confirms the open dialog using only the keyboard. */
export async function confirmByKeyboard(page: Page, title: string, action: string): Promise<void> {
  const button = page.getByRole('dialog', { name: title }).getByRole('button', { name: action, exact: true });
  await expect(button).toBeVisible();
  const isFocused = () => button.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 4 && !(await isFocused()); presses += 1) await page.keyboard.press('Tab');
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Entries of the audit log about an object, oldest first, with who did it. */
export const auditOf = (objectId: string, port: number = ports.code): Promise<string[]> =>
  inDatabase(async (db) => {
    const rows = await db
      .selectFrom('audit_log')
      .leftJoin('users', 'users.id', 'audit_log.actor_id')
      .select(['action', 'email'])
      .where('object_id', '=', objectId)
      .orderBy('audit_log.id')
      .execute();
    return rows.map(({ action, email }) => `${action} by ${email}`);
  }, port);

/** Adds a job without attempts left that would find nothing to do if it ran again. Returns its id. */
export const addFailedJob = (problem: string, port: number = ports.code): Promise<string> =>
  inDatabase((db) => addJob(db, problem), port);

export const isQueued = (jobId: string): Promise<boolean> =>
  inDatabase(async (db) => {
    const job = await db
      .selectFrom('graphile_worker._private_jobs')
      .select('id')
      .where('id', '=', jobId)
      .executeTakeFirst();
    return job !== undefined;
  });
