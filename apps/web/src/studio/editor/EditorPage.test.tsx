import type { ContentComponent } from '@portico/kinds/content';
import { changeStudioItem, listNewFiles, publishStudioItem } from '@portico/contracts/studio/studio';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { blocks, openEditor, setUpEditorTests } from '../testing/editorPage.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, header, ITEM_ID } from '../testing/studioItems.ts';
import { wholeIn } from '../testing/wholeIn.ts';

const fillStorage = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  });

setUpEditorTests();

describe('the editor of an item', () => {
  test('labels every component with its kind, position and beginning of its text [STUDIO-005]', async () => {
    openEditor(studioApi(aStudioItem({ draft: aDraft([header('a', 'First'), { id: 'd', type: 'Divider' }]) })));
    await screen.findByRole('group', { name: 'Heading, 1 of 2: First' });
    expect(screen.getByRole('group', { name: 'Divider, 2 of 2' })).toBeDefined();
    const outline = screen.getByRole('complementary', { name: 'Outline' });
    expect(
      within(outline)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['HeadingFirst', 'Divider']);
  });

  test('moves, duplicates and removes components with keys, announces it, and undoes it [STUDIO-002, STUDIO-005]', async () => {
    const api = studioApi(aStudioItem({ draft: aDraft([header('a', 'First'), header('b', 'Second')]) }));
    openEditor(api);
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
    await waitFor(() => expect(api.callsTo(changeStudioItem).length).toBeGreaterThan(0));
    await screen.findByText(/^Saved /);
  });

  test.each([
    ['into the first component', [header('a', 'First')], 'Heading, 1 of 1: First'],
    ['into a new paragraph if the page is empty', [], 'Text, 1 of 1'],
  ])('moves the caret on Enter at the end of the title %s [STUDIO-233]', async (_, components, name) => {
    openEditor(studioApi(aStudioItem({ draft: aDraft(components, { header: '' }) })));
    const title = await screen.findByRole('textbox', { name: 'Title' });
    await waitFor(() => expect(document.activeElement).toBe(title));
    await userEvent.keyboard('{Enter}');
    const block = await screen.findByRole('group', { name });
    await waitFor(() => expect(document.activeElement).toBe(within(block).getByRole('textbox')));
    expect(blocks()).toHaveLength(1);
  });

  test('moves focus into the text with Enter, out with Escape, and to the properties and back with Alt+Enter and Escape [STUDIO-069]', async () => {
    openEditor(studioApi(aStudioItem({ draft: aDraft([header('a', 'First'), header('b', 'Second')]) })));
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

  test('moves focus between regions with F6, on the page to the selected component [STUDIO-069]', async () => {
    openEditor(studioApi(aStudioItem({ draft: aDraft([header('a', 'First')]) })));
    const block = await screen.findByRole('group', { name: /1 of 1: First/ });
    block.focus();
    await userEvent.keyboard('{F6}');
    expect(screen.getByRole('complementary', { name: 'Properties' }).contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{F6}');
    expect(screen.getByRole('banner').contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Shift>}{F6}{F6}{/Shift}');
    expect(document.activeElement).toBe(block);
  });

  test('focuses an inserted component without text, and opens its properties on Enter [STUDIO-069]', async () => {
    openEditor(studioApi(aStudioItem()));
    await userEvent.click(await screen.findByRole('button', { name: 'Add the first component' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Find a component' }), 'video{Enter}');
    const video = await screen.findByRole('group', { name: 'Video, 1 of 1' });
    await waitFor(() => expect(document.activeElement).toBe(video));
    await userEvent.keyboard('{Enter}');
    const panel = screen.getByRole('complementary', { name: 'Properties' });
    await waitFor(() => expect(document.activeElement).toBe(within(panel).getByRole('textbox', { name: /^Title/ })));
  });

  test('inserts a component by typing part of its name [STUDIO-001]', async () => {
    openEditor(studioApi(aStudioItem()));
    await userEvent.click(await screen.findByRole('button', { name: 'Add the first component' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Find a component' }), 'callout{Enter}');
    expect(await screen.findByRole('group', { name: /^Callout, 1 of 1/ })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Add a component' }));
    await userEvent.type(screen.getByRole('combobox', { name: 'Find a component' }), 'zzz');
    expect(screen.getByText('No component matches “zzz”.')).toBeDefined();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('combobox', { name: 'Find a component' })).toBeNull();
  });

  test('shows the properties of the selected component, or of the item if none is selected [STUDIO-019]', async () => {
    openEditor(studioApi(aStudioItem({ draft: aDraft([header('a', 'First')]) })));
    const block = await screen.findByRole('group', { name: /Heading, 1 of 1/ });
    expect(screen.getByRole('textbox', { name: /Description/ })).toBeDefined();
    await userEvent.click(within(screen.getByRole('complementary', { name: 'Outline' })).getByRole('button'));
    await userEvent.click(await screen.findByRole('radio', { name: '3' }));
    expect(block.querySelector('h3')).not.toBeNull();
  });

  test('opens the settings of the item with one press, whatever is selected, and names what the panel shows [STUDIO-318]', async () => {
    openEditor(studioApi(aStudioItem({ draft: aDraft([header('a', 'First')]) })));
    const block = await screen.findByRole('group', { name: /Heading, 1 of 1/ });
    expect(screen.getByRole('complementary', { name: 'Settings' })).toBeDefined();
    act(() => block.focus());
    const properties = screen.getByRole('complementary', { name: 'Properties' });
    expect(within(properties).getByRole('heading', { name: 'Heading properties' })).toBeDefined();
    await userEvent.click(within(properties).getByRole('button', { name: 'News settings' }));
    const settings = screen.getByRole('complementary', { name: 'Settings' });
    expect(within(settings).getByRole('heading', { name: 'News settings' })).toBeDefined();
    expect(within(settings).getByRole('textbox', { name: /Description/ })).toBeDefined();
    await userEvent.click(within(settings).getByRole('button', { name: 'Heading properties' }));
    expect(screen.getByRole('complementary', { name: 'Properties' })).toBeDefined();
    await userEvent.click(within(screen.getByRole('banner')).getByRole('button', { name: 'Settings' }));
    expect(screen.getByRole('complementary', { name: 'Settings' })).toBeDefined();
  });

  test('blocks publication until blocking checks are fixed [STUDIO-014]', async () => {
    const api = studioApi(aStudioItem({ state: 'Draft', draft: aDraft([header('a', 'SSN 219-09-9999')]) }));
    api.answer(publishStudioItem, aStudioItem({ state: 'Published' }));
    openEditor(api);
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

  test('lists the new documents that will be published with the item [STUDIO-093]', async () => {
    const documentId = crypto.randomUUID();
    const files: ContentComponent = {
      id: 'f',
      type: 'FileList',
      files: [{ documentId, title: 'Rates', format: 'PDF', bytes: 1 }],
    };
    const api = studioApi(aStudioItem({ state: 'Draft', draft: aDraft([files]) }));
    api.answer(listNewFiles, { items: [{ documentId, title: 'Rates' }], attached: [] });
    openEditor(api);
    await userEvent.click(await screen.findByRole('button', { name: 'Publish…' }));
    const dialog = await screen.findByRole('dialog');
    await within(dialog).findByText('This file will be published with it:');
    expect(within(dialog).getByText('Rates').tagName).toBe('LI');
  });

  test('closes the panel beside the page while the window is too narrow, and keeps focus on the page [STUDIO-304]', async () => {
    openEditor(studioApi(aStudioItem({ draft: aDraft([header('a', 'First')]) })));
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
    await userEvent.click(screen.getByRole('button', { name: 'Settings' }));
    expect(await screen.findByRole('dialog', { name: 'Settings' })).toBeDefined();
  });

  test('keeps the dialog open and shows why publication was rejected', async () => {
    const api = studioApi(aStudioItem({ state: 'Draft' }));
    api.fail(publishStudioItem, 'conflict', 'Someone else has changed this item. Review the changes and try again.');
    openEditor(api);
    await userEvent.click(await screen.findByRole('button', { name: 'Publish…' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Publish now' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Someone else has changed this item');
    expect(screen.getByRole('dialog')).toBeDefined();
  });

  test('shows who else has the item open and where they are [STUDIO-009]', async () => {
    const people = [{ clientId: crypto.randomUUID(), name: 'Ben Ortiz', isSelf: false, focus: 'a' }];
    openEditor(studioApi(aStudioItem({ people, draft: aDraft([header('a', 'First')]) })));
    expect(await screen.findByText('Here: Ben Ortiz')).toBeDefined();
    const list = await screen.findByRole('list', { name: 'Also here' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(1);
  });

  test('shows what could not be saved and why, and offers to go to it, copy its text and retry [STUDIO-073]', async () => {
    const user = userEvent.setup();
    const api = studioApi(aStudioItem({ draft: aDraft([header('a', 'First')]) }));
    openEditor(api);
    (await screen.findByRole('group', { name: /Heading/ })).focus();
    api.fail(changeStudioItem, 'payload_too_large', 'The item is too large.');
    await user.keyboard('{Control>}d{/Control}');
    const note = await screen.findByRole('region', { name: 'Not saved: Heading' });
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
      saved: [{ sequence: 1, clientId, by: 'Edda', changes: wholeIn(changes) }],
      isTooOld: false,
    }));
    await user.click(within(note).getByRole('button', { name: 'Try again' }));
    await screen.findByText(/^Saved /);
    expect(screen.queryByRole('region', { name: /^Not saved/ })).toBeNull();
  });

  test('saves with full storage, reports once that there is no local copy, and removes the note when there is room [STUDIO-074]', async () => {
    const api = studioApi(aStudioItem({ draft: aDraft([header('a', 'First')]) }));
    openEditor(api);
    (await screen.findByRole('group', { name: /Heading/ })).focus();
    const full = fillStorage();
    const duplicate = () => userEvent.keyboard('{Control>}d{/Control}');
    await duplicate();
    const note = await screen.findByText('This browser can’t keep a copy of unsaved changes.');
    expect(note.getAttribute('role')).toBe('status');
    const announcements: string[] = [];
    const observer = new MutationObserver(() => announcements.push(note.textContent));
    observer.observe(note, { childList: true, characterData: true, subtree: true });
    await screen.findByText(/^Saved /);
    expect(api.callsTo(changeStudioItem)).toHaveLength(1);
    await duplicate();
    await waitFor(() => expect(api.callsTo(changeStudioItem)).toHaveLength(2));

    full.mockRestore();
    await duplicate();
    await waitFor(() => expect(announcements).toEqual(['']));
    await waitFor(() => expect(api.callsTo(changeStudioItem)).toHaveLength(3));
    observer.disconnect();
  });

  test('says whether changes are stored in this browser or only on the page while the server is unreachable [STUDIO-016, STUDIO-074]', async () => {
    const api = studioApi(aStudioItem({ draft: aDraft([header('a', 'First')]) }));
    openEditor(api);
    (await screen.findByRole('group', { name: /Heading/ })).focus();
    api.fail(changeStudioItem, 'offline');
    await userEvent.keyboard('{Delete}');
    expect(await screen.findByText('Offline. Your changes are kept in this browser.')).toBeDefined();
    const stored = Object.keys(localStorage).filter((key) => key.includes(`studio.${ITEM_ID}`));
    expect(stored).toHaveLength(1);

    const full = fillStorage();
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
    await screen.findByText('Offline. Your changes are only on this page, so keep it open.');
    full.mockRestore();
    await userEvent.click(screen.getAllByRole('button', { name: 'Redo' })[0]!);
    await screen.findByText('Offline. Your changes are kept in this browser.');
  });
});
