import type { Page } from '@playwright/test';

/** The expense form on the page about compensation. */
export const claim = (page: Page) => page.getByRole('region', { name: 'Event expense claim' });
export const submit = (page: Page) => page.getByRole('button', { name: /^Submit/ });

export const saved = (page: Page) => page.getByRole('main').getByText(/^Saved at \d{1,2}:\d\d [ap]m$/);
/** Limits a check to the form: parts that scroll under the page's bars are not its fault. */
export const formOnly = (title: string) => ({ within: `section[aria-label="${title}"]` });
export const inClaim = formOnly('Event expense claim');

/** Fills in the required fields of a simple claim. */
export async function fillInClaim(page: Page): Promise<void> {
  const form = claim(page);
  await form.getByRole('textbox', { name: /^Name of the event/ }).fill('Spring forum');
  await form.getByLabel(/^First day of the event/).fill('2026-03-09');
  await form.getByRole('radio', { name: 'As a guest' }).check();
  await form.getByRole('checkbox', { name: 'Meals' }).check();
  await form.getByRole('textbox', { name: /^Total amount/ }).fill('18.40');
  await form.getByRole('checkbox', { name: /^I paid for this myself/ }).check();
}
