import { createStudioItem, followStudioItem, getStudioItem, listStudioItems } from '@portico/contracts/studio/studio';
import { fakeApi } from '@portico/testing/fakeApi';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { expectErrorsInConsole, openPortal } from '../../testPortal.ts';
import { answerStudio, aStudioItem, aListItem, ITEM_ID } from '../testing/studioItems.ts';

const page = (items = [aListItem()], total = items.length) => ({ page: 1, pageSize: 25, total, items });

describe('the studio list', () => {
  test('shows the kind of an item, its state, and who changed it [STUDIO-012]', async () => {
    const api = answerStudio(fakeApi());
    api.answer(
      listStudioItems,
      page([
        aListItem({ hasChanges: true }),
        aListItem({ id: ITEM_ID.replace('1d4e', '1d4f'), title: '', state: 'Draft', updatedBy: null }),
      ]),
    );
    openPortal('/studio', { api });
    const link = await screen.findByRole('link', { name: 'Wire cutoff moves' });
    expect(link.getAttribute('href')).toBe(`/studio/${ITEM_ID}`);
    expect(screen.getByText(/News · changed by Edda Mohr, Nov 20, 2026/)).toBeDefined();
    expect(screen.getByText('Unpublished changes')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Untitled' })).toBeDefined();
    expect(screen.getByText(/changed by Import/)).toBeDefined();
  });

  test('says that search can’t find words in the file of a document [DOCS-014]', async () => {
    const api = answerStudio(fakeApi());
    api.answer(listStudioItems, page([aListItem({ kind: 'document', hasNoWords: true })]));
    openPortal('/studio', { api });
    expect((await screen.findByText(/Document · changed by/)).textContent).toMatch(
      / · search can’t find words in this file$/,
    );
  });

  test.each([
    ['Publish', ['publish'], 'approved: you can publish it'],
    ['Publish', [], 'approved, waiting to be published'],
    ['Archive', ['publish', 'archive'], 'approved: you can archive it'],
    ['Archive', ['publish'], 'approved, waiting to be archived'],
  ] as const)(
    'says of an item approved to %s, for someone with the rights %j: %s [STUDIO-012]',
    async (reviewPurpose, rights, sentence) => {
      const api = answerStudio(fakeApi());
      const allowed = ['open' as const, ...rights];
      api.answer(listStudioItems, page([aListItem({ state: 'Approved', reviewPurpose, allowed })]));
      openPortal('/studio', { api });
      expect((await screen.findByText(/News · changed by/)).textContent).toContain(` · ${sentence}`);
    },
  );

  test('stores its filters in the address and sends them to the server [STUDIO-012]', async () => {
    const api = answerStudio(fakeApi());
    api.answer(listStudioItems, page());
    const { address } = openPortal('/studio', { api });
    await screen.findByRole('link', { name: 'Wire cutoff moves' });
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'News');
    await userEvent.click(screen.getByRole('switch', { name: 'With unpublished changes' }));
    await userEvent.type(screen.getByRole('searchbox', { name: 'Find in titles' }), 'wire');
    await waitFor(() => expect(address()).toContain('text=wire'));
    expect(address()).toContain('kind=news');
    const requested = api.callsTo(listStudioItems).at(-1)!.path;
    for (const part of ['kind=news', 'changed=true', 'text=wire']) expect(requested).toContain(part);
  });

  test('says when nothing matches, and clears the filters', async () => {
    const api = answerStudio(fakeApi());
    api.answer(listStudioItems, ({ query }) => (query.kind === 'event' ? page([]) : page()));
    openPortal('/studio?kind=event', { api });
    await screen.findByText('No items match these filters');
    await userEvent.click(screen.getByRole('button', { name: /Clear/ }));
    await screen.findByRole('link', { name: 'Wire cutoff moves' });
  });

  test('empties the search field when the filters are cleared, also right after typing [STUDIO-414]', async () => {
    const api = answerStudio(fakeApi());
    api.answer(listStudioItems, ({ query }) => (query.text === undefined ? page() : page([])));
    const { address } = openPortal('/studio?text=wier', { api });
    const field = await screen.findByRole<HTMLInputElement>('searchbox', { name: 'Find in titles' });
    await screen.findByText('No items match these filters');
    await userEvent.type(field, ' c');
    await userEvent.click(screen.getByRole('button', { name: 'Clear all filters' }));
    await screen.findByRole('link', { name: 'Wire cutoff moves' });
    await new Promise((done) => setTimeout(done, 500));
    expect([field.value, address()]).toEqual(['', '/studio']);
  });

  test('creates an item and opens it; a failure is reported and the list stays open', async () => {
    const api = answerStudio(fakeApi());
    api.answer(listStudioItems, page([]));
    api.fail(createStudioItem, 'unavailable', 'Not now.');
    const { address } = openPortal('/studio', { api });
    await userEvent.click(await screen.findByRole('button', { name: 'New' }));
    await userEvent.click(within(screen.getByRole('group', { name: 'New' })).getByRole('button', { name: 'Event' }));
    await screen.findByText('Not now.');
    expect(address()).toBe('/studio');
    api.answer(createStudioItem, aStudioItem({ kind: 'event' }));
    api.answer(getStudioItem, aStudioItem({ kind: 'event', title: '' }));
    api.fail(followStudioItem, 'unavailable');
    await userEvent.click(screen.getByRole('button', { name: 'New' }));
    await userEvent.click(within(screen.getByRole('group', { name: 'New' })).getByRole('button', { name: 'Event' }));
    await waitFor(() => expect(address()).toBe(`/studio/${ITEM_ID}`));
  });

  test('is not found for people who are not editors', async () => {
    const api = answerStudio(fakeApi());
    api.fail(listStudioItems, 'not_found');
    expectErrorsInConsole();
    openPortal('/studio', { api });
    expect(await screen.findAllByText('Page Not Found')).toHaveLength(1);
  });
});
