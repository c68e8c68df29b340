import { listPreviewAddresses } from '@portico/contracts/studio/previews';
import {
  createRelease,
  getRelease,
  listReleases,
  previewRelease,
  publishRelease,
  removeFromRelease,
  undoRelease,
  type Release,
  type ReleaseItem,
} from '@portico/contracts/studio/releases';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { aDraft, answerStudio, ITEM_ID } from '../testing/studioItems.ts';

const ID = '8f9b1d4e-0000-4000-8000-000000000001';
const anItem = (own: Partial<ReleaseItem> = {}): ReleaseItem => ({
  itemId: ITEM_ID,
  kind: 'news',
  title: 'Wire cutoff moves',
  revision: 2,
  previousRevision: 1,
  hasChanges: false,
  newerWaiting: null,
  problem: null,
  ...own,
});
const aRelease = (own: Partial<Release> = {}): Release => ({
  id: ID,
  name: 'January',
  state: 'Planned',
  version: 1,
  goesLiveAt: null,
  releasedAt: null,
  createdBy: 'Edda Mohr',
  itemCount: 1,
  hasProblems: false,
  items: [anItem()],
  ...own,
});

function open(path: string, release = aRelease()) {
  window.innerWidth = 1440;
  const api = answerStudio(fakeApi());
  api.answer(getRelease, release);
  api.answer(listReleases, { items: [release] });
  api.answer(listPreviewAddresses, { items: [] });
  api.answer(previewRelease, {
    lists: [
      {
        kind: 'news',
        total: 1,
        entries: [
          { itemId: ITEM_ID, title: 'Wire cutoff moves', publishedAt: '2026-12-01T14:00:00.000Z', isInRelease: true },
        ],
      },
    ],
    items: [{ itemId: ITEM_ID, kind: 'news', isVisible: true, draft: aDraft() }],
  });
  const { address } = openPortal(path, { api, person: 'edda' });
  return { api, address };
}
const confirm = async (title: string, action: string) => {
  const dialog = within(await screen.findByRole('dialog', { name: title }));
  await userEvent.click(dialog.getByRole('button', { name: action }));
};

describe('releases', () => {
  test('are listed with state and number of items, and created with a name [STUDIO-055]', async () => {
    const { api, address } = open('/studio/releases', aRelease({ state: 'Planned', hasProblems: true }));
    expect((await screen.findByRole('link', { name: 'January' })).getAttribute('href')).toBe(`/studio/releases/${ID}`);
    expect(screen.getByText('1 item · No date yet · created by Edda Mohr')).toBeDefined();
    expect(screen.getByText('Didn’t go live')).toBeDefined();
    api.answer(createRelease, ({ body }) => {
      expect(body).toMatchObject({ name: 'February', goesLiveAt: null });
      return aRelease({ name: 'February' });
    });
    const name = screen.getAllByRole('textbox')[0]!;
    await userEvent.type(name, ' February {Enter}');
    await waitFor(() => expect(address()).toBe(`/studio/releases/${ID}`));
  });

  test('go live only after confirmation, which is then announced [STUDIO-055]', async () => {
    const { api } = open(`/studio/releases/${ID}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Go live now' }));
    expect(api.callsTo(publishRelease)).toHaveLength(0);
    api.answer(publishRelease, () => {
      const live = aRelease({ state: 'Live', releasedAt: '2026-12-01T14:00:00.000Z', version: 2 });
      api.answer(getRelease, live);
      return live;
    });
    await confirm('Go live now?', 'Go live now');
    expect(await screen.findByText('“January” is live.')).toBeDefined();
    expect(await screen.findByRole('button', { name: 'Undo release…' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Delete release…' })).toBeNull();
  });

  test('show the problem of an item that stopped them, and let it be removed [STUDIO-056]', async () => {
    const { api } = open(
      `/studio/releases/${ID}`,
      aRelease({ hasProblems: true, items: [anItem({ problem: 'Another page has its address.' })] }),
    );
    const items = within(await screen.findByRole('region', { name: 'Items' }));
    expect(items.getByText('Another page has its address.')).toBeDefined();
    expect(items.getByRole('alert')).toBeDefined();
    api.answer(removeFromRelease, () => {
      api.answer(getRelease, aRelease({ items: [], itemCount: 0, version: 2 }));
      return aRelease({ items: [], itemCount: 0, version: 2 });
    });
    await userEvent.click(items.getByRole('button', { name: 'Remove “Wire cutoff moves” from the release' }));
    await waitFor(() => expect(items.queryByRole('link', { name: 'Wire cutoff moves' })).toBeNull());
  });

  test('can be undone, with a warning about newer versions that are canceled [STUDIO-057]', async () => {
    const live = { state: 'Live' as const, releasedAt: '2026-12-01T14:00:00.000Z' };
    const { api } = open(
      `/studio/releases/${ID}`,
      aRelease({ ...live, items: [anItem({ newerWaiting: 3 }), anItem({ itemId: ID, title: 'Other' })] }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Undo release…' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Undo this release?' }));
    expect(dialog.getByText(/A newer version of 1 item is scheduled/)).toBeDefined();
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Wire cutoff moves']);
    api.answer(undoRelease, aRelease({ ...live, state: 'Undone' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Undo release' }));
    expect(await screen.findByText('“January” was undone.')).toBeDefined();
  });

  test('can be previewed as an advisor type and at a time [STUDIO-058]', async () => {
    const { api } = open(`/studio/releases/${ID}`);
    const preview = within(await screen.findByRole('region', { name: 'Portal preview' }));
    expect(await preview.findByRole('region', { name: 'News' })).toBeDefined();
    const query = () => new URL(api.callsTo(previewRelease).at(-1)!.path, 'https://portal.test').searchParams;
    expect(query().get('advisorType')).toBe('AdvisorCorporate');
    await userEvent.selectOptions(preview.getByRole('combobox', { name: 'As' }), 'Non-licensed Assistant');
    await waitFor(() => expect(query().get('advisorType')).toBe('Nla'));
    await userEvent.type(preview.getByLabelText('Date and time'), '2027-01-04T09:00');
    await waitFor(() => expect(query().get('at')).toMatch(/^2027-01-04T/));
  });
});
