import { expect, type BrowserContext, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { askApi } from '../../support/askApi.ts';
import { expireTokens } from '../../support/expiredTokens.ts';
import { endSession } from '../../support/studio/sessionEnd.ts';
import { enterAccount, openAs } from '../../support/signIn.ts';
import { expectSaved, frames, insertByKeyboard, startNews } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

const text = (page: Page, index: number) => frames(page).nth(index).getByRole('textbox').first();

interface End {
  what: string;
  /** Ends the session of this browser. The page notices with its next call, or by its clock. */
  end: (context: BrowserContext) => Promise<void>;
  /** Goes from the page that the browser then shows to the provider's sign-in. */
  continueToSignIn: (page: Page) => Promise<void>;
  dialogs: string[];
}

const ends: End[] = [
  {
    dialogs: [],
    what: 'ends by the clock and the provider does not renew it',
    end: (context) => endSession(context, 3),
    continueToSignIn: (page) => expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible(),
  },
  {
    dialogs: ['beforeunload'],
    what: 'is rejected by the server',
    end: expireTokens,
    continueToSignIn: async (page) => {
      await expect(page.getByRole('heading', { name: 'Your session has ended' })).toBeVisible();
      await expectAccessibleInBothThemes(page);
      await page.getByRole('button', { name: 'Sign in again' }).click();
    },
  },
];

for (const { what, end, continueToSignIn, dialogs } of ends)
  test(
    `an editor whose session ${what} while typing finds every word saved after signing in again [STUDIO-251]`,
    { tag: '@long' },
    async ({ browser }) => {
      test.slow();
      const { context, page } = await openAs(browser, 'author', '/studio');
      const path = await startNews(page, 'Written at the end of the day');
      for (const words of ['Saved before.', 'Also saved before.']) {
        await insertByKeyboard(page, 'paragraphs');
        await page.keyboard.type(words);
      }
      await expectSaved(page);
      // From now on, the server receives nothing that is typed.
      await page.route('**/changes', (route) => route.abort());
      await text(page, 0).fill('Typed while the session ended.');
      await insertByKeyboard(page, 'title over');
      await page.keyboard.type('A new heading');
      await expect(page.getByText('Offline. Your changes are kept in this browser.')).toBeVisible();
      const asked: string[] = [];
      page.on('dialog', (dialog) => {
        asked.push(dialog.type());
        void dialog.accept();
      });
      await end(context);
      await page.unroute('**/changes');
      await continueToSignIn(page);
      // The page asks whether to leave only if it cannot know that signing in again restores everything.
      expect(asked).toEqual(dialogs);
      await enterAccount(page, 'author');

      await expect(page).toHaveURL(path);
      await expect(text(page, 0)).toHaveText('Typed while the session ended.');
      await expect(text(page, 1)).toHaveText('Also saved before.');
      await expect(text(page, 2)).toHaveText('A new heading');
      await expectSaved(page);
      await expectAccessibleInBothThemes(page);
      const stored = await askApi(context, path.replace('/studio/', '/api/v1/studio/items/'));
      const draft = await stored.text();
      for (const words of ['Typed while the session ended.', 'A new heading']) expect(draft).toContain(words);
      await context.close();
    },
  );
