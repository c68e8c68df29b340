import { expect, type Locator, type Page } from '@playwright/test';
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
import { openAs } from '../../support/signIn.ts';
import { expectSaved, frameOf, frames, insertMenu, picture, readerPath } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

/* Keyboard only: nothing is clicked, and the focus moves only by keys that a person can press. */

const TITLE = 'One of every kind, by keyboard';
/** More than the tab stops between any two controls that belong to one task. */
const MAX_STOPS = 250;

const panel = (page: Page): Locator => page.getByRole('complementary', { name: 'Properties' });
const addHere = (where: Page | Locator): Locator => where.locator('[data-insert-end]').last();
const kinds = (page: Page): Promise<string[]> =>
  frames(page).evaluateAll((all) => all.map((frame) => frame.getAttribute('data-kind')!));
const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement);

/** Moves to a control the way someone does who cannot click it. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press(key);
  }
  await expect(target).toBeFocused();
}

async function pressButton(page: Page, button: Locator): Promise<void> {
  await tabTo(page, button);
  await page.keyboard.press('Enter');
}

async function chooseKind(page: Page, name: string, kind: string): Promise<Locator> {
  const count = await frameOf(page, kind).count();
  await expect(insertMenu(page)).toBeFocused();
  await page.keyboard.type(name);
  const option = page.getByRole('option', { name: new RegExp(`^${name} [A-Z]`) });
  while ((await option.getAttribute('aria-selected')) !== 'true') {
    const active = await insertMenu(page).getAttribute('aria-activedescendant');
    await page.keyboard.press('ArrowDown');
    await expect(insertMenu(page)).not.toHaveAttribute('aria-activedescendant', active ?? '');
  }
  await page.keyboard.press('Enter');
  await expect(insertMenu(page)).toHaveCount(0);
  await expect(frameOf(page, kind)).toHaveCount(count + 1);
  return frameOf(page, kind).last();
}

/** Inserts a component after the one whose frame has the focus. */
async function insert(page: Page, name: string, kind: string): Promise<Locator> {
  await page.keyboard.press('/');
  return chooseKind(page, name, kind);
}

async function insertInto(page: Page, container: Locator, name: string, kind: string): Promise<Locator> {
  await pressButton(page, container.locator('[data-insert-end]').first());
  return chooseKind(page, name, kind);
}

/** Moves the focus from anywhere inside a component to its frame. */
async function toFrame(page: Page, frame: Locator): Promise<void> {
  for (let level = 0; level < 3 && !(await hasFocus(frame)); level += 1) await page.keyboard.press('Escape');
  await expect(frame).toBeFocused();
}

async function openProperties(page: Page): Promise<Locator> {
  await page.keyboard.press('Alt+Enter');
  await expect(panel(page).locator(':focus')).toHaveCount(1);
  return panel(page);
}

async function typeIn(page: Page, field: Locator, words: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.type(words);
}

/** The keys for a day, `yyyy-MM-dd`, in the order of the browser's field. */
const asTyped = (day: string): string => day.replace(/^(\d+)-(\d+)-(\d+)$/, '$2$3$1');

const last = (target: Locator, name: RegExp): Locator => target.getByRole('textbox', { name }).last();

async function insertFilledIn(page: Page, name: string, kind: string, fields: Record<string, string>): Promise<void> {
  const frame = await insert(page, name, kind);
  await toFrame(page, frame);
  const form = await openProperties(page);
  for (const [label, words] of Object.entries(fields)) await typeIn(page, last(form, new RegExp(`^${label}`)), words);
  await toFrame(page, frame);
}

async function usePicture(page: Page, alt: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Add a picture' });
  await pressButton(page, dialog.getByRole('button', { name: /^Choose a file/ }));
  await typeIn(page, dialog.getByRole('textbox', { name: /Alternative text/ }), alt);
  await pressButton(page, dialog.getByRole('button', { name: 'Use this picture' }));
  await expect(dialog).toHaveCount(0);
}

