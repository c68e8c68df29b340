import type { ContentComponent } from '@portico/contracts/content';
import { startStudioThread } from '@portico/contracts/studio/comments';
import {
  changeStudioItem,
  listBroughtFiles,
  listStudioRevisions,
  getStudioRevision,
  publishStudioItem,
} from '@portico/contracts/studio/studio';
import type { FakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openPortal } from '../../../testPortal.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, ITEM_ID } from '../testing/studioItems.ts';

const header = (id: string, text: string): ContentComponent => ({ id, type: 'Header', level: 2, text });

const revision = {
  number: 1,
  createdAt: '2026-11-20T14:00:00.000Z',
  createdBy: 'Edda Mohr',
  firstPublishedAt: '2026-11-20T14:00:00.000Z',
  isPublished: true,
  isWaiting: false,
  note: null,
  notifyBy: [],
};

const open = (api: FakeApi) => openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
const blocks = () => screen.getAllByRole('group').filter((element) => element.hasAttribute('data-block-id'));
const storageIsFull = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });

// A message that is still shown is the first part that F6 leads to.
afterEach(() => clearToasts());

describe('the editor of an item', () => {
  beforeEach(() => {
    window.innerWidth = 1440;
    return () => {
      window.innerWidth = 1024;
    };
  });

  test('names every component with its kind, place and first words [STUDIO-005]', async () => {
    open(studioApi(aStudioItem({ draft: aDraft([header('a', 'First'), { id: 'd', type: 'Divider' }]) })));
    await screen.findByRole('group', { name: 'Heading, 1 of 2: First' });
    expect(screen.getByRole('group', { name: 'Divider, 2 of 2' })).toBeDefined();
    const outline = screen.getByRole('complementary', { name: 'Outline' });
    expect(
      within(outline)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['HeadingFirst', 'Divider']);
  });

  test('moves, duplicates and removes components with keys, says so, and undoes it [STUDIO-002, STUDIO-005]', async () => {
    const api = studioApi(aStudioItem({ draft: aDraft([header('a', 'First'), header('b', 'Second')]) }));
    open(api);
    const first = await screen.findByRole('group', { name: /1 of 2: First/ });
    first.focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(blocks().map((block) => block.getAttribute('aria-label'))).toEqual([
      'Heading, 1 of 2: Second',
      'Heading, 2 of 2: First',
    ]);
    expect(screen.getByText('Heading, after Heading.')).toBeDefined();
    await userEvent.keyboard('{Control>}d{/Control}');
    expect(blocks()).toHaveLength(3);
    await userEvent.keyboard('{Delete}');
    expect(blocks()).toHaveLength(2);
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
    expect(blocks()).toHaveLength(3);
    await waitFor(() => expect(api.callsTo(changeStudioItem).length).toBeGreaterThan(0), { timeout: 5000 });
    await screen.findByText(/^Saved /);
  });

  test.each([
    ['into the first component', [header('a', 'First')], 'Heading, 1 of 1: First'],
    ['into a new paragraph where there is nothing yet', [], 'Text, 1 of 1'],
  ])('Enter at the end of the title leads %s [STUDIO-233]', async (_, components, name) => {
    open(studioApi(aStudioItem({ draft: aDraft(components, { header: '' }) })));
    const title = await screen.findByRole('textbox', { name: 'Title' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    await userEvent.keyboard('{Enter}');
    const block = await screen.findByRole('group', { name });
    await waitFor(() => expect(document.activeElement).toBe(within(block).getByRole('textbox')));
    expect(blocks()).toHaveLength(1);
  });

  test('Enter leads into the text and Escape out of it as often as one likes, Alt+Enter to the properties and back [STUDIO-069]', async () => {
    open(studioApi(aStudioItem({ draft: aDraft([header('a', 'First'), header('b', 'Second')]) })));
    const first = await screen.findByRole('group', { name: /1 of 2: First/ });
    first.focus();
    for (let times = 0; times < 2; times += 1) {
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(document.activeElement).toBe(within(first).getByRole('textbox')));
      await userEvent.keyboard('{Escape}');
      expect(document.activeElement).toBe(first);
    }
    await userEvent.keyboard('{Alt>}{Enter}{/Alt}');
    const panel = screen.getByRole('complementary', { name: 'Properties' });
    await waitFor(() => expect(document.activeElement).toBe(within(panel).getByRole('textbox', { name: /Heading/ })));
    await userEvent.keyboard('{Escape}');
    expect(document.activeElement).toBe(first);
  });

  test('F6 leads from part to part of the editor, and to the selected component on the page [STUDIO-069]', async () => {
    open(studioApi(aStudioItem({ draft: aDraft([header('a', 'First')]) })));
    const block = await screen.findByRole('group', { name: /1 of 1: First/ });
    block.focus();
    await userEvent.keyboard('{F6}');
    expect(screen.getByRole('complementary', { name: 'Properties' }).contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{F6}');
    expect(screen.getByRole('banner').contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Shift>}{F6}{F6}{/Shift}');
    expect(document.activeElement).toBe(block);
  });

  test('a component without text has the focus once it is inserted, and Enter opens its properties [STUDIO-069]', async () => {
    open(studioApi(aStudioItem()));
    await userEvent.click(await screen.findByRole('button', { name: 'Add the first component' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Find a component' }), 'video{Enter}');
    const video = await screen.findByRole('group', { name: 'Video, 1 of 1' });
    await waitFor(() => expect(document.activeElement).toBe(video));
    await userEvent.keyboard('{Enter}');
    const panel = screen.getByRole('complementary', { name: 'Properties' });
    await waitFor(() => expect(document.activeElement).toBe(within(panel).getByRole('textbox', { name: /^Title/ })));
  });

  test('inserts a component by typing a part of its name [STUDIO-001]', async () => {
    open(studioApi(aStudioItem()));
    await userEvent.click(await screen.findByRole('button', { name: 'Add the first component' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Find a component' }), 'callout{Enter}');
    expect(await screen.findByRole('group', { name: /^Callout, 1 of 1/ })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Add a component' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Find a component' }), 'zzz');
    expect(screen.getByText('No component matches “zzz”.')).toBeDefined();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('combobox', { name: 'Find a component' })).toBeNull();
  });

  test('shows the properties of the selected component, and those of the item when none is [STUDIO-019]', async () => {
    open(studioApi(aStudioItem({ draft: aDraft([header('a', 'First')]) })));
    const block = await screen.findByRole('group', { name: /Heading, 1 of 1/ });
    expect(screen.getByRole('textbox', { name: /Description/ })).toBeDefined();
    await userEvent.click(within(screen.getByRole('complementary', { name: 'Outline' })).getByRole('button'));
    await userEvent.click(await screen.findByRole('radio', { name: '3' }));
    expect(block.querySelector('h3')).not.toBeNull();
  });

  test('holds up the publication while something blocks it, and publishes what was seen [STUDIO-014]', async () => {
    const api = studioApi(aStudioItem({ state: 'Draft', draft: aDraft([header('a', 'SSN 219-09-9999')]) }));
    api.answer(publishStudioItem, aStudioItem({ state: 'Published' }));
    open(api);
    await userEvent.click(await screen.findByRole('button', { name: 'Publish…' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByText('“219-09-9999” looks like a Social Security number.')).toBeDefined();
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Publish now' }).disabled).toBe(true);
    await userEvent.click(within(dialog).getByRole('button', { name: /looks like a Social Security number/ }));
    await waitFor(() =>
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Heading, 1 of 1: SSN 219-09-9999'),
    );
    await userEvent.keyboard('{Delete}');
    await userEvent.click(screen.getByRole('button', { name: 'Publish…' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }));
    await screen.findByText('Published.');
    expect(api.callsTo(publishStudioItem)).toHaveLength(1);
  });

  test('names the new documents that go out with the item [STUDIO-093]', async () => {
    const documentId = crypto.randomUUID();
    const files: ContentComponent = {
      id: 'f',
      type: 'FileList',
      files: [{ documentId, title: 'Rates', format: 'PDF', bytes: 1 }],
    };
    const api = studioApi(aStudioItem({ state: 'Draft', draft: aDraft([files]) }));
    api.answer(listBroughtFiles, { items: [{ documentId, title: 'Rates' }] });
    open(api);
    await userEvent.click(await screen.findByRole('button', { name: 'Publish…' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('This file will be published with it:');
    expect(within(dialog).getByText('Rates').tagName).toBe('LI');
  });

  test('closes the panel beside the page while the window is too narrow for it, and writing goes on [STUDIO-304]', async () => {
    open(studioApi(aStudioItem({ draft: aDraft([header('a', 'First')]) })));
    const block = await screen.findByRole('group', { name: /Heading/ });
    act(() => block.focus());
    expect(screen.getByRole('complementary', { name: 'Properties' })).toBeDefined();
    window.innerWidth = 1024;
    fireEvent(window, new Event('resize'));
    expect(screen.queryByRole('complementary', { name: 'Properties' })).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(block);
    window.innerWidth = 1440;
    fireEvent(window, new Event('resize'));
    expect(screen.getByRole('complementary', { name: 'Properties' })).toBeDefined();
    window.innerWidth = 1024;
    fireEvent(window, new Event('resize'));
    await userEvent.click(screen.getAllByRole('button', { name: 'Properties' })[0]!);
    expect(await screen.findByRole('dialog', { name: 'Properties' })).toBeDefined();
  });

  test('keeps the dialog open and says why a publication was rejected', async () => {
    const api = studioApi(aStudioItem({ state: 'Draft' }));
    api.fail(publishStudioItem, 'conflict', 'Someone else has changed this item. Review the changes and try again.');
    open(api);
    await userEvent.click(await screen.findByRole('button', { name: 'Publish…' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Someone else has changed this item');
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  test('shows who else has the item open and where they are [STUDIO-009]', async () => {
    const people = [{ clientId: crypto.randomUUID(), name: 'Ben Ortiz', isSelf: false, focus: 'a' }];
    open(studioApi(aStudioItem({ people, draft: aDraft([header('a', 'First')]) })));
    expect(await screen.findByText('Ben Ortiz is here')).toBeDefined();
    expect(within(screen.getByRole('list', { name: 'Also here' })).getAllByRole('listitem')).toHaveLength(1);
  });

  test('compares a revision with what is written now, and restores it with an undo [STUDIO-011]', async () => {
    const api = studioApi(aStudioItem({ draft: aDraft([header('a', 'Now')]) }));
    api.answer(listStudioRevisions, { items: [revision] });
    api.answer(getStudioRevision, { ...revision, draft: aDraft([header('a', 'Then')]) });
    open(api);
    await userEvent.click(await screen.findByRole('button', { name: 'History' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Compare with current draft' }));
    expect(await screen.findByText('Changed: Heading')).toBeDefined();
    expect(document.querySelector('del')?.textContent).toBe('Then');
    expect(document.querySelector('ins')?.textContent).toBe('Now');
    await userEvent.click(screen.getByRole('button', { name: 'Restore this version' }));
    expect(await screen.findByRole('group', { name: 'Heading, 1 of 1: Then' })).toBeDefined();
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
    expect(await screen.findByRole('group', { name: 'Heading, 1 of 1: Now' })).toBeDefined();
  });

  test('a comment on a restored version is among those of the item, and stays in its field while it can’t be stored [STUDIO-250]', async () => {
    const api = studioApi(aStudioItem({ draft: aDraft([header('a', 'Now')]) }));
    api.answer(listStudioRevisions, { items: [revision] });
    api.answer(getStudioRevision, { ...revision, draft: aDraft([header('a', 'Then')]) });
    api.fail(startStudioThread, 'too_many_requests', 'Wait a moment.');
    open(api);
    await userEvent.click(await screen.findByRole('button', { name: 'History' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Compare with current draft' }));
    const comment = await screen.findByRole('textbox', { name: 'Comment (optional)' });
    await userEvent.type(comment, ' The figures were right. ');
    await userEvent.click(screen.getByRole('button', { name: 'Restore this version' }));
    expect(await screen.findByRole('group', { name: 'Heading, 1 of 1: Then' })).toBeDefined();
    expect(await screen.findByText('Wait a moment.')).toBeDefined();
    expect(comment).toHaveProperty('value', ' The figures were right. ');
    const answered = vi.fn();
    api.answer(startStudioThread, ({ body: { componentId, text } }) => answered(componentId, text) as undefined);
    await userEvent.click(screen.getByRole('button', { name: 'Restore this version' }));
    await waitFor(() => expect(comment).toHaveProperty('value', ''));
    expect(answered).toHaveBeenCalledExactlyOnceWith(null, 'Version 1 restored: The figures were right.');
  });

  test('names what could not be saved and why, leads to it, offers its words and tries again [STUDIO-073]', async () => {
    const user = userEvent.setup();
    const api = studioApi(aStudioItem({ draft: aDraft([header('a', 'First')]) }));
    open(api);
    (await screen.findByRole('group', { name: /Heading/ })).focus();
    api.fail(changeStudioItem, 'payload_too_large', 'The item is too large.');
    await user.keyboard('{Control>}d{/Control}');
    const note = await screen.findByRole('region', { name: 'Not saved: Heading' }, { timeout: 5000 });
    expect(note.textContent).toContain('The item is too large. It stays here and in this browser.');
    expect(screen.getByRole('alert').textContent).toMatch(/^Part of this isn’t saved/);
    await user.click(within(note).getByRole('button', { name: 'Copy its text' }));
    expect(await navigator.clipboard.readText()).toBe('First');
    await user.click(within(note).getByRole('button', { name: 'Go to it' }));
    expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Heading, 2 of 2/);
    await user.click(screen.getByRole('button', { name: 'Publish…' }));
    await user.click(await screen.findByRole('button', { name: 'Publish now' }));
    expect(await within(screen.getByRole('dialog')).findByText(/^Part of this isn’t saved/)).toBeDefined();
    await user.keyboard('{Escape}');
    api.answer(changeStudioItem, ({ body: { clientId, changes } }) => ({
      sequence: 1,
      savedAt: '2026-11-23T15:00:00.000Z',
      conflicts: [],
      saved: [{ sequence: 1, clientId, by: 'Edda', changes }],
      isTooOld: false,
    }));
    await user.click(within(note).getByRole('button', { name: 'Try again' }));
    await screen.findByText(/^Saved /);
    expect(screen.queryByRole('region', { name: /^Not saved/ })).toBeNull();
  });

  test('a paste into an empty text takes its place [STUDIO-018]', async () => {
    const empty: ContentComponent = {
      id: 'a',
      type: 'BodyText',
      body: { type: 'doc', content: [{ type: 'paragraph' }] },
    };
    open(studioApi(aStudioItem({ draft: aDraft([empty]) })));
    const text = within(await screen.findByRole('group', { name: 'Text, 1 of 1' })).getByRole('textbox');
    text.focus();
    const getData = (type: string) => (type === 'text/html' ? '<h2>Dates</h2><p>Send it by Friday.</p>' : '');
    fireEvent.paste(text, { clipboardData: { getData, files: [] } });
    await screen.findByRole('group', { name: 'Heading, 1 of 2: Dates' });
    expect(screen.getByRole('group', { name: 'Text, 2 of 2: Send it by Friday.' })).toBeDefined();
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
    await screen.findByRole('group', { name: 'Text, 1 of 1' });
  });

  test('a paste that does not fit whole names how many components it leaves out, and can be undone [STUDIO-075]', async () => {
    const user = userEvent.setup();
    // News shows one of the three trees; all of them count.
    const unseen = Array.from({ length: 997 }, (_, n) => header(`n${n}`, 'Unseen'));
    const draft = aDraft([header('a', 'First')]);
    open(studioApi(aStudioItem({ draft: { ...draft, trees: { ...draft.trees, preEventData: unseen } } })));
    const first = await screen.findByRole('group', { name: /First/ });
    const pasteHeadings = (count: number) => {
      first.focus();
      fireEvent.paste(first, {
        clipboardData: {
          getData: (type: string) => (type === 'text/html' ? '<h2>x</h2>'.repeat(count) : ''),
          files: [],
        },
      });
    };
    pasteHeadings(2);
    await waitFor(() => expect(blocks()).toHaveLength(3));
    expect(screen.queryByText(/^Left out/)).toBeNull();
    await user.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
    expect(blocks()).toHaveLength(1);

    pasteHeadings(5);
    const said = await screen.findByText('Left out: 3 components beyond the 1,000 that an item holds.');
    expect(blocks()).toHaveLength(3);
    first.focus();
    await user.keyboard('{Control>}d{/Control}');
    await screen.findByText('Left out: 1 component beyond the 1,000 that an item holds.');
    expect(blocks()).toHaveLength(3);
    await user.click(within(said.closest('[role=alertdialog]')!).getByRole('button', { name: 'Undo' }));
    expect(blocks()).toHaveLength(1);
  });

  test('saves with full storage, says once that there is no copy, and stops saying it when there is room [STUDIO-074]', async () => {
    const api = studioApi(aStudioItem({ draft: aDraft([header('a', 'First')]) }));
    open(api);
    (await screen.findByRole('group', { name: /Heading/ })).focus();
    const full = storageIsFull();
    const duplicate = () => userEvent.keyboard('{Control>}d{/Control}');
    await duplicate();
    const note = await screen.findByText('This browser can’t keep a copy of unsaved changes.');
    expect(note.getAttribute('role')).toBe('status');
    const said: string[] = [];
    const listening = new MutationObserver(() => said.push(note.textContent));
    listening.observe(note, { childList: true, characterData: true, subtree: true });
    await screen.findByText(/^Saved /, {}, { timeout: 5000 });
    expect(api.callsTo(changeStudioItem)).toHaveLength(1);
    await duplicate();
    await waitFor(() => expect(api.callsTo(changeStudioItem)).toHaveLength(2), { timeout: 5000 });

    full.mockRestore();
    await duplicate();
    await waitFor(() => expect(said).toEqual(['']));
    await waitFor(() => expect(api.callsTo(changeStudioItem)).toHaveLength(3), { timeout: 5000 });
    listening.disconnect();
  });

  test('says that changes stay in this browser while the server cannot be reached, or only on the page [STUDIO-016, STUDIO-074]', async () => {
    const api = studioApi(aStudioItem({ draft: aDraft([header('a', 'First')]) }));
    open(api);
    (await screen.findByRole('group', { name: /Heading/ })).focus();
    api.fail(changeStudioItem, 'offline');
    await userEvent.keyboard('{Delete}');
    expect(
      await screen.findByText('Offline. Your changes are kept in this browser.', {}, { timeout: 5000 }),
    ).toBeDefined();
    const kept = Object.keys(localStorage).filter((key) => key.includes(`studio.${ITEM_ID}`));
    expect(kept).toHaveLength(1);

    const full = storageIsFull();
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
    await screen.findByText('Offline. Your changes are only on this page, so keep it open.');
    full.mockRestore();
    await userEvent.click(screen.getAllByRole('button', { name: 'Redo' })[0]!);
    await screen.findByText('Offline. Your changes are kept in this browser.');
  });
});
