import { expect, type Page } from '@playwright/test';
import { MINUTE_MS } from '@portico/contracts/durations';
import { openAs } from '../../support/signIn.ts';
import { expectSaved, publishNow, readerPath, startNews } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

/**
 * Maximum time from the response to the editor, or from the publication date, to the change on a reader's open page.
 */
const MAX_MS = 1000;

/** The time, by this machine's clock, at which the open page shows a title. */
const shownAt = (page: Page, title: string) =>
  page.waitForFunction((words) => document.querySelector('h1')?.textContent === words && Date.now(), title, {
    polling: 50,
    timeout: 3 * MINUTE_MS,
  });

test('a reader with an open item sees a new version within a second of its publication or its date [STUDIO-021, STUDIO-053]', async ({
  browser,
}) => {
  test.setTimeout(5 * MINUTE_MS);
  const { context, page } = await openAs(browser, 'editor', '/studio');
  const title = page.getByRole('textbox', { name: 'Title', exact: true });
  const path = await startNews(page, 'Payroll, first version');
  await expectSaved(page);
  await publishNow(page);
  const reader = await openAs(browser, 'corporate', readerPath(path));
  await expect(reader.page.getByRole('heading', { level: 1, name: 'Payroll, first version' })).toBeVisible();

  await title.fill('Payroll, second version');
  await expectSaved(page);
  const second = shownAt(reader.page, 'Payroll, second version');
  const answer = page.waitForResponse((response) => response.url().endsWith('/publish'));
  await publishNow(page);
  await (await answer).finished();
  const published = Date.now();
  const delay = ((await (await second).jsonValue()) as number) - published;
  expect(delay, 'milliseconds after publishing').toBeLessThan(MAX_MS);

  await title.fill('Payroll, third version');
  await expectSaved(page);
  // The field's unit is minutes; the first minute that leaves 20 s to fill it in.
  const date = Math.ceil((Date.now() + 20_000) / MINUTE_MS) * MINUTE_MS;
  const third = shownAt(reader.page, 'Payroll, third version');
  await page.getByRole('button', { name: 'Publish…' }).click();
  await page.getByRole('radio', { name: 'At a date and time' }).check();
  const local = await page.evaluate(
    (at) => new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16),
    date,
  );
  await page.getByLabel('Goes live').fill(local);
  await page.getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(page.getByText(/^Version 3 goes live/)).toBeVisible();
  const late = ((await (await third).jsonValue()) as number) - date;
  expect(late, 'not before its date').toBeGreaterThanOrEqual(0);
  expect(late, 'milliseconds after its date').toBeLessThan(MAX_MS);
  await context.close();
  await reader.context.close();
});
