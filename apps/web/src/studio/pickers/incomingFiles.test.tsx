import type { ComponentOf, ContentComponent } from '@portico/kinds/content';
import { MAX_FILE_BYTES } from '@portico/kinds/media';
import type { Change } from '@portico/contracts/studio/draft';
import { changeStudioItem, createStudioItem, listStudioItems } from '@portico/contracts/studio/studio';
import { anId } from '@portico/testing/builders';
import { clearToasts } from '@portico/ui/toasts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeUpload } from '../../kit/uploads/testing/FakeUpload.ts';
import { openPortal } from '../../testPortal.ts';
import { studioApi } from '../testing/studioApi.ts';
import { aDraft, aStudioItem, ITEM_ID } from '../testing/studioItems.ts';
import { wholeIn } from '../testing/wholeIn.ts';

type ListedFile = ComponentOf<'FileList'>['files'][number];

const aFile = (name: string, type = 'application/pdf') => new File(['x'.repeat(1000)], name, { type });
const header: ContentComponent = { id: 'h', type: 'Header', level: 2, text: 'First' };
const listed = (count: number): ListedFile[] =>
  Array.from({ length: count }, (_, n) => ({ documentId: anId(), title: `Old ${n}`, format: 'PDF', bytes: 1 }));
const aList = (count: number): ContentComponent => ({ id: 'l', type: 'FileList', files: listed(count) });

async function openEditor(...components: ContentComponent[]) {
  const api = studioApi(
    aStudioItem({ draft: aDraft(components, { authorDepartment: 'Operations', audience: ['AdvisorCorporate'] }) }),
  );
  const saved = new Map<string, Change[]>();
  let sequence = 0;
  api.answer(changeStudioItem, ({ params, body: { clientId, changes: sent } }) => {
    const changes = wholeIn(sent);
    saved.set(params.itemId, changes);
    sequence += 1;
    const batch = { sequence, clientId, by: 'Edda', changes };
    return { sequence, savedAt: '2026-11-23T15:00:00.000Z', conflicts: [], saved: [batch], isTooOld: false };
  });
  api.answer(createStudioItem, ({ body }) => aStudioItem({ id: body.id, kind: body.kind }));
  openPortal(`/studio/${ITEM_ID}`, { api, person: 'edda' });
  await screen.findByRole('group', { name: /Heading, 1 of/ });
  return { api, saved };
}

const drop = (target: Element, files: File[]) =>
  fireEvent.drop(target, { dataTransfer: { types: ['Files'], files, dropEffect: 'none' } });
const panel = () => screen.findByRole('region', { name: 'Add files' });
const uploads = async (count: number) => {
  await waitFor(() => expect(FakeUpload.all).toHaveLength(count));
  return FakeUpload.all;
};
const completeUpload = (upload: FakeUpload | undefined) =>
  upload?.respond(200, { fileId: anId(), fileName: upload.file?.name, format: 'PDF', bytes: 1000 });

beforeEach(() => {
  FakeUpload.all = [];
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
});
afterEach(() => {
  window.innerWidth = 1024;
  clearToasts();
});

