import { expect } from '@playwright/test';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { inState, pageStates } from '../../support/pageStates.ts';
import { studioStates } from '../../support/studio/studioStates.ts';
import { enterPassword } from '../../support/signIn.ts';
import { test, testAsNobody } from '../../support/test.ts';

for (const [name, state] of Object.entries(pageStates)) {
  test(`accessible on every device and in both themes: ${name}`, async ({ page, browser }) => {
    test.slow();
    const scope = state.within === undefined ? {} : { within: state.within };
    await inState({ page, browser }, state, (shown) => expectAccessibleInBothThemes(shown, scope));
  });
}

for (const [name, state] of Object.entries(studioStates)) {
  test(`accessible in the studio on a phone and in both themes: ${name} [STUDIO-020]`, async ({ page, browser }) => {
    test.slow();
    const scope = state.within === undefined ? {} : { within: state.within };
    // Only on the narrowest screen; journeys check the studio on a laptop.
    await inState({ page, browser }, { ...state, devices: ['mobile'] }, (shown) =>
      expectAccessibleInBothThemes(shown, scope),
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
