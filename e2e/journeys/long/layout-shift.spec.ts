import { expectNoShift } from '../../support/layoutShift.ts';
import { test } from '../../support/test.ts';

const screens = {
  phone: { width: 412, height: 823, order: 'one' },
  tablet: { width: 820, height: 1180, order: 'other' },
  laptop: { width: 1350, height: 900, order: 'one' },
} as const;

for (const [device, screen] of Object.entries(screens)) {
  test(`nothing jumps while a page loads on a ${device} [FAST-001]`, async ({ page }) => {
    await expectNoShift(page, screen);
  });
}