describe('files dropped or pasted in the editor', () => {
  test('become one FileList component of new documents for the same audience, in one announced undo step [STUDIO-080]', async () => {
    const { saved } = await openEditor(header);
    drop(screen.getByRole('group', { name: /First/ }), [aFile('Rates 2027.pdf'), aFile('Fees.pdf')]);
    const status = within(await panel()).getByRole('status');
    const [first, second] = await uploads(2);
    first!.progress(500);
    expect(screen.getByRole('progressbar', { name: 'Rates 2027.pdf' }).getAttribute('aria-valuetext')).toBe(
      '500 bytes of 1 KB',
    );
    completeUpload(second);
    await waitFor(() => expect(status.textContent).toBe('1 of 2 uploaded'));
    completeUpload(first);
    const block = await screen.findByRole('group', { name: /^Files, 2 of 2/ });
    expect(
      within(block)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining('Rates 2027'), expect.stringContaining('Fees')]);
    await screen.findByText('Added: Rates 2027, Fees. They’re published together with this item.');
    const started = [...saved].find(([itemId]) => itemId !== ITEM_ID)?.[1];
    expect(started).toContainEqual({ do: 'field', name: 'audience', value: ['AdvisorCorporate'] });
    expect(started).toContainEqual({ do: 'field', name: 'department', value: 'Operations' });
    await userEvent.click(screen.getAllByRole('button', { name: 'Undo' })[0]!);
    await screen.findByRole('group', { name: 'Heading, 1 of 1: First' });
    expect(screen.queryByRole('group', { name: /^Files/ })).toBeNull();
  });

  test('are added to the FileList component that they are dropped on or that is selected [STUDIO-080]', async () => {
    await openEditor(header, aList(1));
    const block = screen.getByRole('group', { name: /^Files, 2 of 2/ });
    drop(within(block).getByText('Old 0'), [aFile('Dropped.pdf')]);
    completeUpload((await uploads(1))[0]);
    await within(block).findByText('Dropped');
    act(() => block.focus());
    fireEvent.paste(block, { clipboardData: { getData: () => '', files: [aFile('Pasted.pdf')] } });
    completeUpload((await uploads(2))[1]);
    await within(block).findByText('Pasted');
    expect(within(block).getAllByRole('listitem')).toHaveLength(3);
  });

  test('go after the component whose outline entry they are dropped on, or to the end if dropped elsewhere outside the page [STUDIO-092]', async () => {
    window.innerWidth = 1440;
    const second: ContentComponent = { id: 's', type: 'Header', level: 2, text: 'Second' };
    await openEditor(header, second);
    const outline = screen.getByRole('complementary', { name: 'Outline' });
    const isLeft = drop(within(outline).getByText('First'), [aFile('Rates.pdf')]);
    expect(isLeft).toBe(false);
    completeUpload((await uploads(1))[0]);
    await screen.findByRole('group', { name: /^Files, 2 of 3/ });
    drop(screen.getByRole('banner'), [aFile('Fees.pdf')]);
    completeUpload((await uploads(2))[1]);
    await screen.findByRole('group', { name: /^Files, 4 of 4/ });
  });

  test('are refused by kind, size and number, each with its reason, and the rest are accepted [STUDIO-081]', async () => {
    await openEditor(header, aList(99));
    const large = aFile('Large.pdf');
    Object.defineProperty(large, 'size', { value: MAX_FILE_BYTES + 1 });
    const edge = aFile('Edge.pdf');
    Object.defineProperty(edge, 'size', { value: MAX_FILE_BYTES });
    const block = screen.getByRole('group', { name: /^Files, 2 of 2/ });
    drop(block, [aFile('setup.exe', ''), large, edge, aFile('One too many.pdf')]);
    const rows = within(await panel()).getByRole('list');
    await waitFor(() => expect(within(rows).getAllByRole('listitem')).toHaveLength(4));
    const texts = within(rows)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(texts[0]).toMatch(/^setup\.exeThis kind of file isn’t accepted\. Add PDF, Word/);
    expect(texts[1]).toMatch(/^Large\.pdfThis file is larger than 50 MB\./);
    expect(texts[3]).toMatch(/^One too many\.pdfA Files component can hold 100 files\./);
    const add = screen.getByRole<HTMLButtonElement>('button', { name: 'Add 0 files' });
    expect(add.disabled).toBe(true);
    completeUpload((await uploads(1))[0]);
    await userEvent.click(await screen.findByRole('button', { name: 'Add 1 file' }));
    await within(block).findByText('Edge');
    expect(within(block).getAllByRole('listitem')).toHaveLength(100);
  });

  test('can be retried after a failure and canceled, and leaving the page asks for confirmation meanwhile [STUDIO-081]', async () => {
    const { api } = await openEditor(header);
    drop(screen.getByRole('group', { name: /First/ }), [aFile('a.pdf'), aFile('b.pdf')]);
    await panel();
    const [first, second] = await uploads(2);
    const leaving = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leaving()).toBe(true);
    first!.fail();
    await screen.findByText('The connection was lost.');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel b.pdf' }));
    expect(second!.isAborted).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Try again: a.pdf' }));
    completeUpload((await uploads(3))[2]);
    await screen.findByRole('group', { name: /^Files, 2 of 2/ });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Add files' })).toBeNull());

    drop(screen.getByRole('group', { name: /First/ }), [aFile('c.pdf')]);
    await panel();
    await uploads(4);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(FakeUpload.all[3]!.isAborted).toBe(true);
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Add files' })).toBeNull());
    expect(api.callsTo(createStudioItem)).toHaveLength(1);
  });

  test('follow dropped pictures, whose alternative text is requested first [STUDIO-023, STUDIO-080]', async () => {
    await openEditor(header);
    drop(screen.getByRole('group', { name: /First/ }), [aFile('Rates.pdf'), aFile('Team.png', 'image/png')]);
    const picture = await screen.findByRole('dialog', { name: 'Add a picture' });
    (await uploads(1))[0]!.respond(200, { id: anId(), alt: '', width: 640, height: 480, widths: [320, 640] });
    await userEvent.click(await within(picture).findByRole('checkbox', { name: /is decorative/ }));
    await userEvent.click(within(picture).getByRole('button', { name: 'Use this picture' }));
    await panel();
    completeUpload((await uploads(2))[1]);
    await screen.findByRole('group', { name: /^Files, 3 of 3/ });
    expect(screen.getByRole('group', { name: /^Picture, 2 of 3/ })).toBeDefined();
  });

  test('are uploaded while the editor goes on writing and adds more, and the panel takes no focus and gives it back [STUDIO-081, STUDIO-324]', async () => {
    const user = userEvent.setup();
    await openEditor(header);
    const text = screen.getByRole('textbox', { name: 'Heading' });
    act(() => text.focus());
    drop(screen.getByRole('group', { name: /First/ }), [aFile('a.pdf'), aFile('b.pdf')]);
    const region = await panel();
    const [first, second] = await uploads(2);
    expect(document.activeElement).toBe(text);
    expect(screen.getByRole('banner').contains(region)).toBe(true);
    fireEvent.paste(text, {
      clipboardData: { getData: (type: string) => (type === 'text/plain' ? 'My ' : ''), files: [] },
    });
    await waitFor(() => expect(text.textContent).toBe('My First'));

    drop(screen.getByRole('group', { name: /First/ }), [aFile('c.pdf')]);
    await uploads(3);
    completeUpload(FakeUpload.all[2]);
    await screen.findByRole('group', { name: /^Files, 2 of 2/ });
    expect(first!.isAborted).toBe(false);

    const cancel = within(region).getByRole('button', { name: 'Cancel b.pdf' });
    act(() => cancel.focus());
    await user.keyboard('{Escape}');
    expect(document.activeElement).toBe(text);
    act(() => cancel.focus());
    await user.keyboard('{Enter}');
    expect(second!.isAborted).toBe(true);
    expect(document.activeElement).toBe(region);
    completeUpload(first);
    await waitFor(() => expect(region.isConnected).toBe(false));
    expect(document.activeElement).toBe(text);
    for (const name of ['a', 'c']) expect(screen.getByText(name, { selector: '[data-block-id] *' })).toBeDefined();
    expect(screen.queryByText('b', { selector: '[data-block-id] *' })).toBeNull();
  });

  test('are left behind neither by publishing nor by a link to another page, which asks first [STUDIO-081]', async () => {
    const user = userEvent.setup();
    const { api } = await openEditor(header);
    api.answer(listStudioItems, { page: 1, pageSize: 25, total: 0, items: [] });
    drop(screen.getByRole('group', { name: /First/ }), [aFile('a.pdf')]);
    await panel();
    const [upload] = await uploads(1);
    await user.click(screen.getByRole('button', { name: 'Publish…' }));
    await user.click(await screen.findByRole('button', { name: 'Publish now' }));
    await screen.findByText(/^Files are still being added\. Wait/);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('link', { name: 'Studio' }));
    await user.click(await screen.findByRole('button', { name: 'Stay on this page' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(upload!.isAborted).toBe(false);
    await user.click(screen.getByRole('link', { name: 'Studio' }));
    await user.click(await screen.findByRole('button', { name: 'Leave without the files' }));
    await waitFor(() => expect(upload!.isAborted).toBe(true));
  });

  test('ask once before another page opens, however often files were added meanwhile [STUDIO-081]', async () => {
    const user = userEvent.setup();
    const { api } = await openEditor(header);
    api.answer(listStudioItems, { page: 1, pageSize: 25, total: 0, items: [] });
    for (const name of ['a.pdf', 'b.pdf']) drop(screen.getByRole('group', { name: /First/ }), [aFile(name)]);
    const [first, second] = await uploads(2);
    await user.click(screen.getByRole('link', { name: 'Studio' }));
    await user.click(await screen.findByRole('button', { name: 'Stay on this page' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('link', { name: 'Studio' }));
    await user.click(await screen.findByRole('button', { name: 'Leave without the files' }));
    await screen.findByRole('heading', { level: 1, name: 'Studio' });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect([first!.isAborted, second!.isAborted]).toEqual([true, true]);
  });
});
