import type { ContentComponent } from '@portico/kinds/content';
import {
  changeStudioItem,
  createStudioItem,
  discardStudioItem,
  getStudioItem,
  listStudioItems,
} from '@portico/contracts/studio/studio';
import type { FakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aListItem, answerStudio, aStudioItem, ITEM_ID } from '../testing/studioItems.ts';

const COPY_ID = ITEM_ID.replace('1d4e', '1d4f');
const theCopy = aStudioItem({
  id: COPY_ID,
  state: 'Draft',
  isLive: false,
  draft: aDraft([], { header: 'Copy of Wire cutoff moves' }),
});

/** Responds with a copy; returns the requested ids. */
function answerCopies(api: FakeApi): string[] {
  const requestedIds: string[] = [];
  api.answer(createStudioItem, ({ body }) => {
    expect(body).toMatchObject({ kind: 'news', copyOf: ITEM_ID });
    requestedIds.push(body.id);
    return theCopy;
  });
  return requestedIds;
}

afterEach(() => clearToasts());

describe('in the studio list', () => {
  function openList(item = aListItem()) {
    const api = answerStudio(studioApi(theCopy));
    api.answer(listStudioItems, { page: 1, pageSize: 25, total: 1, items: [item] });
    const { address } = openPortal('/studio', { api });
    return { api, address };
  }
  const duplicate = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for “Wire cutoff moves”' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Duplicate' }));
  };

  test('an item can be duplicated, and the message opens the copy [STUDIO-313]', async () => {
    const { api, address } = openList();
    answerCopies(api);
    api.answer(getStudioItem, theCopy);
    await duplicate();
    await screen.findByText('Copy created.');
    await waitFor(() => expect(api.callsTo(listStudioItems).length).toBeGreaterThan(1));
    await userEvent.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(address()).toBe(`/studio/${COPY_ID}`));
  });

  test('a copy can be discarded from the message, which reports a failure [STUDIO-313]', async () => {
    const { api } = openList();
    answerCopies(api);
    await duplicate();
    api.fail(discardStudioItem, 'conflict', 'Someone has worked on this item.');
    await userEvent.click(await screen.findByRole('button', { name: 'Discard copy' }));
    await screen.findByText('Someone has worked on this item.');
    api.answer(discardStudioItem, ({ params }) => {
      expect(params.itemId).toBe(COPY_ID);
      return undefined;
    });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Copy discarded.');
    expect(api.callsTo(discardStudioItem)).toHaveLength(2);
  });

  test('duplicating twice at once creates one copy, and a failure can be retried [STUDIO-313]', async () => {
    const { api } = openList();
    const release = api.hold(createStudioItem);
    const ids: string[] = [];
    api.answer(createStudioItem, ({ body }) => {
      ids.push(body.id);
      if (ids.length === 1) api.fail(createStudioItem, 'unavailable', 'Not now.');
      return theCopy;
    });
    await duplicate();
    await duplicate();
    release();
    await screen.findByText('Copy created.');
    expect(ids).toHaveLength(1);
    await duplicate();
    await screen.findByText('Not now.');
    const retried = answerCopies(api);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(retried).toHaveLength(1));
    expect(retried[0]).not.toBe(ids[0]);
  });

  test('duplicating is offered only for items that can be copied [STUDIO-311]', async () => {
    openList(aListItem({ allowed: ['open'] }));
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for “Wire cutoff moves”' }));
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Add to release']);
  });
});

describe('in the editor', () => {
  const header: ContentComponent = { id: 'a', type: 'Header', level: 2, text: 'First' };

  async function openEditor(allowed = aStudioItem().allowed) {
    const api = studioApi(aStudioItem({ draft: aDraft([header]), allowed }));
    const { address } = openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
    await screen.findByRole('heading', { level: 1 });
    return { api, address };
  }
  const duplicate = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Item actions' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Duplicate' }));
  };

  test('unsaved changes are saved before an item is duplicated, and the copy opens [STUDIO-314]', async () => {
    const { api, address } = await openEditor();
    screen.getByRole('group', { name: /^Heading, 1 of 1/ }).focus();
    await userEvent.keyboard('{Control>}d{/Control}');
    api.answer(createStudioItem, () => {
      expect(api.callsTo(changeStudioItem).length).toBeGreaterThan(0);
      api.answer(getStudioItem, theCopy);
      return theCopy;
    });
    await duplicate();
    await waitFor(() => expect(address()).toBe(`/studio/${COPY_ID}`));
    await screen.findByText('Copy created.');
    expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Copy of Wire cutoff moves');
  });

  test('a failed duplication is reported and can be retried [STUDIO-314]', async () => {
    const { api, address } = await openEditor();
    const ids: string[] = [];
    api.fail(createStudioItem, 'unavailable', 'Not now.');
    await duplicate();
    await screen.findByText('Not now.');
    expect(address()).toBe(`/studio/${ITEM_ID}`);
    api.answer(createStudioItem, ({ body }) => {
      ids.push(body.id);
      api.answer(getStudioItem, theCopy);
      return theCopy;
    });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(address()).toBe(`/studio/${COPY_ID}`));
    expect(ids).toHaveLength(1);
  });

  test('duplicating is not offered to people who cannot edit [STUDIO-311]', async () => {
    await openEditor(['open', 'comment']);
    expect(screen.queryByRole('button', { name: 'Item actions' })).toBeNull();
  });
});
