import { expect, test } from '../../support/stories.ts';
import { expectGoodLooks, wideLook, plainTitles } from '../../support/storyLooks.ts';

test.use({ keepsGallery: true });

for (const title of plainTitles) {
  test(`${title} is accessible and fits on a laptop in the dark`, async ({ page, baseURL, foreignRequests }) => {
    await expectGoodLooks(page, title, baseURL!, [wideLook]);
    expect(foreignRequests).toEqual([]);
  });
}
