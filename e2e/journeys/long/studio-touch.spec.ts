import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { expectNoSidewaysScroll, widths } from '../../support/accessibility.ts';
import {
  addableKinds,
  expectEveryKind,
  fillingSteps,
  FILM,
  insertableKinds,
  questionOf,
  textsOnPage,
} from '../../support/studio/everyKind.ts';
import { forms } from '@portico/kinds/componentForms';
import { openAs, sessionOf } from '../../support/signIn.ts';
import { expectSaved, frameOf, frames, insertMenu, picture, readerPath } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

/*
 * Touch only, on a tablet: taps and drags. Words are typed on the on-screen keyboard, which has no command keys.
 */

const TITLE = 'One of every kind, by touch';

const sheet = (page: Page): Locator => page.getByRole('dialog', { name: 'Properties' });
const last = (target: Locator, name: string | RegExp): Locator => target.getByRole('textbox', { name }).last();
const addHere = (page: Page): Locator => page.locator('[data-insert-end]').last();
const kinds = (page: Page): Promise<string[]> =>
  frames(page).evaluateAll((all) => all.map((frame) => frame.getAttribute('data-kind')!));

async function openOnTablet(browser: Browser, path: string): Promise<Page> {
  const context = await browser.newContext({
    storageState: sessionOf('editor'),
    viewport: { width: widths.tablet, height: 1180 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page;
}

/** Types where a tap has placed the caret. */
async function writeIn(page: Page, field: Locator, words: string): Promise<void> {
  // A tap misses while the properties scroll to a new question.
  await expect(async () => {
    await field.tap();
    await expect(field).toBeFocused({ timeout: 1000 });
  }).toPass();
  await page.keyboard.insertText(words);
}

async function insert(page: Page, name: string, kind: string, button: Locator = addHere(page)): Promise<Locator> {
  const count = await frameOf(page, kind).count();
  await button.tap();
  await expect(insertMenu(page)).toBeVisible();
  await page.getByRole('option', { name: new RegExp(`^${name} [A-Z]`) }).tap();
  await expect(insertMenu(page)).toHaveCount(0);
  await expect(frameOf(page, kind)).toHaveCount(count + 1);
  return frameOf(page, kind).last();
}

async function openProperties(page: Page): Promise<Locator> {
  await page.getByRole('toolbar', { name: 'Component' }).getByRole('button', { name: 'Properties' }).tap();
  await expect(sheet(page)).toBeVisible();
  return sheet(page);
}

async function closeProperties(page: Page): Promise<void> {
  await sheet(page).getByRole('button', { name: 'Close' }).tap();
  await expect(sheet(page)).toHaveCount(0);
}

/** Inserts a component that is edited only in the properties panel, and fills in its fields. */
async function insertFilledIn(page: Page, name: string, kind: string, fields: Record<string, string>): Promise<void> {
  await insert(page, name, kind);
  const form = await openProperties(page);
  for (const [label, words] of Object.entries(fields)) await writeIn(page, last(form, new RegExp(`^${label}`)), words);
  await closeProperties(page);
}

async function addPicture(page: Page, alt: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add a picture' });
  await dialog.getByRole('button', { name: /^Choose a file/ }).tap();
  await writeIn(page, dialog.getByRole('textbox', { name: /Alternative text/ }), alt);
  await dialog.getByRole('button', { name: 'Use this picture' }).tap();
  await expect(dialog).toHaveCount(0);
}

async function insertTexts(page: Page): Promise<void> {
  const write = async (name: string, kind: string, words: string, field = '') => {
    const frame = await insert(page, name, kind);
    const text = frame.getByRole('textbox', field === '' ? {} : { name: field }).first();
    await writeIn(page, text, words);
    return frame;
  };
  await write('Heading', 'Header', 'A heading with an end');
  await write('Text', 'BodyText', 'bold at the end.');
  await write('List', 'BulletedList', 'Entry inside');
  const link = await write('Link', 'Link', 'A link to a page');
  await link.getByRole('button', { name: 'Choose…' }).tap();
  const targets = page.getByRole('dialog');
  await writeIn(page, targets.getByRole('textbox'), 'compensation');
  await targets.getByRole('listitem').getByRole('button').first().tap();
  await write('Quote', 'Quote', 'Put it in writing.', 'Text');
  await write('Callout', 'Callout', 'Ask before you act.', 'Text');
  await insert(page, 'Divider', 'Divider');
  const table = await insert(page, 'Table', 'Table');
  for (const [index, words] of ['Age', 'Factor', '73', '26.5'].entries()) {
    await table.locator('th, td').nth(index).tap();
    const name = `Cell in row ${Math.floor(index / 2) + 1}, column ${(index % 2) + 1}`;
    await expect(table.getByRole('textbox', { name })).toBeFocused();
    await page.keyboard.insertText(words);
  }
}

async function insertMedia(page: Page): Promise<void> {
  const image = await insert(page, 'Picture', 'Image');
  await image.getByRole('button', { name: 'Choose a picture' }).tap();
  await addPicture(page, 'A red square');
  await insert(page, 'Picture gallery', 'ImageGallery');
  await (await openProperties(page)).getByRole('button', { name: 'Add a picture' }).tap();
  await addPicture(page, 'A square in the gallery');
  await closeProperties(page);
  await insertFilledIn(page, 'Video', 'Video', { Title: 'A film', 'Video address': FILM });
  await insert(page, 'Files', 'FileList');
  const form = await openProperties(page);
  await writeIn(page, last(form, /^Title/), 'Files to keep');
  await form.getByRole('button', { name: 'Add a file' }).tap();
  const documents = page.getByRole('dialog', { name: /document/i });
  await documents.getByRole('listitem').getByRole('button').first().tap();
  await expect(documents).toHaveCount(0);
  await closeProperties(page);
}

async function insertLayout(page: Page): Promise<void> {
  const columns = await insert(page, 'Columns', 'Columns');
  await insert(page, 'Text', 'BodyText', columns.locator('[data-insert-end]').first());
  await writeIn(page, columns.getByRole('textbox'), 'In the left column');
  const part = await insert(page, 'Expandable section', 'ExpandCollapse');
  await writeIn(page, part.getByRole('textbox'), 'A part that opens');
  await insert(page, 'Text', 'BodyText', part.locator('[data-insert-end]'));
  await writeIn(page, part.locator('[data-kind=BodyText]').getByRole('textbox'), 'Inside the part');
}

async function writeChoices(page: Page, form: Locator): Promise<void> {
  for (const [n, words] of ['Boston', 'Denver'].entries()) {
    const choice = form.getByRole('button', { name: `Choice ${n + 1}`, exact: true });
    await choice.tap();
    await expect(choice).toHaveAttribute('aria-expanded', 'true');
    await writeIn(page, last(form, /^Choice text/), words);
  }
}

/** Inserts every kind that is not on the page yet, except forms, and returns what readers see of them. */
async function insertOthers(page: Page): Promise<string[]> {
  const present = new Set(await kinds(page));
  const missing = insertableKinds.filter((kind) => !present.has(kind) && kind !== 'Form');
  for (const kind of missing) {
    await insert(page, forms[kind].label, kind);
    const form = await openProperties(page);
    for (const step of fillingSteps(kind))
      if ('press' in step) await form.getByRole('button', { name: step.press }).tap();
      // The browser's own calendar, which tests can't tap.
      else if ('day' in step) await form.getByLabel(step.label).last().fill(step.day);
      else await writeIn(page, last(form, new RegExp(`^${step.label}`)), step.text);
    await closeProperties(page);
  }
  return missing.flatMap(textsOnPage);
}

async function insertForms(page: Page): Promise<string[]> {
  const list = await insert(page, 'Checklist', 'Checklist');
  await writeIn(page, list.getByRole('textbox').first(), 'Sign it');
  await insertFilledIn(page, 'Short answer', 'TextField', { Question: 'Name alone' });
  await insertFilledIn(page, 'Long answer', 'TextArea', { Question: 'Reason alone' });
  await insert(page, 'Drop-down list', 'DropDownList');
  let form = await openProperties(page);
  await writeIn(page, last(form, /^Question/), 'Office alone');
  await writeChoices(page, form);
  await closeProperties(page);
  const texts = await insertOthers(page);
  await insert(page, 'Form', 'Form');
  form = await openProperties(page);
  await writeIn(page, last(form, /^Title/), 'A form');
  await writeIn(page, last(form, /^Question/), 'Your name');
  const add = form.getByRole('group', { name: 'Add a question or section' });
  for (const kind of addableKinds) {
    const { label, properties } = forms[kind];
    await add.getByRole('combobox', { name: 'Kind' }).selectOption(label);
    await add.getByRole('button', { name: 'Add a question or section' }).tap();
    // Until the new question is rendered, the last one is its predecessor.
    await expect(form.getByRole('button', { name: new RegExp(`^\\d+\\. ${label}$`) })).toBeFocused();
    await writeIn(page, last(form, 'label' in properties ? /^Question/ : /^Title/), questionOf(kind));
    if ('options' in properties) await writeChoices(page, form);
  }
  await closeProperties(page);
  return texts;
}

/** Drags the component by its handle until the finger is over the upper half of `target`. */
async function drag(page: Page, target: Locator): Promise<void> {
  const handle = page.getByRole('toolbar', { name: 'Component' }).getByTitle(/drag/i);
  const from = (await handle.boundingBox())!;
  const to = (await target.boundingBox())!;
  const start = { x: from.x + 12, y: from.y + from.height / 2 };
  const end = { x: to.x + to.width / 2, y: to.y + to.height / 4 };
  const session = await page.context().newCDPSession(page);
  const touch = (kind: 'touchStart' | 'touchMove' | 'touchEnd', points: Array<{ x: number; y: number }>) =>
    session.send('Input.dispatchTouchEvent', { type: kind, touchPoints: points });
  await touch('touchStart', [start]);
  for (const part of [0.2, 0.6, 1])
    await touch('touchMove', [{ x: start.x + (end.x - start.x) * part, y: start.y + (end.y - start.y) * part }]);
  await touch('touchEnd', []);
}

async function moveRemoveAndUndo(page: Page): Promise<void> {
  const [first, second, ...rest] = await kinds(page);
  const toolbar = page.getByRole('toolbar', { name: 'Component' });
  await frames(page).first().getByRole('textbox').tap();
  await toolbar.getByRole('button', { name: 'Move down' }).tap();
  await expect.poll(() => kinds(page)).toEqual([second, first, ...rest]);
  await page.getByRole('banner').getByRole('button', { name: 'Undo' }).tap();
  await expect.poll(() => kinds(page)).toEqual([first, second, ...rest]);
  await frames(page).nth(1).getByRole('textbox').tap();
  await drag(page, frames(page).first());
  await expect.poll(() => kinds(page)).toEqual([second, first, ...rest]);
  // A tap right after a dispatched drag can get lost, so this taps Undo again until something has been undone.
  const redo = page.getByRole('banner').getByRole('button', { name: 'Redo' });
  await expect(async () => {
    if (await redo.isDisabled()) await page.getByRole('banner').getByRole('button', { name: 'Undo' }).tap();
    await expect(redo).toBeEnabled({ timeout: 1000 });
  }).toPass();
  await expect.poll(() => kinds(page)).toEqual([first, second, ...rest]);
  await frames(page).first().getByRole('textbox').tap();
  await toolbar.getByRole('button', { name: 'Remove' }).tap();
  await expect.poll(() => kinds(page)).toEqual([second, ...rest]);
  await page.getByRole('banner').getByRole('button', { name: 'Undo' }).tap();
  await expect.poll(() => kinds(page)).toEqual([first, second, ...rest]);
  await expect(frames(page).first()).toContainText('A heading with an end');
}

test('an editor adds a component of every kind by touch alone on a tablet, moves, removes and undoes, and a reader sees each one [STUDIO-001, STUDIO-005, STUDIO-070]', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const page = await openOnTablet(browser, '/studio');
  page.on('filechooser', (chooser) => void chooser.setFiles(picture));
  const list = page.getByRole('main');
  await list.getByRole('button', { name: 'New', exact: true }).tap();
  await list.getByRole('button', { name: 'News', exact: true }).tap();
  await expect(page).toHaveURL(/\/studio\/[0-9a-f-]{36}$/);
  const path = new URL(page.url()).pathname;
  await writeIn(page, page.getByRole('textbox', { name: 'Title', exact: true }), TITLE);
  await insertTexts(page);
  await insertMedia(page);
  await insertLayout(page);
  const texts = await insertForms(page);
  expect([...new Set(await kinds(page))].toSorted()).toEqual(insertableKinds.toSorted());
  await moveRemoveAndUndo(page);
  await expectNoSidewaysScroll(page);
  await expectSaved(page);
  await page.getByRole('button', { name: 'Publish…' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).tap();
  await expect(page.getByText('Published.')).toBeVisible();
  const reader = await openAs(browser, 'corporate', readerPath(path));
  await expectEveryKind(reader.page, TITLE, texts);
  await page.context().close();
  await reader.context.close();
});
