import { createHash } from 'node:crypto';
import {
  DIGEST_HEADER,
  MAX_UPLOADS,
  startUploads,
  UPLOAD_CHUNK_BYTES,
  type StudioUpload,
} from '@portico/contracts/studio/uploads';
import { changeStudioItem, createStudioItem } from '@portico/contracts/studio/studio';
import { fakeApi } from '@portico/testing/fakeApi';
import { clearToasts } from '@portico/ui/toasts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeUpload } from '../../kit/uploads/testing/FakeUpload.ts';
import { openPortal } from '../../testPortal.ts';
import { idOf, library, uploadServer } from '../testing/mediaLibrary.ts';
import { aStudioItem } from '../testing/studioItems.ts';

beforeEach(() => {
  FakeUpload.all = [];
  vi.stubGlobal('XMLHttpRequest', FakeUpload);
});
afterEach(() => {
  vi.unstubAllGlobals();
  clearToasts();
});

const KB = 1000;
const file = (name: string, bytes = KB) => new File(['x'.repeat(bytes)], name, { lastModified: 1 });
const input = (selector = 'input[type=file]:not([data-unfinished])') =>
  waitFor(() => document.querySelector<HTMLInputElement>(selector) ?? Promise.reject(new Error('no input')));
const uploads = () => within(screen.getByRole('list', { name: 'Uploads' }));
const button = (name: string) => screen.findByRole('button', { name });

/** The library with the server's side of its uploads. */
function open(...before: StudioUpload[]) {
  const { api } = library(fakeApi());
  const server = uploadServer(api, ...before);
  openPortal('/studio/media', { api, person: 'edda' });
  return { api, ...server };
}
async function choose(...files: File[]) {
  await userEvent.upload(await input(), files);
}
/** The request that sends a chunk, in the order in which they were sent. */
async function chunk(number: number): Promise<FakeUpload> {
  await waitFor(() => expect(FakeUpload.all.length).toBeGreaterThan(number));
  return FakeUpload.all[number]!;
}
const answerOf = (sent: FakeUpload, own: Partial<StudioUpload>): StudioUpload => ({
  id: sent.address.split('/')[5]!,
  fileName: 'x',
  bytes: KB,
  lastModified: 1,
  received: KB,
  media: null,
  ...own,
});
const picture = (id: string, isKnown = false) => ({ id, isKnown, file: null });

test('many files show the progress of each and of all; one that failed is tried again, and a lost connection continues [DESK-105, DESK-235]', async () => {
  const { api, discarded } = open();
  const documents: string[] = [];
  api.answer(createStudioItem, ({ body }) => {
    documents.push(body.id);
    return aStudioItem({ id: body.id, kind: body.kind });
  });
  api.answer(changeStudioItem, ({ body: { base } }) => ({
    sequence: base + 1,
    savedAt: '2026-11-23T15:00:00.000Z',
    conflicts: [],
    saved: [],
    isTooOld: false,
  }));
  await choose(file('a.png'), file('b.pdf'), file('c.exe'));
  const first = await chunk(0);
  const second = await chunk(1);
  expect(first.address).toBe(`/api/v1/studio/uploads/${idOf(100)}/chunks/0`);
  first.progress(500);
  expect(uploads().getByRole('progressbar', { name: 'a.png' }).getAttribute('aria-valuetext')).toBe(
    '500 bytes of 1 KB',
  );
  expect(screen.getByRole('progressbar', { name: 'All uploads' }).getAttribute('aria-valuetext')).toBe(
    '500 bytes of 3 KB',
  );
  expect(uploads().getByText(/^This kind of file isn’t accepted/)).toBeDefined();
  const stored = { fileId: idOf(5), fileName: 'b.pdf', format: 'PDF', bytes: KB } as const;
  second.respond(200, answerOf(second, { media: { id: idOf(5), isKnown: false, file: stored } }));
  await screen.findByText('1 of 3 uploaded');
  expect([documents, discarded]).toEqual([[idOf(101)], [idOf(101)]]);
  first.fail();
  await button('Try again: a.png');
  window.dispatchEvent(new Event('online'));
  const again = await chunk(2);
  again.respond(200, answerOf(again, { media: picture(idOf(6)) }));
  await screen.findByText('2 of 3 uploaded');
});

