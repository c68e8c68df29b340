import type { Page } from '@playwright/test';
import { expect, openStory, storiesByTitle, storyTitles, test } from '../support/stories.ts';

const open = (page: Page, block: string, story: string, hash = '') => openStory(page, `Content/${block}`, story, hash);

test.describe('expandable sections', () => {
  const found = (page: Page) => page.locator('p', { hasText: 'Pelican: a word to be found inside.' });
  /** `hidden="until-found"` keeps a box on the page for the browser's search, so `toBeVisible` would not do. */
  const isShown = (page: Page) => expect.poll(() => found(page).evaluate((element) => element.checkVisibility()));

  test('open if the address has an anchor inside them, at every level [COMP-018]', async ({ page }) => {
    await open(page, 'ExpandCollapse', 'nested', '#innermost');
    await expect(found(page)).toBeInViewport();
    for (const name of ['Accounts', 'Inherited accounts', 'Spouses'])
      await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-expanded', 'true');
    await open(page, 'ExpandCollapse', 'nested', '#section-a-header-inside');
    await expect(page.getByRole('heading', { name: 'A header inside' })).toBeInViewport();
    await isShown(page).toBe(false);
  });

  test('open on a link to them, again if the link is pressed after they were closed', async ({ page }) => {
    await open(page, 'ExpandCollapse', 'nested');
    await isShown(page).toBe(false);
    for (let press = 0; press < 2; press += 1) {
      await page.getByRole('link', { name: 'Go to the innermost part' }).click();
      await isShown(page).toBe(true);
      await page.getByRole('button', { name: 'Accounts', exact: true }).click();
      await isShown(page).toBe(false);
    }
  });

  test('have a heading with a button that works by keyboard', async ({ page }) => {
    await open(page, 'ExpandCollapse', 'questions');
    const button = page.getByRole('heading', { level: 3, name: 'Who must take one?' }).getByRole('button');
    await button.focus();
    await page.keyboard.press('Space');
    await expect(button).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Enter');
    await expect(button).toHaveAttribute('aria-expanded', 'false');
  });

  test('open when the browser’s search finds a match inside them', async ({ page }) => {
    await open(page, 'ExpandCollapse', 'nested');
    await isShown(page).toBe(false);
    // Tests cannot type into Chromium's search bar; this is the event that it sends before it shows a match.
    await page
      .locator('[hidden="until-found"]')
      .last()
      .evaluate((element) => element.dispatchEvent(new Event('beforematch', { bubbles: true })));
    await isShown(page).toBe(true);
  });

  test('are all open on paper', async ({ page }) => {
    await open(page, 'ExpandCollapse', 'nested');
    await page.emulateMedia({ media: 'print' });
    await isShown(page).toBe(true);
    await expect.poll(async () => (await found(page).boundingBox())?.height).toBeGreaterThan(10);
  });
});

test.describe('tables', () => {
  test('scroll in their own region, also by keyboard, and shadows show where there is more [COMP-011]', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, 'Table', 'wide');
    const region = page.getByRole('region', { name: /^Table: Month 1/ });
    const frame = region.locator('..');
    await expect(frame).toHaveAttribute('data-hidden-end', 'true');
    await expect(frame).not.toHaveAttribute('data-hidden-start');
    await region.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => region.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    await expect(frame).toHaveAttribute('data-hidden-start', 'true');
    await region.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
    await expect(frame).not.toHaveAttribute('data-hidden-end');
  });

  test('keep a few words of a cell on one line, even on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page, 'Table', 'sentences');
    const hours = page.getByRole('cell', { name: '8:30 am – 5:00 pm' }).first().locator('div');
    expect(
      await hours.evaluate(
        (element) => element.getBoundingClientRect().height / parseFloat(getComputedStyle(element).lineHeight),
      ),
    ).toBeCloseTo(1, 1);
  });

  test('show no shadow if they fit completely', async ({ page }) => {
    await open(page, 'Table', 'plain');
    await expect(page.locator('[data-hidden-end]')).toHaveCount(0);
  });
});

test('columns are side by side if there is room and stacked otherwise [COMP-012]', async ({ page }) => {
  const tops = () =>
    page
      .locator('[data-count="3"] > div')
      .evaluateAll((columns) => new Set(columns.map((column) => Math.round(column.getBoundingClientRect().top))).size);
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, 'Columns', 'three');
  expect(await tops()).toBe(1);
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await tops()).toBe(3);
});

