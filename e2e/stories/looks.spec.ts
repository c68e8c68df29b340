import { expect, storiesByTitle, storyTitles, test } from '../support/stories.ts';
import { expectGoodLooks, narrowLook, plainTitles } from '../support/storyLooks.ts';

test.use({ keepsGallery: true });

for (const title of plainTitles) {
  test(`${title} is accessible and fits on a phone`, async ({ page, baseURL, foreignRequests }) => {
    await expectGoodLooks(page, title, baseURL!, [narrowLook]);
    expect(foreignRequests).toEqual([]);
  });
}

test('the gallery has every story file', async ({ baseURL }) => {
  expect([...(await storiesByTitle(baseURL!)).keys()].toSorted()).toEqual(storyTitles.toSorted());
});
