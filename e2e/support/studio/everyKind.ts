import { expect, type Page } from '@playwright/test';
import { forms } from '@portico/kinds/componentForms';
import { shapes } from '@portico/kinds/components';
import type { ComponentKind } from '@portico/kinds/content';
import { FormField } from '@portico/kinds/formFields';
import { plainText } from '@portico/kinds/plainText';
import type { AnyDescription } from '@portico/kinds/properties/form';
import type { RichText } from '@portico/kinds/richText';
import { oneOfEachKind } from '@portico/kinds/testing/examples';
import { textsOf } from '@portico/kinds/texts';

export const FILM = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

/** The kinds that an editor can insert on a page. */
export const insertableKinds = (Object.keys(forms) as ComponentKind[]).filter((kind) => forms[kind].menu !== null);

/** The kinds of questions and sections that can be added to a form, whose first question is a short answer. */
export const addableKinds = FormField.def.options
  .flatMap(({ shape }) => shape.type.def.values)
  .filter((kind) => kind !== 'TextField' && kind !== 'Divider');

/** What the long studio journeys write as a question or section of a kind. */
export const questionOf = (kind: ComponentKind): string => `${forms[kind].label} in a form`;

/**
 * One step of filling in a new component: pressing a button that adds an entry, typing in a field, or entering a day,
 * `yyyy-MM-dd`.
 */
export type FillingStep = { press: string } | { label: string; text: string } | { label: string; day: string };

/** How to fill in the texts that a new component lacks, with those of its example. */
export const fillingSteps = (kind: ComponentKind): FillingStep[] =>
  stepsFor(
    shapes[kind].blank(() => 'new'),
    forms[kind].properties as unknown as Record<string, AnyDescription>,
    oneOfEachKind[kind],
  );

/** The texts of these steps that readers see as they were typed. */
export const textsOnPage = (kind: ComponentKind): string[] =>
  fillingSteps(kind).flatMap((step) =>
    'text' in step && textsOf(oneOfEachKind[kind]).some((text) => text.startsWith(step.text)) ? [step.text] : [],
  );

function stepsFor(blank: object, descriptions: Record<string, AnyDescription>, example: object): FillingStep[] {
  return Object.entries(descriptions).flatMap(([name, { label, isHidden, add, create, properties }]) => {
    const [empty, full]: [unknown, unknown] = [Reflect.get(blank, name), Reflect.get(example, name)];
    if (isHidden) return [];
    if (empty === '')
      return [/^\d{4}-\d\d-\d\d$/.test(String(full)) ? { label, day: String(full) } : { label, text: String(full) }];
    if (typeof empty !== 'object' || empty === null) return [];
    if ('type' in empty && empty.type === 'doc') return [{ label, text: plainText(full as RichText).split('\n')[0]! }];
    if (!properties) return [];
    if (!Array.isArray(empty)) return stepsFor(empty, properties, full as object);
    const [entry, press]: [unknown, FillingStep[]] =
      empty.length > 0 || !add ? [empty[0], []] : [create?.({}), [{ press: add }]];
    return typeof entry === 'object' && entry !== null
      ? [...press, ...stepsFor(entry, properties, (full as object[])[0]!)]
      : [];
  });
}

/**
 * Expects that readers see every kind of component that a page or a form can contain, with the words that the long
 * studio journeys write, and these texts.
 */
export async function expectEveryKind(page: Page, title: string, texts: string[]): Promise<void> {
  const main = page.getByRole('main');
  const text = (words: string) => expect(main.getByText(words, { exact: true }).first()).toBeVisible();
  await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(main.getByRole('heading', { level: 2, name: 'A heading with an end' })).toBeVisible();
  await text('bold at the end.');
  await text('Entry inside');
  await expect(main.getByRole('link', { name: 'A link to a page' })).toBeVisible();
  await text('Put it in writing.');
  await text('Ask before you act.');
  await expect(main.getByRole('separator')).toHaveCount(1);
  await expect(main.getByRole('cell', { name: '26.5' })).toBeVisible();
  await expect(main.getByRole('img', { name: 'A red square' })).toBeVisible();
  await expect(main.getByRole('img', { name: 'A square in the gallery' })).toBeVisible();
  await expect(main.getByText('A film').first()).toBeVisible();
  await text('Files to keep');
  await text('In the left column');
  await main.getByRole('button', { name: 'A part that opens' }).press('Enter');
  await text('Inside the part');
  for (const words of texts) await text(words);
  await expect(main.getByRole('checkbox', { name: 'Sign it' })).toBeVisible();
  for (const name of ['Name alone', 'Reason alone']) await expect(main.getByRole('textbox', { name })).toBeVisible();
  await expect(main.getByRole('combobox', { name: 'Office alone' })).toBeVisible();
  const form = main.getByRole('region', { name: 'A form' });
  for (const kind of addableKinds) await expect(form.getByText(questionOf(kind)).first()).toBeVisible();
  for (const name of ['Your name', questionOf('TextArea')])
    await expect(form.getByRole('textbox', { name })).toBeVisible();
  await expect(form.getByRole('combobox', { name: questionOf('DropDownList') })).toBeVisible();
  await expect(form.getByRole('radio', { name: 'Boston' })).toBeVisible();
  await expect(form.getByRole('checkbox', { name: 'Denver' })).toBeVisible();
  await expect(form.getByRole('checkbox', { name: questionOf('Checkbox') })).toBeVisible();
  await expect(form.getByRole('group', { name: questionOf('FileUpload') })).toBeVisible();
  await expect(form.getByRole('heading', { name: questionOf('TitleAndDescription') })).toBeVisible();
}