test('tiles take a row, half a row or a third of it depending on their size; on a phone only small ones share a row [COMP-013]', async ({
  page,
}) => {
  const positions = () =>
    page.locator('[data-story] li[data-size]').evaluateAll((tiles) =>
      tiles.map((tile) => {
        const { left, right } = tile.parentElement!.getBoundingClientRect();
        return `${(tile as HTMLElement).dataset['size']} 1/${Math.round((right - left) / tile.getBoundingClientRect().width)}`;
      }),
    );
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, 'Tile', 'sizes');
  expect(await positions()).toEqual(['Big 1/1', 'Medium 1/2', 'Medium 1/2', 'Small 1/3', 'Small 1/3', 'Small 1/3']);
  await page.setViewportSize({ width: 390, height: 900 });
  expect(await positions()).toEqual(['Big 1/1', 'Medium 1/1', 'Medium 1/1', 'Small 1/2', 'Small 1/2', 'Small 1/2']);
});

test('a portrait is on the chosen side of the text, and above it on a phone [COMP-020, COMP-022]', async ({ page }) => {
  const side = async (story: string) => {
    await open(page, 'HeadshotDetails', story);
    return page.locator('[data-alignment]').evaluate(({ firstElementChild: portrait, lastElementChild: words }) => {
      const [one, other] = [portrait!.getBoundingClientRect(), words!.getBoundingClientRect()];
      return one.bottom <= other.top
        ? 'above'
        : one.right <= other.left
          ? 'left'
          : one.left >= other.right
            ? 'right'
            : 'over';
    });
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  expect([await side('left'), await side('right')]).toEqual(['left', 'right']);
  await page.setViewportSize({ width: 390, height: 900 });
  expect([await side('left'), await side('right')]).toEqual(['above', 'above']);
});

test('no two kinds of callout look the same, and each names its kind [COMP-008]', async ({ page }) => {
  await open(page, 'Callout', 'kinds');
  const shown = await page.locator('[data-story] [data-kind]').evaluateAll((callouts) =>
    callouts.map((callout) => ({
      kind: (callout as HTMLElement).dataset['kind'],
      text: callout.textContent,
      color: getComputedStyle(callout).backgroundColor,
      drawing: callout.querySelector('svg')!.innerHTML,
    })),
  );
  expect(shown.map(({ kind }) => kind)).toEqual(['Tip', 'Info', 'Note', 'Warning']);
  for (const { kind, text } of shown) expect(text).toContain(kind);
  for (const part of ['color', 'drawing'] as const)
    expect(new Set(shown.map((callout) => callout[part])).size, part).toBe(4);
});

test('a tile can be clicked anywhere [COMP-013]', async ({ page }) => {
  await open(page, 'Tile', 'sizes');
  const at = await page.getByText('Three days in May.').boundingBox();
  const requested = page.waitForRequest('**/events');
  await page.mouse.click((at?.x ?? 0) + 5, (at?.y ?? 0) + 5);
  await requested;
});

test.describe('videos', () => {
  test('send nothing to their host before the reader agrees, and then play in a sandbox [X3, COMP-021]', async ({
    page,
    foreignRequests,
  }) => {
    await open(page, 'Video', 'youtube');
    await page.waitForLoadState('networkidle');
    expect(foreignRequests).toEqual([]);
    await expect(page.locator('iframe')).toHaveCount(0);
    const play = page.getByRole('button', { name: 'Play “How a distribution is worked out” from YouTube' });
    await expect(play).toHaveAccessibleDescription(/YouTube, which then sees your IP address/);
    await play.focus();
    await page.keyboard.press('Enter');
    const frame = page.locator('iframe');
    await expect(frame).toHaveAttribute(
      'src',
      'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1&playsinline=1&rel=0',
    );
    await expect(frame).toHaveAttribute('sandbox', 'allow-scripts allow-same-origin allow-presentation');
    await expect(frame).toHaveAttribute('referrerpolicy', 'strict-origin');
    await expect(frame).toHaveAttribute('title', 'How a distribution is worked out');
    await expect(frame).toBeFocused();
    await expect
      .poll(() => foreignRequests.map((address) => new URL(address).origin))
      .toEqual(['https://www.youtube-nocookie.com']);
  });

  test('from Vimeo play with a request not to track', async ({ page, foreignRequests }) => {
    await open(page, 'Video', 'vimeo');
    await page.getByRole('button', { name: /^Play/ }).click();
    await expect.poll(() => foreignRequests).toEqual(['https://player.vimeo.com/video/76979871?autoplay=1&dnt=1']);
  });

  test('from the portal play with their captions', async ({ page, foreignRequests }) => {
    await open(page, 'Video', 'portal video');
    const film = page.getByLabel('The office in a minute', { exact: true });
    await film.evaluate((video: HTMLVideoElement) => {
      video.muted = true;
      for (const track of video.textTracks) track.mode = 'showing';
      return video.play();
    });
    await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
    await expect
      .poll(() =>
        film.evaluate((video: HTMLVideoElement) =>
          [...video.textTracks].map((track) => `${track.language} ${track.label} ${track.cues?.length}`),
        ),
      )
      .toEqual(['en English 1', 'es Español 1']);
    await page.getByRole('button', { name: 'Transcript' }).click();
    await expect(page.getByText('A door opens.')).toBeVisible();
    expect(foreignRequests).toEqual([]);
  });

  test('that are missing say so and offer the file', async ({ page }) => {
    await open(page, 'Video', 'missing portal video');
    await expect(page.getByText('Your browser can’t play this video here.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Download the video' })).toHaveAttribute(
      'href',
      /\/media\/documents\/[\w-]+\?download=1$/,
    );
  });
});

