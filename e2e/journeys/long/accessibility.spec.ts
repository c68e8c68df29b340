import { expect } from '@playwright/test';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { inState, pageStates } from '../../support/pageStates.ts';
import { enterPassword } from '../../support/signIn.ts';
import { test, testAsNobody } from '../../support/test.ts';

for (const [name, state] of Object.entries(pageStates)) {
  test(`on every device and in both themes accessible: ${name}`, async ({ page, browser }) => {
    test.slow();
    await inState({ page, browser }, state, (shown) =>
      expectAccessibleInBothThemes(shown, state.within === undefined ? {} : { within: state.within }),
    );
  });
}

testAsNobody(
  'on every device and in both themes accessible: the pages of the provider [BASE-013]',
  async ({ page }) => {
    testAsNobody.slow();
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));
    await enterPassword(page, 'hybrid');
    await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible();
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));
  },
);
