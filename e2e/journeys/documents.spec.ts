import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

const PICTURE = new URL('../../demo/images/mountain-lake.jpg', import.meta.url).pathname;

const cards = (page: Page) => page.getByRole('main').getByRole('article');

/** Opens the first document of a format over the list. */
async function openFirst(page: Page, format: string, order = 'largest'): Promise<Locator> {
  await page.goto(`/documents?format=${format}&sort=${order}`);
  await cards(page)
    .first()
    .getByRole('button', { name: /^Preview/ })
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Pages that have been rendered. */
const renderedPages = (dialog: Locator) => dialog.locator('[data-page] canvas');

/** The address of the operations handbook, which has thirty pages of text. */
async function handbook(page: Page): Promise<string> {
  await page.goto('/documents?category=Handbooks&sort=largest');
  await cards(page)
    .first()
    .getByRole('button', { name: /^Preview/ })
    .click();
  await expect(page).toHaveURL(/preview=/);
  const { searchParams } = new URL(page.url());
  return `/documents?preview=${searchParams.get('preview')}`;
}

test('the document list describes each file and is filtered by its address [DOCS-001, DOCS-002]', async ({ page }) => {
  await page.goto('/documents');
  await expect(page).toHaveTitle('Documents - Portico');
  await expect(cards(page)).toHaveCount(12);
  await expect(page.getByRole('navigation', { name: 'Pages of documents' })).toBeInViewport();
  await page.getByRole('button', { name: 'File type' }).click();
  await page.getByRole('checkbox', { name: 'Excel workbook' }).check();
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/format=XLSX/);
  await expect(page.getByRole('button', { name: 'Remove filter: Excel workbook' })).toBeVisible();
  await expect(cards(page).filter({ hasNotText: 'Excel workbook' })).toHaveCount(0);
  await expect(cards(page).first()).toBeVisible();
});

test('one press downloads a document under its file name', async ({ page }) => {
  await page.goto('/documents?format=CSV');
  const download = page.waitForEvent('download');
  await cards(page)
    .first()
    .getByRole('link', { name: /^Download/ })
    .click();
  expect((await download).suggestedFilename()).toMatch(/\.csv$/);
});

test(
  'opening the address of a PDF file directly shows the PDF in the portal [U2, DOCS-004]',
  { tag: '@long' },
  async ({ page }) => {
    const id = new URLSearchParams((await handbook(page)).split('?')[1]).get('preview')!;
    await page.goto(`/media/documents/${id}`);
    await expect(page).toHaveURL(new RegExp(`/documents\\?preview=${id}$`));
    await expect(renderedPages(page.getByRole('dialog')).first()).toBeVisible();
  },
);

test('a PDF opens over the list, loads and renders pages as they are reached, and Back closes it', async ({ page }) => {
  const ranges: string[] = [];
  page.on('request', (request) => {
    const { range } = request.headers();
    if (request.url().includes('/media/documents/') && range) ranges.push(range);
  });
  const dialog = await openFirst(page, 'PDF');
  await expect(renderedPages(dialog).first()).toBeVisible();
  const count = Number(/\d+/.exec(await dialog.getByText(/^of \d+$/).innerText())?.[0]);
  expect(count).toBeGreaterThan(8);
  expect(await renderedPages(dialog).count()).toBeLessThan(8);
  expect(ranges.every((range) => /^bytes=\d+-\d+$/.test(range))).toBe(true);
  await expect.poll(() => ranges.length).toBeGreaterThan(0);
  await dialog.getByRole('textbox', { name: 'Page' }).fill(String(count));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`[?&]page=${count}\\b`));
  await expect(dialog.getByRole('region', { name: `Page ${count}`, exact: true })).toBeInViewport();
  const width = async () =>
    (await dialog.getByRole('region', { name: `Page ${count}`, exact: true }).boundingBox())?.width ?? 0;
  const before = await width();
  await dialog.getByRole('combobox', { name: 'Size' }).selectOption('200%');
  await expect.poll(width).toBeGreaterThan(before);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/documents\?(?!.*preview=)/);
});

test(
  'searching in a PDF counts and marks the matches, and Enter moves to the next one',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(await handbook(page));
    const dialog = page.getByRole('dialog');
    await expect(renderedPages(dialog).first()).toBeVisible();
    await page.keyboard.press('Control+f');
    const field = dialog.getByRole('textbox', { name: 'Find in this document' });
    await expect(field).toBeFocused();
    await field.fill('client');
    await expect(dialog.getByText(/^1 of \d+, page \d+$/)).toBeVisible();
    await expect(dialog.locator('[data-current]')).toBeInViewport();
    for (let step = 0; step < 25; step += 1) await field.press('Enter');
    await expect(dialog.getByText(/^26 of \d+/)).toBeVisible();
    await expect(dialog.locator('[data-current]')).toBeInViewport();
    await field.fill('no such words at all');
    await expect(dialog.getByText('None')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field).toHaveValue('');
    await expect(dialog).toBeVisible();
  },
);

