import { expect, test } from '../../support/stories.ts';
import { expectGoodLooks, otherLooks, plainTitles } from '../../support/storyLooks.ts';

for (const title of plainTitles) {
  test(`${title} is accessible and fits on a tablet, and wide in the dark`, async ({
    page,
    baseURL,
    foreignRequests,
  }) => {
    await expectGoodLooks(page, title, baseURL!, otherLooks);
    expect(foreignRequests).toEqual([]);
  });
}
