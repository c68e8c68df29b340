import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { setRegistration } from '@portico/contracts/events';
import { DAY_MS, HOUR_MS } from '@portico/contracts/durations';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { askApi } from '../../support/askApi.ts';
import { ports } from '../../support/ports.ts';
import { newPageAs, openAs } from '../../support/signIn.ts';
import { publishItem, withdrawItem } from '../../support/studio/drafts.ts';
import { expectSaved, frameOf } from '../../support/studio/studio.ts';
import { test } from '../../support/test.ts';

const READER = 'nlareg65';
const main = (page: Page) => page.getByRole('main');

/** Presses what has the focus, once it has it. */
async function press(page: Page, target: ReturnType<Page['getByRole']>, key = 'Enter'): Promise<void> {
  await target.focus();
  await expect(target).toBeFocused();
  await page.keyboard.press(key);
}

async function type(page: Page, target: ReturnType<Page['getByRole']>, text: string): Promise<void> {
  await target.focus();
  await page.keyboard.type(text);
}

test(
  'with the keyboard alone, an organizer asks those who were there a question, and who answers it right gets the credits and the certificate [DUTY-120, CREDIT-084]',
  { tag: '@long' },
  async ({ browser }) => {
    const title = `Questions journey ${Date.now()}`;
    const start = Date.now() + HOUR_MS;
    const program = `Questions CE ${start}`;
    const eventId = await publishItem(
      'event',
      {
        header: title,
        startsAt: new Date(start).toISOString(),
        endsAt: new Date(start + HOUR_MS).toISOString(),
        locationType: 'InPerson',
        location: 'Hall 2',
        registration: {},
        credits: [{ program, state: '', subject: '', hours: '1.5' }],
        components: [
          {
            id: 'ask',
            type: 'Confirmation',
            statement: 'I was in the class and know how to handle a gift.',
            dueDate: new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10),
          },
        ],
      },
      { port: ports.code },
    );
    const registering = await newPageAs(browser, READER);
    await askApi(registering.context, setRegistration.path.replace(':eventId', eventId), {
      method: 'PUT',
      data: { registrationStatus: 'Registered' },
    });
    await registering.context.close();

    const { context, page } = await openAs(browser, 'editor', `/studio/${eventId}`);
    await frameOf(page, 'Confirmation').focus();
    await page.keyboard.press('Alt+Enter');
    const panel = page.getByRole('complementary', { name: 'Properties' });
    const box = (name: string) => panel.getByRole('textbox', { name, exact: true });
    await press(page, panel.getByRole('button', { name: 'Add a question' }));
    await type(page, box('Question'), 'Who approves a gift?');
    const choice = (number: number) => panel.getByRole('group', { name: new RegExp(`^Choice ${number}`) });
    for (const [index, text] of ['Nobody', 'Compliance'].entries()) {
      await press(page, panel.getByRole('button', { name: `Choice ${index + 1}`, exact: true }));
      await type(
        page,
        choice(index + 1)
          .getByRole('textbox')
          .first(),
        text,
      );
    }
    await press(page, choice(2).getByRole('switch', { name: 'Right answer' }), ' ');
    await type(page, box('Explanation'), 'Compliance approves each gift.');
    await press(page, panel.getByRole('switch', { name: 'Only those who attended' }), ' ');
    await expectSaved(page);
    await expectAccessibleInBothThemes(page);
    await press(page, page.getByRole('button', { name: 'Publish…' }));
    const dialog = page.getByRole('dialog');
    await press(page, dialog.getByRole('button', { name: 'Publish now' }));
    await expect(dialog).toHaveCount(0);

    const reader = await openAs(browser, READER, `/events/${eventId}`);
    const part = main(reader.page).getByRole('region', { name: 'Confirmation' });
    await expect(part.getByText(/^After the event, please confirm that you were there/)).toBeVisible();
    await expect(part.getByRole('button')).toHaveCount(0);

    await page.goto(`/studio/events/${eventId}/check-in`);
    await press(page, main(page).getByRole('listitem').getByRole('button', { pressed: false }).first());
    await expect(main(page).getByText('1 of 1 are here')).toBeVisible();
    await page.goto(`/studio/events/${eventId}`);
    await expect(main(page).getByRole('link', { name: '0 of 1 who attended have confirmed' })).toBeVisible();
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page));

    await reader.page.goto('/duties');
    await press(reader.page, main(reader.page).getByRole('link', { name: title }));
    const confirm = part.getByRole('button', { name: 'Confirm' });
    await press(reader.page, part.getByRole('radio', { name: 'Nobody' }), ' ');
    await press(reader.page, confirm);
    await expect(part.getByText('Compliance approves each gift.')).toBeVisible();
    await onEveryDevice(reader.page, () => expectAccessibleInBothThemes(reader.page, { within: 'main' }));
    await press(reader.page, part.getByRole('radio', { name: 'Nobody' }), 'ArrowDown');
    await press(reader.page, confirm);
    await expect(part.getByText(/^Confirmed /)).toBeVisible();
    await onEveryDevice(reader.page, () => expectAccessibleInBothThemes(reader.page, { within: 'main' }));

    await reader.page.goto('/duties/credits');
    await expect(main(reader.page).getByText(`${program}: 1.5 h`)).toBeVisible();
    const download = reader.page.waitForEvent('download');
    await press(reader.page, main(reader.page).getByRole('button', { name: `Certificate for ${title} (PDF)` }));
    expect((await readFile(await (await download).path())).subarray(0, 4).toString()).toBe('%PDF');

    await press(page, main(page).getByRole('link', { name: '1 of 1 who attended have confirmed' }));
    await expect(main(page).getByText(/Confirmed .* version 2$/)).toBeVisible();
    await onEveryDevice(page, () => expectAccessibleInBothThemes(page, { within: 'main' }));
    await reader.context.close();
    await context.close();
    await withdrawItem(eventId);
  },
);
