import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { emptyRule } from '@portico/authoring/audience';
import { countAudience, findPeople, listAudienceFacts } from '@portico/contracts/studio/audience';
import {
  getEditedMenu,
  getMenuVersion,
  listMenuVersions,
  previewMenu,
  publishMenu,
  type EditedMenu,
  type MenuEntry,
  type MenuTree,
} from '@portico/contracts/studio/menuDesk';
import { fakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { answerStudio } from '../testing/studioItems.ts';
import { menuIcons } from './menuIcons.ts';

const entry = (id: string, fields: Partial<MenuEntry> = {}): MenuEntry => ({
  id,
  name: id.toUpperCase(),
  kind: 'Link',
  status: 'Default',
  icon: null,
  pageLink: `/${id}`,
  openInNewTab: false,
  nestedPagesLinks: [],
  audience: [],
  audienceRule: emptyRule,
  submenuItems: [],
  ...fields,
});
const published: EditedMenu = {
  version: 3,
  publishedAt: '2026-11-20T14:00:00.000Z',
  publishedBy: 'Edda Mohr',
  note: '',
  menu: {
    menuItems: [entry('news'), entry('firm', { submenuItems: [entry('support')] }), entry('events')],
    avatarMenuItems: [],
    intranetUrl: null,
  },
};

function open(menu: EditedMenu = published) {
  window.innerWidth = 1440;
  const api = answerStudio(fakeApi());
  const sent: Array<{ version: number; menu: MenuTree; note: string }> = [];
  api.answer(getEditedMenu, menu);
  api.answer(listAudienceFacts, { items: [] });
  api.answer(countAudience, { reached: 5, total: 9, reachedByMail: 1, samples: [] });
  api.answer(publishMenu, ({ body }) => {
    sent.push(body);
    return { ...menu, version: 4, menu: body.menu };
  });
  openPortal('/studio/menu', { api, person: 'edda' });
  return { api, sent };
}
const sidebar = async () => within(await screen.findByRole('list', { name: 'Sidebar' }));
const order = async () =>
  (await sidebar()).getAllByRole('listitem').map((item) => {
    const opener = within(item).getAllByRole('button', { name: /^Level/ })[0]!;
    return /^Level (\d): (\S*)/.exec(opener.textContent)!.slice(1).toReversed().join(' ');
  });
const opener = async (name: string) =>
  (await sidebar()).getByRole('button', { name: new RegExp(`^Level \\d: ${name}\\b`) });
const button = (name: string) => screen.getByRole('button', { name });

afterEach(() => {
  clearToasts();
  localStorage.clear();
});

describe('the menu in the studio', () => {
  test('is listed with levels; an entry is moved with Alt and an arrow key, announced, undone and redone [DESK-072]', async () => {
    open();
    expect(await order()).toEqual(['NEWS 1', 'FIRM 1', 'SUPPORT 2', 'EVENTS 1']);
    (await opener('EVENTS')).focus();
    await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
    expect(await order()).toEqual(['NEWS 1', 'FIRM 1', 'SUPPORT 2', 'EVENTS 2']);
    expect(await screen.findByText('EVENTS moved.')).toBeDefined();
    await waitFor(async () => expect(document.activeElement).toBe(await opener('EVENTS')));
    await userEvent.keyboard('{Alt>}{ArrowUp}{ArrowUp}{/Alt}');
    expect(await order()).toEqual(['NEWS 1', 'FIRM 1', 'EVENTS 2', 'SUPPORT 2']);
    expect(await screen.findByText('EVENTS can’t be moved further.')).toBeDefined();
    await userEvent.click(button('Undo'));
    expect(await order()).toEqual(['NEWS 1', 'FIRM 1', 'SUPPORT 2', 'EVENTS 2']);
    await userEvent.click(button('Redo'));
    expect(await order()).toEqual(['NEWS 1', 'FIRM 1', 'EVENTS 2', 'SUPPORT 2']);
    (await opener('NEWS')).focus();
    await userEvent.keyboard('{Control>}zz{/Control}');
    expect(await order()).toEqual(['NEWS 1', 'FIRM 1', 'SUPPORT 2', 'EVENTS 1']);
    expect(screen.getByText('Same as published.')).toBeDefined();
  });

  test('is published once with all changes, which the dialog names, and a note [DESK-073]', async () => {
    const { sent } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for SUPPORT' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Remove/ }));
    await userEvent.click(button('Add an entry'));
    const form = within(await screen.findByRole('group', { name: /settings$/ }));
    const name = form.getByRole('textbox', { name: 'Name' });
    expect(document.activeElement).toBe(name);
    // What is not complete is named, and opened.
    await userEvent.click(button('Publish…'));
    expect((await screen.findAllByText('Enter a name.')).length).toBeGreaterThan(0);
    await userEvent.type(name, 'Rates');
    await userEvent.type(form.getByRole('textbox', { name: 'Address' }), 'rates.example/today');
    await userEvent.tab();
    await userEvent.click(form.getByRole('switch', { name: 'Open in a new tab' }));
    await userEvent.click(form.getByRole('radio', { name: 'rates' }));
    await userEvent.click(button('Publish…'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish the menu' }));
    expect(dialog.getAllByRole('term').map(({ textContent }) => textContent)).toEqual(['Added', 'Removed']);
    expect(dialog.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Rates', 'SUPPORT']);
    await userEvent.type(dialog.getByRole('textbox', { name: 'Note for the history (optional)' }), 'Rates first');
    await userEvent.click(dialog.getByRole('button', { name: 'Publish for everyone' }));
    expect(await screen.findByText('The menu is published.')).toBeDefined();
    expect(sent).toMatchObject([
      {
        version: 3,
        note: 'Rates first',
        menu: {
          menuItems: [
            { id: 'news' },
            { id: 'firm', submenuItems: [] },
            { id: 'events' },
            { name: 'Rates', pageLink: 'https://rates.example/today', openInNewTab: true, icon: '/icons/rates.svg' },
          ],
        },
      },
    ]);
    expect(screen.getByText('Same as published.')).toBeDefined();
  });

  test('keeps what was typed after a reload, and letters of a name are undone together [DESK-072]', async () => {
    open();
    await userEvent.click(await opener('NEWS'));
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' today');
    cleanup();
    open();
    expect(await opener('NEWS today')).toBeDefined();
    await userEvent.click(await opener('NEWS today'));
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' now');
    await userEvent.click(button('Undo'));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('NEWS today');
    expect(screen.getByRole('button', { name: 'Undo' })).toHaveProperty('disabled', true);
  });

  test('that somebody else published meanwhile keeps this editor’s changes and asks which to take [DESK-073]', async () => {
    const { api } = open();
    api.fail(publishMenu, 'conflict');
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for NEWS' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: /^Move down/ }));
    await userEvent.click(button('Publish…'));
    const theirs = { ...published, version: 4, publishedBy: 'Cora Finch' };
    api.answer(getEditedMenu, theirs);
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish the menu' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Publish for everyone' }));
    expect(await dialog.findByRole('alert')).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(
      await screen.findByText('Cora Finch published the menu while you were editing it. Your changes are still here.'),
    ).toBeDefined();
    expect(button('Publish…')).toHaveProperty('disabled', true);
    expect(await order()).toEqual(['FIRM 1', 'SUPPORT 2', 'NEWS 1', 'EVENTS 1']);
    await userEvent.click(button('Keep my menu'));
    expect(button('Publish…')).toHaveProperty('disabled', false);
    expect(await order()).toEqual(['FIRM 1', 'SUPPORT 2', 'NEWS 1', 'EVENTS 1']);
  });

  test('is previewed as a person, before it is published [DESK-074]', async () => {
    const { api } = open();
    const ana = { id: crypto.randomUUID(), name: 'Ana Brandt', email: 'ana@firm.example', advisorType: null };
    api.answer(findPeople, { items: [ana] });
    api.answer(previewMenu, { shown: ['news', 'firm'] });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Preview as a person' }), 'Ana');
    await userEvent.click(await screen.findByRole('button', { name: /^Ana Brandt/ }));
    expect(await screen.findByText('You see what Ana Brandt is shown.')).toBeDefined();
    await waitFor(() => expect(screen.getAllByText('Not shown')).toHaveLength(2));
    await userEvent.click(button('End preview'));
    expect(screen.queryByText('Not shown')).toBeNull();
  });

  test('gets a former version back as a change to publish [DESK-073]', async () => {
    const { api } = open();
    const version = (number: number, own: object = {}) => ({
      version: number,
      publishedAt: '2026-11-20T14:00:00.000Z',
      publishedBy: 'Edda Mohr',
      note: '',
      changes: { added: 1, removed: 0, moved: 2, changed: 0 },
      ...own,
    });
    api.answer(listMenuVersions, {
      items: [
        version(3),
        version(2, { note: 'Autumn' }),
        version(1, { publishedAt: null, publishedBy: null, changes: null }),
      ],
      hasMore: false,
    });
    api.answer(getMenuVersion, { ...published, version: 1, menu: { ...published.menu, menuItems: [entry('old')] } });
    await userEvent.click(await screen.findByRole('button', { name: 'Versions' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Versions' }));
    expect(await dialog.findByText('Edda Mohr · 1 added, 2 moved · Autumn')).toBeDefined();
    expect(dialog.getByText('Published now')).toBeDefined();
    await userEvent.click(dialog.getByRole('button', { name: 'Restore the version of Before versions were stored' }));
    await waitFor(async () => expect(await order()).toEqual(['OLD 1']));
    expect(screen.getByText('Not published yet.')).toBeDefined();
  });

  test('offers every icon that the portal has', () => {
    const folder = join(import.meta.dirname, '../../../public/icons');
    const files = readdirSync(folder).filter((name) => name.endsWith('.svg'));
    expect(menuIcons.map((name) => `${name}.svg`)).toEqual(files.sort());
  });
});
