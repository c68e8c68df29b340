import { startStudioThread } from '@portico/contracts/studio/comments';
import { getStudioRevision, listStudioRevisions } from '@portico/contracts/studio/studio';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { openEditor, setUpEditorTests } from '../testing/editorPage.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, header } from '../testing/studioItems.ts';

const revision = {
  number: 1,
  createdAt: '2026-11-20T14:00:00.000Z',
  createdBy: 'Edda Mohr',
  writers: ['Edda Mohr'],
  firstPublishedAt: '2026-11-20T14:00:00.000Z',
  isPublished: true,
  isWaiting: false,
  note: null,
  notifyBy: [],
};

setUpEditorTests();

describe('the editor of an item', () => {
  test('compares a revision with the current draft, and restores it in a way that can be undone [STUDIO-011]', async () => {
    const api = studioApi(aStudioItem({ draft: aDraft([header('a', 'Now')]) }));
    api.answer(listStudioRevisions, { items: [revision] });
    api.answer(getStudioRevision, { ...revision, draft: aDraft([header('a', 'Then')]) });
    openEditor(api);
    await userEvent.click(await screen.findByRole('button', { name: 'History' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Compare with current draft' }));
    expect(await screen.findByText('Changed: Heading')).toBeDefined();
    expect(document.querySelector('del')?.textContent).toBe('removed: Then');
    expect(document.querySelector('ins')?.textContent).toBe('added: Now');
    await userEvent.click(screen.getByRole('button', { name: 'Restore this version' }));
    expect(await screen.findByRole('group', { name: 'Heading, 1 of 1: Then' })).toBeDefined();
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
    expect(await screen.findByRole('group', { name: 'Heading, 1 of 1: Now' })).toBeDefined();
  });

  test('names the writers of a revision, unless they are only who published it [COWRITE-063]', async () => {
    const api = studioApi(aStudioItem());
    const third = { ...revision, number: 3, writers: ['Adam Vance', 'Edda Mohr', 'Eve Stone'] };
    api.answer(listStudioRevisions, { items: [third, { ...revision, number: 2, writers: ['Adam Vance'] }, revision] });
    openEditor(api);
    await userEvent.click(await screen.findByRole('button', { name: 'History' }));
    expect(await screen.findByText('Written by Adam Vance, Edda Mohr, and Eve Stone')).toBeDefined();
    expect(screen.getAllByText(/^Written by/).map(({ textContent }) => textContent)).toEqual([
      'Written by Adam Vance, Edda Mohr, and Eve Stone',
      'Written by Adam Vance',
    ]);
  });

  test('adds the comment on a restored version to the item, and keeps it in its field while it cannot be saved [STUDIO-250]', async () => {
    const api = studioApi(aStudioItem({ draft: aDraft([header('a', 'Now')]) }));
    api.answer(listStudioRevisions, { items: [revision] });
    api.answer(getStudioRevision, { ...revision, draft: aDraft([header('a', 'Then')]) });
    api.fail(startStudioThread, 'too_many_requests', 'Wait a moment.');
    openEditor(api);
    await userEvent.click(await screen.findByRole('button', { name: 'History' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Compare with current draft' }));
    const comment = await screen.findByRole('textbox', { name: 'Comment (optional)' });
    await userEvent.type(comment, ' The figures were right. ');
    await userEvent.click(screen.getByRole('button', { name: 'Restore this version' }));
    expect(await screen.findByRole('group', { name: 'Heading, 1 of 1: Then' })).toBeDefined();
    expect(await screen.findByText('Wait a moment.')).toBeDefined();
    expect(comment).toHaveProperty('value', ' The figures were right. ');
    const saved = vi.fn();
    api.answer(startStudioThread, ({ body: { componentId, text } }) => saved(componentId, text) as undefined);
    await userEvent.click(screen.getByRole('button', { name: 'Restore this version' }));
    await waitFor(() => expect(comment).toHaveProperty('value', ''));
    expect(saved).toHaveBeenCalledExactlyOnceWith(null, 'Version 1 restored: The figures were right.');
  });
});
