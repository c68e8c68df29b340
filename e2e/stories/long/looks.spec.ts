import { expect, test } from '../../support/stories.ts';
import { expectGoodLooks, narrowLook, plainTitles, wideLook } from '../../support/storyLooks.ts';

test.use({ keepsGallery: true });

const looks = { 'on a phone': narrowLook, 'on a laptop in the dark': wideLook };

for (const title of plainTitles)
  for (const [where, look] of Object.entries(looks))
    test(`${title} is accessible and fits ${where}`, async ({ page, baseURL, foreignRequests }) => {
      await expectGoodLooks(page, title, baseURL!, [look]);
      expect(foreignRequests).toEqual([]);
    });
