import { expect } from '@playwright/test';
import { confirmByKeyboard, expectAccessibleOnEveryDevice, pressByKeyboard } from '../../support/administration.ts';
import { expectAccessibleInBothThemes } from '../../support/accessibility.ts';
import { signInToEmptyPortal } from '../../support/signIn.ts';
import { test } from '../../support/test.ts';

const ADDRESS = 'https://clients.example.com/start';

test(
  'by keyboard, an administrator gives a person an application and its address; their open panel follows, also when it is undone [DESK-120, DESK-121, DESK-122, DESK-124, DESK-125]',
  { tag: '@long' },
  async ({ browser }) => {
    // Nobody else has applications there.
    const person = await signInToEmptyPortal(browser, 'nla');
    const { page, context } = await signInToEmptyPortal(browser, 'admin');
    await pressByKeyboard(person.page.getByRole('button', { name: 'Applications', exact: true }));
    await expect(person.page.getByRole('heading', { name: 'No applications are set up for you yet' })).toBeVisible();
    await page.goto('/admin/applications');
    await expect(page.getByRole('link', { name: 'Fin.Link' })).toBeVisible();
    await expectAccessibleOnEveryDevice(page);
    await pressByKeyboard(page.getByRole('link', { name: 'Fin.Link' }));
    await page.getByRole('textbox', { name: 'Address given here' }).fill(ADDRESS);
    await page.getByRole('textbox', { name: 'Address given here' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Use the setting again' })).toBeVisible();

    await page.getByRole('searchbox', { name: 'Find people by name or email' }).fill('whitf');
    await pressByKeyboard(page.getByRole('button', { name: 'Change access of Gracie Whitfield' }));
    const dialog = page.getByRole('dialog', { name: 'Fin.Link for Gracie Whitfield' });
    await expect(dialog).toBeVisible();
    await expectAccessibleInBothThemes(page);
    const access = dialog.getByRole('radio', { name: 'Access', exact: true });
    await access.focus();
    await access.press('Space');
    await expect(access).toBeChecked();
    await confirmByKeyboard(page, 'Fin.Link for Gracie Whitfield', 'Save');
    await expect(dialog).toHaveCount(0);
    const card = person.page.getByRole('link', { name: 'Fin.Link' });
    await expect(card).toHaveAttribute('href', ADDRESS);

    const undo = page.getByRole('button', { name: 'Undo: Gracie Whitfield: Not given → Access' });
    await pressByKeyboard(undo);
    await expect(undo).toHaveCount(0);
    await expect(card).toHaveCount(0);
    await pressByKeyboard(page.getByRole('button', { name: 'Use the setting again' }));
    await expect(page.getByRole('button', { name: 'Use the setting again' })).toHaveCount(0);
    await expectAccessibleOnEveryDevice(page);
    for (const one of [person.context, context]) await one.close();
  },
);
