import { expect, type Page } from '@playwright/test';
import { HOUR_MS, MINUTE_MS } from '@portico/contracts/durations';
import { setRegistration } from '@portico/contracts/events';
import { expectAccessibleInBothThemes, onEveryDevice } from '../../support/accessibility.ts';
import { askApi } from '../../support/askApi.ts';
import { ports } from '../../support/ports.ts';
import { openAs } from '../../support/signIn.ts';
import { publishItem } from '../../support/studio/drafts.ts';
import { test } from '../../support/test.ts';

const main = (page: Page) => page.getByRole('main');

test('with the keyboard alone, an organizer shows a code, and a reader checks in with it @long [CREDIT-050, CREDIT-055]', async ({
  browser,
}) => {
  const start = Date.now() + 10 * MINUTE_MS;
  const eventId = await publishItem(
    'event',
    {
      header: `Code journey ${start}`,
      startsAt: new Date(start).toISOString(),
      endsAt: new Date(start + HOUR_MS).toISOString(),
      locationType: 'InPerson',
      location: 'Hall 2',
      registration: {},
    },
    { port: ports.code },
  );
  const reader = await openAs(browser, 'nla', '/');
  await askApi(reader.context, setRegistration.path.replace(':eventId', eventId), {
    method: 'PUT',
    data: { registrationStatus: 'Registered' },
  });

  const editor = await openAs(browser, 'editor', `/studio/events/${eventId}/check-in`);
  await expect(main(editor.page).getByText('0 of 1 are here')).toBeVisible();
  await main(editor.page).getByRole('button', { name: 'Check-in by code…' }).press('Enter');
  const dialog = editor.page.getByRole('dialog', { name: 'Check-in by code' });
  await dialog.getByRole('button', { name: 'Turn on' }).press('Enter');
  const code = dialog.getByText(/^\d{6}$/);
  await expect(code).toBeVisible();
  await expect(dialog.getByRole('img', { name: 'The code as a picture to scan' })).toBeVisible();
  await onEveryDevice(editor.page, () => expectAccessibleInBothThemes(editor.page, { within: '[role="dialog"]' }));

  await reader.page.goto(`/events/${eventId}?code=12`);
  const field = main(reader.page).getByRole('textbox', { name: 'Code' });
  await expect(field).toHaveValue('12');
  await field.press('Enter');
  await expect(main(reader.page).getByText('This code is wrong or has changed.')).toBeVisible();
  await onEveryDevice(reader.page, () => expectAccessibleInBothThemes(reader.page, { within: 'main' }));
  await field.press('ControlOrMeta+a');
  await reader.page.keyboard.type((await code.textContent())!);
  await reader.page.keyboard.press('Enter');
  await expect(main(reader.page).getByText('You are checked in.')).toBeFocused();

  await editor.page.keyboard.press('Escape');
  await expect(main(editor.page).getByText('1 of 1 are here')).toBeVisible();
  await reader.context.close();
  await editor.context.close();
});
