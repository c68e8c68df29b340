import { expect, type Page } from '@playwright/test';
import { adminPagePaths } from '@portico/contracts/admin/paths';
import { Health, type PartHealth } from '@portico/contracts/admin/health';
import { fileSizeLabel } from '@portico/ui/fileSizeLabel';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { addFailedJob, expectAccessibleOnEveryDevice } from '../../support/administration.ts';
import { ports } from '../../support/ports.ts';
import { openAs, signInToEmptyPortal } from '../../support/signIn.ts';
import { inDatabase } from '../../support/studio/drafts.ts';
import { uploadDocument } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';
import { expectRetryWorks, fail } from '../../support/unreliableConnection.ts';

const storedDocuments = () =>
  inDatabase(async (db) => {
    const { count, bytes } = await db
      .selectFrom('files')
      .select(({ fn }) => [fn.countAll<string>().as('count'), fn.sum<string | null>('bytes').as('bytes')])
      .executeTakeFirstOrThrow();
    return { count: Number(count), bytes: Number(bytes) };
  });

test(
  'the storage page counts a file that was just uploaded; the settings page can be searched and hides secrets [OPS-397]',
  { tag: '@long' },
  async ({ browser }) => {
    const before = await storedDocuments();
    const editor = await openAs(browser, 'editor', '/studio');
    await uploadDocument(editor.context, { name: 'counted.txt', bytes: Buffer.from(`Counted ${Date.now()}`) });
    await editor.context.close();
    const { page, context } = await openAs(browser, 'admin', '/admin/storage');
    const documents = page.getByRole('main').locator('dl > div').filter({ hasText: 'Documents' }).first();
    // Other journeys upload files at the same time.
    await expect(async () => {
      await page.reload();
      const { count, bytes } = await storedDocuments();
      expect(count).toBeGreaterThan(before.count);
      await expect(documents).toContainText(`${count} files, ${fileSizeLabel(bytes)}`, { timeout: 10_000 });
    }).toPass();
    await expectAccessibleOnEveryDevice(page);

    const answered = page.waitForResponse('**/api/v1/admin/settings');
    await page.goto('/admin/settings');
    const { items } = (await (await answered).json()) as {
      items: { name: string; isSecret: boolean; value: string | null }[];
    };
    const secrets = items.filter(({ isSecret }) => isSecret);
    expect(secrets.map(({ name }) => name)).toEqual(expect.arrayContaining(['DATABASE_URL', 'METRICS_TOKEN']));
    for (const { name, value } of secrets) expect(value, name).toBeNull();
    const list = page.getByRole('list', { name: 'Current settings' });
    await page.getByRole('searchbox', { name: 'Find settings' }).fill('WEBHOOK_NETWORKS');
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(list).toContainText('127.0.0.1');
    await page.getByRole('switch', { name: 'Only settings changed from the default' }).press('Space');
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await page.getByRole('searchbox', { name: 'Find settings' }).fill('no setting of this name');
    await expect(page.getByRole('heading', { name: 'No settings match' })).toBeVisible();
    await expectAccessibleOnEveryDevice(page);
    await context.close();
  },
);

test(
  'each page of the administration says if it could not be loaded, and “Try again” loads it [OPS-398]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { page, context } = await openAs(browser, 'admin', '/');
    for (const path of adminPagePaths) {
      await test.step(path, async () => {
        await fail(page, /\/api\/v1\/(?:admin|maintenance)/);
        await page.goto(path);
        await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
        if (path === '/admin/jobs') await onEveryDevice(page, () => expectAccessibleInBothThemes(page));
        await expectRetryWorks(page, () => page.unrouteAll({ behavior: 'wait' }));
      });
    }
    await context.close();
  },
);

/** Health of parts that a journey cannot break without breaking other journeys, as the server would report it. */
const simulatedFailures: PartHealth[] = [
  { part: 'workers', state: 'down', finding: 'workersSilent', count: 0, seenAt: '2026-11-20T12:00:00Z' },
  { part: 'replicas', state: 'degraded', finding: 'replicasLeftOut', count: 1, seenAt: null },
  { part: 'mail', state: 'down', finding: 'mailSilent', count: null, seenAt: null },
  { part: 'identity', state: 'down', finding: 'identityMissing', count: null, seenAt: null },
  { part: 'files', state: 'down', finding: 'filesDown', count: null, seenAt: null },
  { part: 'push', state: 'degraded', finding: 'brokerLost', count: null, seenAt: null },
  { part: 'scanner', state: 'down', finding: 'scannerDown', count: null, seenAt: null },
];

const simulateFailures = (page: Page) =>
  page.route('**/api/v1/admin/health', async (route) => {
    const health = Health.parse(await (await route.fetch()).json());
    const own = health.parts.filter(({ part }) => !simulatedFailures.some((broken) => broken.part === part));
    await route.fulfill({ json: { ...health, parts: [...simulatedFailures, ...own] } });
  });

/** Adds a webhook whose receiver is gone, an overdue backup, and a failed job to the empty portal. */
async function breakEmptyPortal(): Promise<void> {
  await addFailedJob('the file is damaged', ports.implicit);
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  await inDatabase(async (db) => {
    const { id } = await db.selectFrom('users').select('id').executeTakeFirstOrThrow();
    await db
      .insertInto('webhooks')
      .values({
        name: 'Public website',
        url: 'http://127.0.0.1:1/hooks',
        events: ['item.published'],
        secret: 'whsec_test',
        created_by: id,
        created_at: daysAgo(2),
        failing_since: daysAgo(1),
      })
      .execute();
    await db
      .insertInto('backup_runs')
      .values([
        { kind: 'backup', state: 'succeeded', started_at: daysAgo(9), finished_at: daysAgo(9), taken_at: daysAgo(9) },
        {
          kind: 'backup',
          state: 'failed',
          started_at: daysAgo(1),
          finished_at: daysAgo(1),
          problem: 'The disk is full.',
        },
      ])
      .execute();
  }, ports.implicit);
}

test(
  'the health page describes each failure and links to the page that fixes it, at every width and in both themes [OPS-399]',
  { tag: '@long' },
  async ({ browser }) => {
    test.slow();
    const { page, context } = await signInToEmptyPortal(browser, 'admin');
    await breakEmptyPortal();
    await simulateFailures(page);
    await page.goto('/admin');
    const part = (name: string) =>
      page.getByRole('list', { name: 'Systems' }).getByRole('listitem').filter({ hasText: name }).first();
    // One more where the portal runs on the Node of npm, which is only for trials.
    await expect(page.getByRole('main').getByRole('status').first()).toHaveText(/^1[01] systems need attention\.$/);
    await expect(part('Workers')).toContainText('No worker is running');
    await expect(part('Webhooks')).toContainText('The receiver of one webhook is rejecting deliveries.');
    await expect(part('Backups')).toContainText('The last backup failed.');
    await expect(part('Job queue')).toContainText(/run out of attempts/);
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));
    for (const [name, link, shows] of [
      ['Job queue', 'Jobs', 'the file is damaged'],
      ['Backups', 'Backups', 'The disk is full.'],
      ['Webhooks', 'Webhooks', 'http://127.0.0.1:1/hooks'],
    ] as const) {
      await page.goto('/admin');
      await part(name).getByRole('link', { name: link }).press('Enter');
      await expect(page.getByRole('main')).toContainText(shows);
      await onEveryDevice(page, () => expectAccessibleInBothThemes(page));
    }
    await context.close();
  },
);
