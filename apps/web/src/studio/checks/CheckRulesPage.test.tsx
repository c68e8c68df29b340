import { checkLicenses } from '@portico/contracts/studio/media';
import { listWaitingItems } from '@portico/contracts/studio/reviews';
import { getStudioAccess } from '@portico/contracts/studio/roles';
import { checkLinks, listCheckRules, saveCheckRules, type CheckRule } from '@portico/contracts/studio/studioChecks';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, ITEM_ID } from '../testing/studioItems.ts';

test('the page of check rules shows what blocks, saves a choice, and says who can change rules [STUDIO-244]', async () => {
  const api = fakeApi();
  api.answer(getStudioAccess, {
    mayCreate: true,
    mayManage: true,
    mayHandOver: true,
    mayOversee: true,
    assignedEntries: 0,
    hasItems: true,
    maySeeConfirmations: true,
    mayRelease: true,
    departments: null,
  });
  api.answer(listWaitingItems, { items: [] });
  const rules: CheckRule[] = [
    { check: 'DeadLink', level: 'Warn' },
    { check: 'CardNumber', level: 'Block' },
  ];
  api.answer(listCheckRules, { items: rules });
  api.answer(saveCheckRules, ({ body }) => ({ items: [...body.items, rules[1]!] }));
  openPortal('/studio/checks', { api });
  const links = await screen.findByRole('group', { name: 'Broken links' });
  expect(within(links).getByRole<HTMLInputElement>('radio', { name: 'Warns' }).checked).toBe(true);
  await userEvent.click(within(links).getByRole('radio', { name: 'Blocks' }));
  await waitFor(() =>
    expect(within(links).getByRole<HTMLInputElement>('radio', { name: 'Blocks' }).checked).toBe(true),
  );
  api.fail(saveCheckRules, 'forbidden');
  await userEvent.click(within(links).getByRole('radio', { name: 'Warns' }));
  await screen.findByText('Only administrators can change these settings.');
  expect(within(links).getByRole<HTMLInputElement>('radio', { name: 'Blocks' }).checked).toBe(true);
});

test('a dead link is reported while editing, and blocks publication if the rule says so [STUDIO-243, STUDIO-244]', async () => {
  window.innerWidth = 1440;
  const draft = aDraft([{ id: 'a', type: 'Link', text: 'The rules', href: '/news/gone' }]);
  const api = studioApi(aStudioItem({ draft }));
  api.answer(listCheckRules, { items: [{ check: 'DeadLink', level: 'Block' }] });
  api.answer(checkLinks, { dead: [{ href: '/news/gone', problem: 'NotFound' }], isPending: false });
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Publish…' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByText('The link to /news/gone is broken.');
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Publish now' }).disabled).toBe(true);
  window.innerWidth = 1024;
});

test('a picture without license is asked for while editing if the rule says so, with a link to it in the library [DESK-107]', async () => {
  window.innerWidth = 1440;
  const image = {
    id: '6f9b1d4e-0000-4000-a000-000000000001',
    alt: 'A bridge',
    width: 1600,
    height: 900,
    widths: [320],
  };
  const draft = aDraft([{ id: 'a', type: 'Image', image, size: 'Big', alignment: 'Center' }]);
  const api = studioApi(aStudioItem({ draft }));
  api.answer(listCheckRules, { items: [{ check: 'NoLicense', level: 'Block' }] });
  const asked: string[][] = [];
  api.answer(checkLicenses, ({ body: { ids } }) => {
    asked.push(ids);
    return { unlicensed: ids };
  });
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  await userEvent.click(await screen.findByRole('button', { name: 'Publish…' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('The library doesn’t know the license or source of this picture or file.');
  expect(dialog.getByRole('link', { name: 'Add license and source' }).getAttribute('href')).toBe(
    `/studio/media?media=${image.id}`,
  );
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish now' }).disabled).toBe(true);
  expect(asked[0]).toEqual([image.id]);
  window.innerWidth = 1024;
});

test('only the check of licenses can be off, and then nothing asks for them [DESK-107]', async () => {
  const api = studioApi(aStudioItem({ draft: aDraft([]) }));
  const rules: CheckRule[] = [
    { check: 'NoLicense', level: 'Warn' },
    { check: 'DeadLink', level: 'Warn' },
  ];
  api.answer(listCheckRules, { items: rules });
  api.answer(saveCheckRules, ({ body }) => ({ items: [...body.items, rules[1]!] }));
  openPortal('/studio/checks', { api, person: 'edda' });
  const licenses = within(await screen.findByRole('group', { name: 'Pictures and files without license or source' }));
  expect(within(screen.getByRole('group', { name: 'Broken links' })).queryByRole('radio', { name: 'Off' })).toBeNull();
  await userEvent.click(licenses.getByRole('radio', { name: 'Off' }));
  await waitFor(() => expect(licenses.getByRole<HTMLInputElement>('radio', { name: 'Off' }).checked).toBe(true));
});