async function insertTexts(page: Page): Promise<void> {
  const write = async (name: string, kind: string, words: string) => {
    const frame = await insert(page, name, kind);
    await page.keyboard.type(words);
    await toFrame(page, frame);
    return frame;
  };
  await pressButton(page, addHere(page));
  const heading = await chooseKind(page, 'Heading', 'Header');
  await page.keyboard.type('A heading with an end');
  await toFrame(page, heading);
  await write('Text', 'BodyText', 'bold at the end.');
  await write('List', 'BulletedList', 'Entry inside');
  const link = await insert(page, 'Link', 'Link');
  await page.keyboard.type('A link to a page');
  await pressButton(page, link.getByRole('button', { name: 'Choose…' }));
  const targets = page.getByRole('dialog');
  await typeIn(page, targets.getByRole('textbox'), 'compensation');
  await pressButton(page, targets.getByRole('listitem').getByRole('button').first());
  await expect(targets).toHaveCount(0);
  await toFrame(page, link);
  await write('Quote', 'Quote', 'Put it in writing.');
  const callout = await insert(page, 'Callout', 'Callout');
  await typeIn(page, callout.getByRole('textbox', { name: 'Text', exact: true }), 'Ask before you act.');
  await toFrame(page, callout);
  await toFrame(page, await insert(page, 'Divider', 'Divider'));
  const table = await insert(page, 'Table', 'Table');
  for (const [index, words] of ['Age', 'Factor', '73', '26.5'].entries()) {
    const name = `Cell in row ${Math.floor(index / 2) + 1}, column ${(index % 2) + 1}`;
    if (index > 0) await page.keyboard.press('Tab');
    await expect(table.getByRole('textbox', { name })).toBeFocused();
    await page.keyboard.type(words);
  }
  await toFrame(page, table);
}

async function insertMedia(page: Page): Promise<void> {
  const image = await insert(page, 'Picture', 'Image');
  await pressButton(page, image.getByRole('button', { name: 'Choose a picture' }));
  await usePicture(page, 'A red square');
  await toFrame(page, image);
  const gallery = await insert(page, 'Picture gallery', 'ImageGallery');
  await toFrame(page, gallery);
  await pressButton(page, (await openProperties(page)).getByRole('button', { name: 'Add a picture' }));
  await usePicture(page, 'A square in the gallery');
  await toFrame(page, gallery);
  await insertFilledIn(page, 'Video', 'Video', { Title: 'A film', 'Video address': FILM });
  const files = await insert(page, 'Files', 'FileList');
  await toFrame(page, files);
  const form = await openProperties(page);
  await typeIn(page, last(form, /^Title/), 'Files to keep');
  await pressButton(page, form.getByRole('button', { name: 'Add a file' }));
  const documents = page.getByRole('dialog', { name: /document/i });
  await pressButton(page, documents.getByRole('listitem').getByRole('button').first());
  await expect(documents).toHaveCount(0);
  await toFrame(page, files);
}

async function insertLayout(page: Page): Promise<void> {
  const columns = await insert(page, 'Columns', 'Columns');
  const left = await insertInto(page, columns, 'Text', 'BodyText');
  await page.keyboard.type('In the left column');
  await toFrame(page, left);
  // Moves into the right column and back, up to the Columns component itself.
  await page.keyboard.press('Alt+Shift+ArrowRight');
  await page.keyboard.press('Control+z');
  await page.keyboard.press('ArrowUp');
  await expect(columns).toBeFocused();
  const part = await insert(page, 'Expandable section', 'ExpandCollapse');
  await page.keyboard.type('A part that opens');
  await insertInto(page, part, 'Text', 'BodyText');
  await page.keyboard.type('Inside the part');
  await toFrame(page, part.locator('[data-kind=BodyText]'));
  await page.keyboard.press('ArrowUp');
  await expect(part).toBeFocused();
}

async function typeChoices(page: Page, form: Locator): Promise<void> {
  for (const [n, words] of ['Boston', 'Denver'].entries()) {
    await pressButton(page, form.getByRole('button', { name: `Choice ${n + 1}`, exact: true }));
    await typeIn(page, last(form, /^Choice text/), words);
  }
}

/** An arrow key opens the list, Escape closes it, more arrow keys move through it, and Enter selects an entry. */
async function selectByArrows(page: Page, select: Locator, label: string): Promise<void> {
  await tabTo(page, select);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await expect(select).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Home');
  const labels = await select.locator('option').allTextContents();
  for (let step = 0; step < labels.indexOf(label); step += 1) await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(select.locator('option:checked')).toHaveText(label);
}

/** Inserts every kind that is not on the page yet, except forms, and returns what readers see of them. */
async function insertOthers(page: Page): Promise<string[]> {
  const present = new Set(await kinds(page));
  const missing = insertableKinds.filter((kind) => !present.has(kind) && kind !== 'Form');
  for (const kind of missing) {
    const frame = await insert(page, forms[kind].label, kind);
    await toFrame(page, frame);
    const form = await openProperties(page);
    for (const step of fillingSteps(kind))
      if ('press' in step) await pressButton(page, form.getByRole('button', { name: step.press }));
      else if ('day' in step) await typeIn(page, form.getByLabel(step.label).last(), asTyped(step.day));
      else await typeIn(page, last(form, new RegExp(`^${step.label}`)), step.text);
    await toFrame(page, frame);
  }
  return missing.flatMap(textsOnPage);
}

