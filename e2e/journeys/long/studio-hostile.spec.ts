import { hostileHtml } from '@portico/testing/hostileHtml';
import { hostileMarkup, hostileTexts } from '@portico/testing/hostileTexts';
import { expectInert, watchStrangers } from '../../support/inert.ts';
import { openAs } from '../../support/signIn.ts';
import { draftWith, expectSaved, frames } from '../../support/studio.ts';
import { expect, test } from '../../support/test.ts';

test('hostile markup that is pasted into an item leaves words [STUDIO-076, STUDIO-213, X1, H3]', async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { context, page } = await openAs(browser, 'editor', '/studio');
  const strangers = watchStrangers(page);
  const id = await draftWith(context, { components: [{ id: 'first', type: 'Header', level: 2, text: 'Before' }] });
  await page.goto(`/studio/${id}`);
  await expect(frames(page)).toHaveCount(1);
  await frames(page).first().focus();
  await page.evaluate(
    (samples) => {
      for (const html of samples) {
        const data = new DataTransfer();
        data.setData('text/html', html);
        const target = document.activeElement ?? document.body;
        target.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
      }
    },
    [...hostileMarkup, ...hostileHtml, ...hostileTexts],
  );
  await expectSaved(page);
  expect(await frames(page).count()).toBeGreaterThan(10);
  await expectInert(page, strangers);
  await page.reload();
  await expect(frames(page).nth(10)).toBeAttached();
  await expectInert(page, strangers);
  await context.close();
});
