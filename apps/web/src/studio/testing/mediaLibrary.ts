import type { CallInput, CallResult } from '@portico/contracts/endpoint';
import { changeMedia, getMedia, listMedia, type MediaEntry } from '@portico/contracts/studio/media';
import { discardUploads, listUploads, startUploads, type StudioUpload } from '@portico/contracts/studio/uploads';
import type { FakeApi } from '@portico/testing/fakeApi';
import { answerStudio } from './studioItems.ts';

export const idOf = (number: number) => `5f9b1d4e-0000-4000-a000-${String(number).padStart(12, '0')}`;
export const anEntry = (number: number, own: Partial<MediaEntry> = {}): MediaEntry => ({
  id: idOf(number),
  kind: 'Picture',
  format: null,
  bytes: 14_000,
  width: 700,
  height: 90,
  widths: [320, 640],
  name: `bridge-${number}.png`,
  alt: null,
  credit: '',
  license: '',
  source: '',
  labels: [],
  addedAt: '2026-11-20T14:00:00.000Z',
  uploadedBy: 'Edda Mohr',
  isUnused: true,
  deletedAt: null,
  deletedBy: null,
  version: 1,
  ...own,
});
export const aList = (
  items: MediaEntry[],
  own: Partial<CallResult<typeof listMedia>> = {},
): CallResult<typeof listMedia> => ({
  items,
  total: items.length,
  labels: ['City'],
  next: null,
  ...own,
});

/** A library that changes as the server's does. */
export function library(fake: FakeApi, ...start: MediaEntry[]) {
  let stored = start;
  const sent: Array<CallInput<typeof changeMedia>['body']['entries']> = [];
  const api = answerStudio(fake);
  api.answer(listUploads, { items: [] });
  api.answer(listMedia, () => aList(stored));
  api.answer(getMedia, ({ params }) => ({
    entry: stored.find(({ id }) => id === params.mediaId)!,
    places: [],
    isUsedElsewhere: false,
    duplicates: [],
    mayChange: true,
    keptUntil: null,
  }));
  api.answer(changeMedia, ({ body: { entries } }) => {
    sent.push(entries);
    const items = entries.map(({ id, version, ...details }) => {
      const { name, alt, credit, license, source, labels } = stored.find((each) => each.id === id)!;
      const before = { name, alt, credit, license, source, labels };
      return { ...details, id, version: version + 1, isChanged: true, changedBy: null, before };
    });
    stored = stored.map((entry) => {
      const change = items.find(({ id }) => id === entry.id);
      return change ? { ...entry, ...change } : entry;
    });
    return { items };
  });
  return { api, sent };
}

/** The server's side of uploads; `before` are those of a tab that was closed. */
export function uploadServer(api: FakeApi, ...before: StudioUpload[]) {
  let open = before;
  const discarded: string[] = [];
  api.answer(listUploads, () => ({ items: open }));
  const begun: string[] = [];
  api.answer(startUploads, ({ body: { files } }) => ({
    items: files.map(({ fileName, bytes, lastModified }) => {
      const known = open.find((upload) => upload.fileName === fileName && upload.bytes === bytes);
      if (!begun.includes(fileName)) begun.push(fileName);
      const id = idOf(100 + begun.indexOf(fileName));
      return { upload: known ?? { id, fileName, bytes, lastModified, received: 0, media: null }, problem: null };
    }),
  }));
  api.answer(discardUploads, ({ body: { ids } }) => {
    discarded.push(...ids);
    open = open.filter(({ id }) => !ids.includes(id));
    return undefined;
  });
  return { discarded, setOpen: (items: StudioUpload[]) => (open = items) };
}