test('a large file goes on, chunk by chunk, from where the server is [DESK-230]', async () => {
  const { api, setOpen } = open();
  const bytes = 2 * UPLOAD_CHUNK_BYTES + 10;
  const large = file('large.png', bytes);
  await choose(large);
  const first = await chunk(0);
  expect(first.file!.size).toBe(UPLOAD_CHUNK_BYTES);
  first.respond(200, answerOf(first, { bytes, received: UPLOAD_CHUNK_BYTES }));
  const second = await chunk(1);
  expect(second.address).toMatch(new RegExp(`/chunks/${UPLOAD_CHUNK_BYTES}$`));
  // The server has more than this tab knows.
  setOpen([answerOf(second, { fileName: 'large.png', bytes, received: 2 * UPLOAD_CHUNK_BYTES })]);
  second.respond(409, { code: 'conflict', status: 409, title: 'x', detail: 'x', requestId: 'r' });
  const third = await chunk(2);
  expect([third.address.split('/').at(-1), third.file!.size]).toEqual([String(2 * UPLOAD_CHUNK_BYTES), 10]);
  expect(api.callsTo(startUploads)).toHaveLength(2);
  third.respond(200, answerOf(third, { bytes, received: bytes, media: picture(idOf(6)) }));
  await screen.findByText('1 of 1 uploaded');
});

test('uploads are paused and go on, and canceling all of them removes what has arrived [DESK-235]', async () => {
  const { discarded } = open();
  await choose(file('a.png'), file('b.png'), file('c.png'));
  await chunk(1);
  await userEvent.click(await button('Pause'));
  expect(screen.getByText(/Uploads are paused/)).toBeDefined();
  expect(FakeUpload.all.map(({ isAborted }) => isAborted)).toEqual([true, true]);
  expect(uploads().getAllByRole('progressbar')).toHaveLength(3);
  await userEvent.click(await button('Go on'));
  await chunk(3);
  expect(FakeUpload.all).toHaveLength(4);
  await userEvent.click(await button('Cancel all'));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Uploads' })).toBeNull());
  await waitFor(() => expect(discarded.toSorted()).toEqual([idOf(100), idOf(101), idOf(102)]));
});

test('content that the library has is told with a link to it [DESK-234]', async () => {
  open();
  await choose(file('same.png'));
  const sent = await chunk(0);
  sent.respond(200, answerOf(sent, { media: picture(idOf(7), true) }));
  const known = within(await screen.findByRole('region', { name: 'In the library before' }));
  expect(known.getByRole('link', { name: 'same.png' }).getAttribute('href')).toBe(`/studio/media?media=${idOf(7)}`);
});

test('more files than can be uploaded at once are left out, and it says how many [DESK-232]', async () => {
  open();
  const many = Array.from({ length: MAX_UPLOADS + 2 }, (_, number) => file(`${number}.exe`, 1));
  await choose(...many);
  await screen.findByText('2 files were left out, because at most 500 can be uploaded at once.');
  expect(uploads().getAllByRole('listitem')).toHaveLength(MAX_UPLOADS);
});

test('after a reload the library offers to go on with what was not finished, or to discard it [DESK-236]', async () => {
  const left = (number: number, fileName: string): StudioUpload => ({
    id: idOf(number),
    fileName,
    bytes: 2 * UPLOAD_CHUNK_BYTES,
    lastModified: 1,
    received: UPLOAD_CHUNK_BYTES,
    media: null,
  });
  const { discarded } = open(left(31, 'one.png'), left(32, 'two.png'));
  const offer = within(await screen.findByRole('region', { name: 'Go on with 2 uploads' }));
  expect(offer.getByText('one.png: 4.2 MB of 8.4 MB has arrived')).toBeDefined();
  expect(offer.getByText(/a browser doesn’t keep the files/)).toBeDefined();
  await userEvent.upload(await input('input[data-unfinished]'), [file('one.png', 2 * UPLOAD_CHUNK_BYTES)]);
  const sent = await chunk(0);
  expect(sent.address).toBe(`/api/v1/studio/uploads/${idOf(31)}/chunks/${UPLOAD_CHUNK_BYTES}`);
  await screen.findByRole('region', { name: 'Go on with 1 upload' });
  await userEvent.click(await button('Discard them'));
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Go on with/ })).toBeNull());
  expect(discarded).toEqual([idOf(32)]);
});

