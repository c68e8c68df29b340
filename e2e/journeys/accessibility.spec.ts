import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../support/accessibility.ts';
import { inState, pageStates } from '../support/pageStates.ts';
import { test, testAsNobody } from '../support/test.ts';

/* On a phone in the light theme, where most goes wrong; `long/accessibility.spec.ts` checks the rest. */

for (const [name, state] of Object.entries(pageStates)) {
  test(`accessible on a phone: ${name}`, async ({ page, browser }) => {
    await page.setViewportSize({ width: 390, height: 900 });
    await inState({ page, browser }, { ...state, devices: ['mobile'] }, async (shown) => {
      await expectAccessible(shown, state.within === undefined ? {} : { within: state.within });
      await expectNoSidewaysScroll(shown);
    });
  });
}

testAsNobody('accessible on a phone: the first page of the provider [BASE-013]', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});