test(
  'a search hit opens a PDF with its words marked and in the find field [DOCS-015]',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/search?term=custodian%20transfer&scope=documents');
    await page.locator('main a[href*="find="]').first().click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('textbox', { name: 'Find in this document' })).toHaveValue(/custodian|transfer/i);
    await expect(dialog.getByText(/^1 of \d+, page \d+$/)).toBeVisible();
    await expect(dialog.locator('[data-current]')).toBeInViewport();
  },
);

test('a link to a page of a PDF opens there, and its text can be selected', { tag: '@long' }, async ({ page }) => {
  const address = await handbook(page);
  await page.goto(`${address}&page=7`);
  const dialog = page.getByRole('dialog');
  const seventh = dialog.getByRole('region', { name: 'Page 7', exact: true });
  await expect(seventh).toBeInViewport();
  await expect(seventh.locator('canvas')).toBeVisible();
  await expect.poll(async () => (await seventh.innerText()).length).toBeGreaterThan(500);
  await expect(dialog.getByRole('textbox', { name: 'Page' })).toHaveValue('7');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/documents$/);
  await expect(cards(page)).toHaveCount(12);
});

/**
 * The words in each part with this role, as Chromium exposes them to screen readers. Playwright's own tree ignores
 * `aria-owns`.
 */
async function wordsUnder(page: Page, role: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const known = new Map(nodes.map((node) => [node.nodeId, node]));
  const wordsOf = (id: string): string => {
    const { role: found, name, childIds = [] } = known.get(id) ?? {};
    return found?.value === 'StaticText' ? String(name?.value) : childIds.map(wordsOf).join('');
  };
  return nodes.filter((node) => node.role?.value === role).map(({ nodeId }) => wordsOf(nodeId));
}

test(
  'a tagged PDF exposes its headings, tables and lists to screen readers [DOCS-008]',
  { tag: '@long' },
  async ({ page }) => {
    const firstPage = page.getByRole('dialog').getByRole('region', { name: 'Page 1', exact: true });
    const open = async (words: string) => {
      await page.goto(`/documents?format=PDF&text=${words}`);
      await cards(page)
        .first()
        .getByRole('button', { name: /^Preview/ })
        .click();
      await expect(renderedPages(page.getByRole('dialog')).first()).toBeVisible();
    };
    await open('brochure');
    await expect(firstPage).toMatchAriaSnapshot(`
    - heading "Form ADV Part 2A" [level=3]
    - heading "Item 5. Fees and compensation" [level=4]
    - table:
      - row:
        - columnheader "Household value"
        - columnheader "Yearly fee"
      - row:
        - cell "First $500,000"
        - cell "1.10%"
  `);
    await expectAccessible(page, { within: '[role=dialog]' });
    await open('market letter');
    await expect(firstPage).toMatchAriaSnapshot(`
    - heading "What we do instead" [level=4]
    - list:
      - listitem
  `);
    await expect.poll(() => wordsUnder(page, 'listitem')).toContain('We keep to the mix that we agreed on with you.');
  },
);

test(
  'moving to the next or previous document in a preview keeps the dialog and its focus',
  { tag: '@long' },
  async ({ page }) => {
    const dialog = await openFirst(page, 'CSV', 'a-z');
    const title = await dialog.getByRole('heading', { level: 2 }).first().innerText();
    const next = dialog.getByRole('button', { name: 'Next document' });
    await next.click();
    await expect(dialog.getByRole('heading', { level: 2 }).first()).not.toHaveText(title);
    await expect(next).toBeFocused();
    await dialog.getByRole('button', { name: 'Previous document' }).click();
    await expect(dialog.getByRole('heading', { level: 2 }).first()).toHaveText(title);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(
      cards(page)
        .first()
        .getByRole('button', { name: /^Preview/ }),
    ).toBeFocused();
  },
);

/** Turns the first document of the list into a picture, because the demo has none. */
async function withPicture(page: Page): Promise<void> {
  let id = '';
  await page.route('**/api/v1/media/documents?**', async (route) => {
    const response = await route.fetch();
    const list = (await response.json()) as { items: { id: string; format: string }[] };
    id = list.items[0]!.id;
    list.items[0]!.format = 'JPEG';
    await route.fulfill({ response, json: list });
  });
  await page.route('**/api/v1/media/documents/*/preview', (route) => route.fulfill({ json: { kind: 'File' } }));
  await page.route('**/api/v1/media/documents/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), format: 'JPEG' } });
  });
  await page.route(
    (url) => url.pathname === `/media/documents/${id}`,
    (route) => route.fulfill({ path: PICTURE, contentType: 'image/jpeg' }),
  );
}

test(
  'a picture in the document list opens fully visible, can be enlarged in steps, and scrolls if it is larger than the window',
  { tag: '@long' },
  async ({ page }) => {
    await withPicture(page);
    await page.goto('/documents');
    await cards(page)
      .first()
      .getByRole('button', { name: /^Preview/ })
      .click();
    const dialog = page.getByRole('dialog');
    const picture = dialog.getByRole('img');
    await expect(picture).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await dialog.getByRole('combobox', { name: 'Size' }).selectOption('400%');
    const region = dialog.getByRole('region', { name: 'Picture' });
    await expect.poll(() => region.evaluate((element) => element.scrollWidth > element.clientWidth)).toBe(true);
  },
);