async function insertForms(page: Page): Promise<string[]> {
  const list = await insert(page, 'Checklist', 'Checklist');
  await typeIn(page, list.getByRole('textbox').first(), 'Sign it');
  await toFrame(page, list);
  await insertFilledIn(page, 'Short answer', 'TextField', { Question: 'Name alone' });
  await insertFilledIn(page, 'Long answer', 'TextArea', { Question: 'Reason alone' });
  const office = await insert(page, 'Drop-down list', 'DropDownList');
  await toFrame(page, office);
  let properties = await openProperties(page);
  await typeIn(page, last(properties, /^Question/), 'Office alone');
  await typeChoices(page, properties);
  await toFrame(page, office);
  const texts = await insertOthers(page);
  const form = await insert(page, 'Form', 'Form');
  await toFrame(page, form);
  properties = await openProperties(page);
  await typeIn(page, properties.getByRole('textbox', { name: /^Title/ }).first(), 'A form');
  await typeIn(page, last(properties, /^Question/), 'Your name');
  const add = properties.getByRole('group', { name: 'Add a question or section' });
  for (const kind of addableKinds) {
    await selectByArrows(page, add.getByRole('combobox', { name: 'Kind' }), forms[kind].label);
    await pressButton(page, add.getByRole('button', { name: 'Add a question or section' }));
    await typeIn(page, last(properties, 'label' in forms[kind].properties ? /^Question/ : /^Title/), questionOf(kind));
    if ('options' in forms[kind].properties) await typeChoices(page, properties);
  }
  await toFrame(page, form);
  return texts;
}

async function moveCopyRemoveAndUndo(page: Page): Promise<void> {
  const before = await kinds(page);
  const expectKinds = (expected: string[]) => expect.poll(() => kinds(page)).toEqual(expected);
  await page.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => kinds(page)).not.toEqual(before);
  await page.keyboard.press('Control+z');
  await expectKinds(before);
  await page.keyboard.press('Control+d');
  await expectKinds([...before, 'Form']);
  await page.keyboard.press('Delete');
  await expectKinds(before);
  await page.keyboard.press('Control+z');
  await expectKinds([...before, 'Form']);
  await page.keyboard.press('Control+z');
  await expectKinds(before);
  await page.keyboard.press('Control+Shift+z');
  await page.keyboard.press('Control+z');
  await expectKinds(before);
}

async function publishByKeys(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  const publish = page.getByRole('banner').getByRole('button', { name: 'Publish…' });
  for (let part = 0; part < 4 && (await page.getByRole('banner').locator(':focus').count()) === 0; part += 1)
    await page.keyboard.press('F6');
  await pressButton(page, publish);
  await pressButton(page, page.getByRole('dialog').getByRole('button', { name: 'Publish now' }));
  await expect(page.getByText('Published.')).toBeVisible();
}

test('an editor adds a component of every kind by keyboard alone, moves, copies, removes and undoes, and a reader sees each one [STUDIO-001, STUDIO-005, STUDIO-071]', async ({
  browser,
}) => {
  test.setTimeout(600_000);
  const { context, page } = await openAs(browser, 'editor', '/studio');
  page.on('filechooser', (chooser) => void chooser.setFiles(picture));
  const list = page.getByRole('main');
  await pressButton(page, list.getByRole('button', { name: 'New', exact: true }));
  await pressButton(page, list.getByRole('button', { name: 'News', exact: true }));
  await expect(page).toHaveURL(/\/studio\/[0-9a-f-]{36}$/);
  const path = new URL(page.url()).pathname;
  await expect(page.getByRole('textbox', { name: 'Title', exact: true })).toBeFocused();
  await page.keyboard.type(TITLE);
  await insertTexts(page);
  await insertMedia(page);
  await insertLayout(page);
  const texts = await insertForms(page);
  expect([...new Set(await kinds(page))].toSorted()).toEqual(insertableKinds.toSorted());
  await moveCopyRemoveAndUndo(page);
  await expectSaved(page);
  await publishByKeys(page);
  const reader = await openAs(browser, 'corporate', readerPath(path));
  await expectEveryKind(reader.page, TITLE, texts);
  await context.close();
  await reader.context.close();
});
