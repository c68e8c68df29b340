import { expect, type Page } from '@playwright/test';

export const FILM = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';

/**
 * Expects that readers see every kind of component that a page or a form can contain, with the words that the long
 * studio journeys write.
 */
export async function expectEveryKind(page: Page, title: string): Promise<void> {
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
  await text('A tile');
  await text('An entry with an icon');
  for (const name of ['Ana Ruiz', 'Lee Park', 'Sam Cole']) await text(name);
  await expect(main.getByRole('checkbox', { name: 'Sign it' })).toBeVisible();
  for (const name of ['Name alone', 'Reason alone']) await expect(main.getByRole('textbox', { name })).toBeVisible();
  await expect(main.getByRole('combobox', { name: 'Office alone' })).toBeVisible();
  const form = main.getByRole('region', { name: 'A form' });
  for (const name of ['Your name', 'Your reason']) await expect(form.getByRole('textbox', { name })).toBeVisible();
  await expect(form.getByRole('combobox', { name: 'Your office' })).toBeVisible();
  await expect(form.getByRole('radio', { name: 'Boston' })).toBeVisible();
  await expect(form.getByRole('checkbox', { name: 'Denver' })).toBeVisible();
  await expect(form.getByRole('checkbox', { name: 'I agree' })).toBeVisible();
  await expect(form.getByRole('group', { name: 'Your receipt' })).toBeVisible();
  await expect(form.getByRole('heading', { name: 'About you' })).toBeVisible();
}
