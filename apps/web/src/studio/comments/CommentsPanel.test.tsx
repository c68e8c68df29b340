import {
  listStudioThreads,
  resolveStudioThread,
  startStudioThread,
  type StudioThread,
} from '@portico/contracts/studio/comments';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { openPortal } from '../../testPortal.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, ITEM_ID } from '../testing/studioItems.ts';

const eve = { id: '5f9b1d4e-0000-4000-8000-00000000000e', name: 'Eve Stone', email: 'eve@portico.test' };
const thread = (last: string, own: Partial<StudioThread>): StudioThread => ({
  id: `5f9b1d4e-0000-4000-8000-00000000010${last}`,
  componentId: null,
  componentKind: null,
  isResolved: false,
  resolvedBy: null,
  comments: [
    {
      id: `5f9b1d4e-0000-4000-8000-00000000020${last}`,
      text: `Comment ${last}`,
      by: 'Eve Stone',
      isOwn: false,
      at: '2026-11-20T14:00:00.000Z',
    },
  ],
  ...own,
});

describe('comments on an item', () => {
  beforeEach(() => {
    window.innerWidth = 1440;
    return () => {
      localStorage.clear();
      window.innerWidth = 1024;
    };
  });

  async function open(items: StudioThread[], path = `/studio/${ITEM_ID}`, mentionable = [eve]) {
    const api = studioApi(aStudioItem({ draft: aDraft([{ id: 'a', type: 'Header', level: 2, text: 'First' }]) }));
    api.answer(listStudioThreads, { items, mentionable });
    openPortal(path, { api, person: 'edda' });
    await screen.findByRole('heading', { level: 1 });
    return api;
  }

  test('are marked on their component and counted; those on removed components are listed separately [STUDIO-041, STUDIO-042]', async () => {
    await open([
      thread('1', { componentId: 'gone', componentKind: 'Table' }),
      thread('2', { componentId: 'a', componentKind: 'Header' }),
      thread('3', { componentId: 'a', componentKind: 'Header', isResolved: true, resolvedBy: 'Eve Stone' }),
    ]);
    await screen.findByRole('button', { name: 'Comments (2 open)' });
    await userEvent.click(screen.getByRole('button', { name: '1 open comment' }));
    const panel = await screen.findByRole('region', { name: 'Comments' });
    within(panel).getByText('On components that were removed');
    expect(
      within(panel)
        .getAllByText(/^Comment \d$/)
        .map(({ textContent }) => textContent),
    ).toEqual(['Comment 2', 'Comment 1']);
    await userEvent.click(within(panel).getByRole('switch', { name: 'Show resolved' }));
    within(panel).getByText('Resolved by Eve Stone');
  });

  test('keep unsent text when the panel closes, until it is sent [STUDIO-306]', async () => {
    const api = await open([thread('1', {})]);
    const panel = 'Comments (1 open)';
    await userEvent.click(await screen.findByRole('button', { name: panel }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Comment on the whole item' }), 'Half a th');
    await userEvent.click(screen.getByRole('button', { name: 'Reply' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Reply' }), 'I agr');
    await userEvent.click(screen.getByRole('button', { name: panel }));
    expect(screen.queryByRole('textbox', { name: 'Reply' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: panel }));
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' })).value).toBe('I agr');
    const comment = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment on the whole item' });
    expect(comment.value).toBe('Half a th');
    await userEvent.type(comment, 'ought');
    api.answer(startStudioThread, ({ body }) => {
      expect(body).toMatchObject({ text: 'Half a thought' });
      return undefined;
    });
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }));
    await waitFor(() => expect(comment.value).toBe(''));
    await userEvent.click(screen.getByRole('button', { name: panel }));
    await userEvent.click(screen.getByRole('button', { name: panel }));
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment on the whole item' }).value).toBe('');
  });

  test('mention people suggested after "@", and new replies appear automatically [STUDIO-043]', async () => {
    const api = await open([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Comments (0 open)' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Comment on the whole item' }), 'Ask @ev');
    await userEvent.click(screen.getByRole('button', { name: '@Eve Stone' }));
    api.answer(startStudioThread, ({ body }) => {
      expect(body).toMatchObject({ componentId: null, text: 'Ask @Eve Stone', mentions: [eve.id] });
      api.answer(listStudioThreads, { items: [thread('4', {})], mentionable: [eve] });
      return undefined;
    });
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }));
    await screen.findByText('Comment 4');
  });

  test('continue right after a mention that was chosen inside a sentence, however fast somebody types [STUDIO-043]', async () => {
    await open([]);
    await userEvent.click(await screen.findByRole('button', { name: 'Comments (0 open)' }));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment on the whole item' });
    await userEvent.type(field, 'Ask  about it');
    await userEvent.type(field, '@Ev', { initialSelectionStart: 4, initialSelectionEnd: 4 });
    fireEvent.click(screen.getByRole('button', { name: '@Eve Stone' }));
    expect([field.value, field.selectionStart]).toEqual(['Ask @Eve Stone  about it', 'Ask @Eve Stone '.length]);
  });

  test('notify the one of two people with the same name who was chosen, and say when a typed name notifies nobody [STUDIO-307]', async () => {
    const ann = { id: '5f9b1d4e-0000-4000-8000-00000000000a', name: 'Ann Reed', email: 'ann.reed@portico.test' };
    const other = { id: '5f9b1d4e-0000-4000-8000-00000000000b', name: 'Ann Reed', email: 'ann.reed2@portico.test' };
    const api = await open([], `/studio/${ITEM_ID}`, [eve, ann, other]);
    await userEvent.click(await screen.findByRole('button', { name: 'Comments (0 open)' }));
    const field = () => screen.getByRole('textbox', { name: 'Comment on the whole item' });
    await userEvent.type(field(), 'Ask @Ann Reed');
    await userEvent.click(await screen.findByRole('button', { name: '@Ann Reed (ann.reed2@portico.test)' }));
    await userEvent.type(field(), 'or @ann reed, please');
    await screen.findByText('@Ann Reed doesn’t notify anyone: type @ and choose one person from the list.');
    // Closing the panel keeps the choice.
    await userEvent.click(screen.getByRole('button', { name: 'Comments (0 open)' }));
    await userEvent.click(screen.getByRole('button', { name: 'Comments (0 open)' }));
    api.answer(startStudioThread, ({ body }) => {
      expect(body).toMatchObject({ text: 'Ask @Ann Reed or @ann reed, please', mentions: [other.id] });
      return undefined;
    });
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }));
    await waitFor(() => expect(field()).toHaveProperty('value', ''));
  });

  test('can be opened by a link and resolved [STUDIO-041, STUDIO-043]', async () => {
    const linked = thread('5', { componentId: 'a', componentKind: 'Header' });
    const api = await open([linked], `/studio/${ITEM_ID}?thread=${linked.id}`);
    const panel = await screen.findByRole('region', { name: 'Comments' });
    await within(panel).findByText('Comment 5');
    within(panel).getByRole('textbox', { name: 'Comment on Heading' });
    api.answer(resolveStudioThread, () => {
      api.answer(listStudioThreads, { items: [{ ...linked, isResolved: true }], mentionable: [] });
      return undefined;
    });
    await userEvent.click(within(panel).getByRole('button', { name: 'Resolve' }));
    await waitFor(() => expect(within(panel).queryByText('Comment 5')).toBeNull());
  });
});