test('with the last of several chunks comes the digest of the whole file, and what belongs to another one is sent again [DESK-236]', async () => {
  const bytes = UPLOAD_CHUNK_BYTES + KB;
  const left = { id: idOf(31), fileName: 'one.png', bytes, lastModified: 1, received: UPLOAD_CHUNK_BYTES, media: null };
  const { setOpen } = open(left);
  await screen.findByRole('region', { name: 'Go on with 1 upload' });
  await userEvent.upload(await input('input[data-unfinished]'), [file('one.png', bytes)]);
  const sent = await chunk(0);
  const digest = createHash('sha256').update('x'.repeat(bytes)).digest('base64');
  expect(sent.headers[DIGEST_HEADER]).toBe(`sha-256=:${digest}:`);
  setOpen([{ ...left, received: 0 }]);
  sent.respond(409, { code: 'conflict' });
  const again = await chunk(1);
  expect(again.address).toBe(`/api/v1/studio/uploads/${idOf(31)}/chunks/0`);
  expect(again.headers[DIGEST_HEADER]).toBeUndefined();
});

test('a file that had arrived when its tab was closed becomes a document without being chosen again [DESK-236]', async () => {
  const stored = { fileId: idOf(5), fileName: 'fees.pdf', format: 'PDF', bytes: KB } as const;
  const { api } = library(fakeApi());
  const documents: string[] = [];
  api.answer(createStudioItem, ({ body }) => {
    documents.push(body.id);
    return aStudioItem({ id: body.id, kind: body.kind });
  });
  api.answer(changeStudioItem, {
    sequence: 1,
    savedAt: '2026-11-23T15:00:00.000Z',
    conflicts: [],
    saved: [],
    isTooOld: false,
  });
  const { discarded } = uploadServer(api, {
    id: idOf(41),
    fileName: 'fees.pdf',
    bytes: KB,
    lastModified: 1,
    received: KB,
    media: { id: idOf(5), isKnown: false, file: stored },
  });
  openPortal('/studio/media', { api, person: 'edda' });
  await waitFor(() => expect(discarded).toEqual([idOf(41)]));
  expect(documents).toEqual([idOf(41)]);
  expect(screen.queryByRole('region', { name: /^Go on with/ })).toBeNull();
});

test('a dropped folder brings the files in it and in its folders, but no hidden ones [DESK-235]', async () => {
  open();
  await input();
  const entryOf = (one: File) => ({
    isFile: true,
    isDirectory: false,
    name: one.name,
    file: (done: (f: File) => void) => done(one),
  });
  const folderOf = (name: string, ...entries: unknown[]) => ({
    isFile: false,
    isDirectory: true,
    name,
    createReader() {
      const parts = [entries.slice(0, 1), entries.slice(1), []];
      return { readEntries: (done: (part: unknown[]) => void) => done(parts.shift()!) };
    },
  });
  const folder = folderOf(
    'trip',
    entryOf(file('one.png')),
    entryOf(file('.DS_Store')),
    folderOf('day two', entryOf(file('two.png'))),
  );
  fireEvent.drop(screen.getByText('or drop them here'), {
    dataTransfer: { files: [], types: ['Files'], items: [{ webkitGetAsEntry: () => folder }] },
  });
  await waitFor(() => expect(uploads().getAllByRole('listitem')).toHaveLength(2));
  expect(
    uploads()
      .getAllByRole('progressbar')
      .map((bar) => bar.parentElement!.textContent),
  ).toEqual([expect.stringContaining('one.png'), expect.stringContaining('two.png')]);
});