test('the icon of an external link stays on the line of its last word at any page width', async ({ page }) => {
  await open(page, 'Link', 'outside');
  const apart = await page.evaluate(() => {
    const story = document.querySelector<HTMLElement>('[data-story]')!;
    story.style.padding = '0';
    const links = [...story.querySelectorAll('a[rel=noopener]')];
    const found: string[] = [];
    for (let width = 90; width <= 260; width += 2) {
      story.style.width = `${width}px`;
      for (const link of links) {
        const { firstChild: text } = link;
        const words = document.createRange();
        words.setStart(text!, text!.textContent!.length - 1);
        words.setEnd(text!, text!.textContent!.length);
        const [word, mark] = [words.getBoundingClientRect(), link.querySelector('svg')!.getBoundingClientRect()];
        if (mark.top > word.bottom || mark.bottom < word.top) found.push(`${width} px: ${text!.textContent}`);
      }
    }
    return found;
  });
  expect(apart).toEqual([]);
});

test('menus and calendars in a dialog for foreign pages can be used, and Escape closes them before it [PROD-022]', async ({
  page,
}) => {
  await openStory(page, 'UI/NativeModalLayer', 'floating parts');
  const dialog = page.getByRole('dialog', { name: 'Plan a visit' });
  await expect(dialog).toBeVisible();

  const actions = dialog.getByRole('button', { name: 'More actions' });
  const topics = dialog.getByRole('button', { name: 'Topics' });
  const calendars = dialog.getByRole('button', { name: /^Calendar/ });
  const parts = [
    { opener: actions, part: page.getByRole('menu', { name: 'More actions' }) },
    { opener: topics, part: page.getByRole('group', { name: 'Topics' }) },
    { opener: calendars.first(), part: page.getByRole('grid') },
    { opener: calendars.last(), part: page.getByRole('grid') },
  ];
  for (const { opener, part } of parts) {
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(part).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(part).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(dialog).toBeVisible();
  }

  await actions.click();
  await page.getByRole('menuitem', { name: 'Use my office' }).click();
  await expect(dialog.getByLabel('Office')).toHaveValue('denver');
  await dialog.getByLabel('Office').selectOption('Boston');
  await topics.click();
  await page.getByRole('group', { name: 'Topics' }).getByText('Taxes').click();
  await expect(page.getByRole('checkbox', { name: 'Taxes' })).toBeChecked();
  await page.keyboard.press('Escape');
  await calendars.first().click();
  await page.getByRole('button', { name: /November 12, 2026/ }).click();
  await expect(page.getByRole('grid')).toBeHidden();
  await expect(dialog.getByRole('group', { name: 'Day', exact: true })).toContainText('12');

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const opener = page.getByRole('button', { name: 'Plan a visit' });
  await opener.click();
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();
});

test('a toast covers no button of a dialog at any width', async ({ page }) => {
  await openStory(page, 'UI/Toast', 'with dialog');
  const dialog = page.getByRole('dialog', { name: 'Publish' });
  await expect(page.getByText('Registration saved.')).toBeVisible();
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await dialog.getByRole('button', { name: 'Publish now' }).click({ trial: true });
  }
});

test('the gallery includes every story file', async ({ baseURL }) => {
  expect([...(await storiesByTitle(baseURL!)).keys()].toSorted()).toEqual(storyTitles.toSorted());
});

test('selecting a tab or a segment moves none of the others [BASE-020]', async ({ page }) => {
  const samples = [
    { title: 'UI/Tabs', story: 'plain', role: 'tab', last: 'Past Events' },
    { title: 'UI/SegmentedControl', story: 'texts', role: 'radio', last: '90 days' },
  ] as const;
  for (const { title, story, role, last } of samples) {
    await openStory(page, title, story);
    const positions = () =>
      page
        .getByRole(role)
        .evaluateAll((all) => all.map((one) => (one.closest('label') ?? one).getBoundingClientRect().left));
    const before = await positions();
    await page.getByRole(role, { name: last, exact: true }).click();
    expect(await positions(), title).toEqual(before);
  }
});
