import type { Locator, Page } from '@playwright/test';
import { DAY_MS } from '@portico/contracts/durations';
import { compoundFile, docxFile, pptxFile, xlsxFile } from '@portico/server/testing/files/officeFiles';
import { pdfFile } from '@portico/server/testing/files/pdfFile';
import sharp from 'sharp';
import { inDatabase } from '../../support/studio/drafts.ts';
import { emptyPortal, importContent } from '../../support/importContent.ts';
import { ports } from '../../support/ports.ts';
import { signIn } from '../../support/signIn.ts';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { expect, testAsNobody as test } from '../../support/test.ts';

/*
 * One document of each kind that the portal accepts, generated here, so that everything a preview and a list show is
 * known.
 */

const CATEGORY = 'Kinds';
const picture = (format: 'png' | 'jpeg' | 'webp') =>
  sharp({ create: { width: 320, height: 180, channels: 3, background: '#2f6f57' } })
    .toFormat(format)
    .toBuffer();
const paragraph = (text: string, style = '') =>
  `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;
const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;

/** The content of each file, by name. */
const makeFiles = async (): Promise<Record<string, Uint8Array | string>> => ({
  'plan.pdf': pdfFile(['Herring of the first page', 'Nothing here', 'Herring and herring again']),
  'photo.png': await picture('png'),
  'scan.jpg': await picture('jpeg'),
  'chart.webp': await picture('webp'),
  'notes.txt': 'First line\n  second line, moved in\n\n<b>not bold</b> & co. gooseberry\n',
  'fees.csv': 'Account,Fee\n"Brokerage, joint","1,200.50"\nCustody,80\n',
  'budget.xlsx': xlsxFile([
    {
      name: 'Income',
      rows: `<row r="1">${cell('Source')}${cell('Amount')}</row><row r="2">${cell('Advice quincefee')}<c><v>1250</v></c></row>`,
    },
    { name: 'Costs', rows: `<row r="1">${cell('Rent of the office')}</row>` },
  ]),
  'letter.docx': docxFile(
    `${paragraph('What changes', 'H1')}${paragraph('The rate of medlartax falls.')}<w:tbl><w:tr><w:tc>${paragraph('Year')}</w:tc><w:tc>${paragraph('Rate')}</w:tc></w:tr></w:tbl>`,
  ),
  'talk.pptx': pptxFile([
    {
      shapes:
        '<p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>Medlar slide</a:t></a:r></a:p></p:txBody></p:sp>',
    },
    { shapes: '<p:sp><p:txBody><a:p><a:r><a:t>Damsonword of the second slide</a:t></a:r></a:p></p:txBody></p:sp>' },
  ]),
  'captions.vtt': 'WEBVTT\n\n00:00.000 --> 00:02.000\nWelcome to the film\n',
  'broken.docx': docxFile('<w:p><w:r><w:t>never closed'),
  'locked.xlsx': compoundFile(['EncryptionInfo', 'EncryptedPackage', '\x06DataSpaces', 'Version', 'DataSpaceMap']),
  'film.mp4': Buffer.concat([
    Buffer.from('00000018', 'hex'),
    Buffer.from('ftypmp42'),
    Buffer.from('00000000', 'hex'),
    Buffer.from('mp42isom'),
    Buffer.alloc(400, 7),
  ]),
});

/** What a person sees of each file once it has been read. */
const shown: Record<string, (dialog: Locator, page: Page) => Promise<void>> = {
  async 'plan.pdf'(dialog, page) {
    await expect(dialog.locator('[data-page] canvas').first()).toBeVisible();
    await expect(dialog.getByText('of 3', { exact: true })).toBeVisible();
    await page.keyboard.press('Control+f');
    await dialog.getByRole('textbox', { name: 'Find in this document' }).fill('herring');
    await expect(dialog.getByText('1 of 3, page 1')).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(dialog.getByText('2 of 3, page 3')).toBeVisible();
    await expect(dialog.getByRole('region', { name: 'Page 3', exact: true })).toBeInViewport();
    await expect(dialog.locator('[data-current]')).toBeInViewport();
    await page.keyboard.press('Escape');
  },
  'photo.png': expectPicture,
  'scan.jpg': expectPicture,
  'chart.webp': expectPicture,
  async 'notes.txt'(dialog) {
    await expect
      .poll(() => dialog.locator('pre').innerText())
      .toBe('First line\n  second line, moved in\n\n<b>not bold</b> & co. gooseberry\n');
  },
  async 'fees.csv'(dialog) {
    await expect(dialog.getByRole('row')).toHaveText([
      /Row.*Account.*Fee/,
      /2.*Brokerage, joint.*1,200\.50/,
      /3.*Custody.*80/,
    ]);
  },
  async 'budget.xlsx'(dialog) {
    await expect(dialog.getByRole('row')).toHaveText([/Source.*Amount/, /Advice quincefee.*1250/]);
    await dialog.getByRole('tab', { name: 'Costs' }).click();
    await expect(dialog.getByRole('table')).toContainText('Rent of the office');
    await expect(dialog.getByRole('table')).not.toContainText('Advice');
  },
  async 'letter.docx'(dialog) {
    await expect(dialog.getByRole('heading', { name: 'What changes' })).toBeVisible();
    await expect(dialog.getByText('The rate of medlartax falls.')).toBeVisible();
    await expect(dialog.getByRole('table')).toContainText('Rate');
  },
  async 'talk.pptx'(dialog) {
    await expect(dialog.getByRole('heading', { name: /Medlar slide/ })).toBeVisible();
    await expect(dialog.getByText('Damsonword of the second slide')).toBeVisible();
  },
  async 'captions.vtt'(dialog) {
    await expect(dialog.locator('pre')).toContainText('Welcome to the film');
  },
  'broken.docx': (dialog) => expectNoPreview(dialog, 'This file is damaged', 'broken.docx'),
  'locked.xlsx': (dialog) => expectNoPreview(dialog, 'This file is protected', 'locked.xlsx'),
  'film.mp4': (dialog) => expectNoPreview(dialog, 'This file is damaged', 'film.mp4'),
};

async function expectPicture(dialog: Locator): Promise<void> {
  const image = dialog.getByRole('img', { name: /^Kind of / });
  await expect(image).toBeVisible();
  await expect
    .poll(() => image.evaluate((element: HTMLImageElement) => [element.naturalWidth, element.naturalHeight]))
    .toEqual([320, 180]);
}

/** The preview says why there is none and offers the file. */
async function expectNoPreview(dialog: Locator, title: string, fileName: string): Promise<void> {
  await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
  const [download] = await Promise.all([
    dialog.page().waitForEvent('download'),
    dialog.getByRole('link', { name: /^Download \(/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(fileName);
}

const names = Object.keys(shown);
/** Age of each document in days, chosen so that sorting by date differs from the other orders. */
const age = (name: string): number => 1 + ((names.indexOf(name) * 5) % names.length) * 9;
const department = (name: string): string => (name.endsWith('x') ? 'Orchard desk' : 'Meadow desk');
/** The list of documents with the same format. */
const listOf = (name: string): string =>
  `/documents?category=${CATEGORY}&format=${name.split('.')[1]!.replace('jpg', 'jpeg').toUpperCase()}`;
const titleOf = (name: string): string => `Kind of ${name}`;

async function importKinds(): Promise<Record<string, Uint8Array | string>> {
  const files = await makeFiles();
  const report = await importContent(
    {
      'documents.jsonl': names.map((name) => ({
        id: `kind-${name}`,
        title: titleOf(name),
        description: `What ${name} is about.`,
        file: name,
        department: department(name),
        categories: [CATEGORY, name.endsWith('x') ? 'Office files' : 'Other files'],
        publishedAt: new Date(Date.now() - age(name) * DAY_MS).toISOString(),
      })),
    },
    files,
  );
  expect(report).not.toContain('Rejected');
  // Waits until all files have been read, because that keeps the machine busy.
  const unread = () =>
    inDatabase((db) => db.selectFrom('files').select('id').where('state', '=', 'Pending').execute(), ports.implicit);
  await expect.poll(unread, { timeout: 60_000, intervals: [1000] }).toEqual([]);
  return files;
}

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const titles = async (page: Page) =>
  (await cards(page).getByRole('heading').allInnerTexts()).map((title) => title.replace('Kind of ', ''));
const by = <Key extends number | string>(key: (name: string) => Key, direction = 1): string[] =>
  [...names].sort((one, other) => (key(one) < key(other) ? -direction : direction));

test.describe('documents', () => {
  test.use({ baseURL: emptyPortal, acceptDownloads: true });
  test.describe.configure({ mode: 'serial' });
  let files: Record<string, Uint8Array | string>;
  test.beforeAll(async () => {
    files = await importKinds();
  });
  test.beforeEach(async ({ page }) => {
    await page.goto('/documents');
    await signIn(page, 'hybrid');
  });

  test('each kind of document opens in its viewer, and one without a preview says why and offers the file [DOCS-004, DOCS-001]', async ({
    page,
  }) => {
    for (const [name, look] of Object.entries(shown)) {
      await page.goto(listOf(name));
      await cards(page)
        .filter({ hasText: titleOf(name) })
        .getByRole('button', { name: /^Preview/ })
        .click();
      const dialog = page.getByRole('dialog');
      await expect(dialog.getByRole('heading', { level: 2 }).first()).toHaveText(titleOf(name));
      await expect(dialog.getByText('This file is still being processed')).toBeHidden();
      await look(dialog, page);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
  });

  test('the document list is sorted by date, title and size and filtered by type, category, department and days, all in the address [DOCS-002]', async ({
    page,
  }) => {
    test.slow();
    await page.goto(`/documents?category=${CATEGORY}&sort=a-z`);
    const size = (name: string): number => Buffer.byteLength(files[name] as string);
    const orders: Record<string, string[]> = {
      'Newest first': by(age),
      'Oldest first': by(age, -1),
      'Title, A to Z': by(titleOf),
      'Title, Z to A': by(titleOf, -1),
      'Largest first': by(size, -1),
      'Smallest first': by(size),
    };
    for (const [label, expected] of Object.entries(orders)) {
      await page.getByRole('combobox', { name: 'Sort' }).selectOption(label);
      await expect.poll(() => titles(page), { message: label }).toEqual(expected.slice(0, 12));
    }
    await expect(page).toHaveURL(/sort=smallest/);
    await page.getByRole('navigation', { name: 'Pages of documents' }).getByRole('link', { name: 'Next' }).click();
    await expect.poll(() => titles(page)).toEqual(orders['Smallest first']!.slice(12));
    await expect(page).toHaveURL(/page=2/);

    const choose = async (menu: string, choice: string) => {
      await page.getByRole('button', { name: menu }).click();
      await page.getByRole('checkbox', { name: choice }).check();
      await page.keyboard.press('Escape');
    };
    const shownAre = async (isListed: (name: string) => boolean) => {
      const expected = orders['Smallest first']!.filter(isListed);
      await expect.poll(() => titles(page)).toEqual(expected);
      await expect(
        page
          .getByRole('main')
          .getByRole('status')
          .filter({ hasText: /documents?$/ }),
      ).toContainText(String(expected.length));
    };
    await choose('File type', 'Word document');
    await expect(page).not.toHaveURL(/page=2/);
    await shownAre((name) => name.endsWith('.docx'));
    await choose('File type', 'Excel workbook');
    await shownAre((name) => /\.(?:docx|xlsx)$/.test(name));
    await choose('Department', 'Orchard desk');
    await shownAre((name) => /\.(?:docx|xlsx)$/.test(name));
    await page.getByRole('button', { name: 'Remove filter: Excel workbook' }).click();
    await page.getByRole('button', { name: 'Remove filter: Word document' }).click();
    await shownAre((name) => name.endsWith('x'));
    await page.getByRole('radio', { name: '30 days' }).check();
    await shownAre((name) => name.endsWith('x') && age(name) < 30);
    await page.reload();
    await shownAre((name) => name.endsWith('x') && age(name) < 30);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await expect(page).toHaveURL(/\/documents\?sort=smallest$/);
  });

  test('search finds words inside PDF, DOCX, XLSX, PPTX and text files and opens their documents [DOCS-006]', async ({
    page,
  }) => {
    for (const [word, name] of [
      ['herring', 'plan.pdf'],
      ['medlartax', 'letter.docx'],
      ['quincefee', 'budget.xlsx'],
      ['damsonword', 'talk.pptx'],
      ['gooseberry', 'notes.txt'],
    ] as const) {
      await page.goto(`/search?term=${word}`);
      const found = page
        .getByRole('region', { name: /^Documents/ })
        .getByRole('listitem')
        .filter({ hasText: titleOf(name) });
      await expect(found).toBeVisible();
      await expect(found.locator('mark').first()).toHaveText(new RegExp(word, 'i'));
      await found.getByRole('link').first().click();
      await expect(page.getByRole('dialog').getByRole('heading', { level: 2 }).first()).toHaveText(titleOf(name));
    }
  });

  test('previews of a text, a picture, slides and a file without a preview are accessible on every device and in both themes [BASE-013]', async ({
    page,
  }) => {
    test.slow();
    for (const name of ['broken.docx', 'notes.txt', 'photo.png', 'talk.pptx']) {
      await page.goto(listOf(name));
      await cards(page)
        .filter({ hasText: titleOf(name) })
        .getByRole('button', { name: /^Preview/ })
        .click();
      await expect(page.getByRole('dialog').getByText('This file is still being processed')).toBeHidden();
      await onEveryDevice(page, () => expectAccessibleInBothThemes(page, { within: '[role=dialog]' }));
    }
  });
});
