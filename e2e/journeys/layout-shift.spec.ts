import { expectNoShift } from '../support/layoutShift.ts';
import { test } from '../support/test.ts';

test('nothing jumps while a page loads on a phone [FAST-001]', async ({ page }) => {
  test.setTimeout(300_000);
  await expectNoShift(page, { width: 412, height: 823 });
});
