import { ApiError } from '@portico/client/ApiError';
import { mergeChanges, type Stamps } from '@portico/authoring/mergeChanges';
import { walkDraft } from '@portico/authoring/tree/find';
import type { Change, Draft } from '@portico/contracts/studio/draft';
import type { Conflict, SavedChanges, StudioItem } from '@portico/contracts/studio/studio';
import { vi } from 'vitest';
import { header, nothingWaits, standing } from './studioItems.ts';
import { createDraftSession, type DraftSession } from '../session/draftSession.ts';
import type { SessionCalls } from '../session/sessionCalls.ts';
import type { Unsaved } from '../session/sessionState.ts';
import type { UnsavedStorage } from '../session/unsavedStorage.ts';

export const fields = { header: '', description: '' } as Draft['fields'];

export const start: Draft = {
  fields,
  trees: { components: ['a', 'b', 'c'].map((id) => header(id, '')), preEventData: [], postEventData: [] },
};

/** What the server does, in memory. */
export function fakeServer() {
  let stored: { draft: Draft; stamps: Stamps } = { draft: start, stamps: {} };
  const log: SavedChanges[] = [];
  const answers = new Map<string, Conflict[]>();
  /** Called after every save, as the stream notifies open tabs. */
  const listeners: Array<() => void> = [];
  const sequence = () => log.length;
  const batches: Change[][] = [];
  const refuses = { changes: (_changes: Change[]): boolean => false };
  let oldest = 0;
  const since = (base: number) => ({
    saved: structuredClone(log.slice(Math.max(base, oldest))),
    isTooOld: base < oldest && base < log.length,
  });
  return {
    listeners,
    /** What was sent, call by call. */
    batches,
    refuses,
    draft: () => stored.draft,
    /** Single saves so far are no longer stored. */
    purge: () => {
      oldest = log.length;
    },
    open: (): StudioItem =>
      ({
        id: 'item',
        kind: 'news',
        version: 1,
        state: 'Draft',
        sequence: sequence(),
        draft: structuredClone(stored.draft),
        people: [],
        ...standing,
      }) as unknown as StudioItem,
    save(clientId: string, { batchId, base, changes }: { batchId: string; base: number; changes: Change[] }) {
      batches.push(changes);
      if (refuses.changes(changes))
        throw new ApiError({ status: 413, code: 'payload_too_large', detail: 'The item is too large.' });
      let conflicts = answers.get(batchId);
      if (!conflicts) {
        const merged = mergeChanges(stored, structuredClone(changes), {
          base,
          sequence: sequence() + 1,
          by: clientId,
          clientId,
        });
        stored = merged;
        conflicts = structuredClone(merged.conflicts);
        answers.set(batchId, conflicts);
        log.push({ sequence: sequence() + 1, clientId, by: clientId, changes: merged.made });
        for (const listener of listeners) listener();
      }
      return {
        sequence: sequence(),
        savedAt: '2026-11-23T15:00:00.000Z',
        conflicts,
        ...since(base),
      };
    },
    follow: (base: number) => ({
      sequence: sequence(),
      version: 1,
      state: 'Draft' as const,
      isLive: false,
      ...standing,
      ...nothingWaits,
      ...since(base),
      people: [],
    }),
  };
}

/** The connection of one tab: answers take a while, and get lost before or behind the server while it is cut. */
export function connect(server: ReturnType<typeof fakeServer>, clientId: string) {
  const line = { isCut: false, losesAnswer: false, delay: 10 };
  const lost = () => new ApiError({ status: 0, code: 'network', detail: 'Not reached' });
  const over = <Answer>(ask: () => Answer): Promise<Answer> =>
    new Promise((resolve, reject) => {
      setTimeout(() => {
        if (line.isCut && !line.losesAnswer) return reject(lost());
        let answer: Answer;
        try {
          answer = ask();
        } catch (error) {
          return reject(error as Error);
        }
        setTimeout(() => (line.isCut ? reject(lost()) : resolve(answer)), line.delay);
      }, line.delay);
    });
  const calls: SessionCalls = {
    open: () => over(server.open),
    save: (batch) => over(() => server.save(clientId, batch)),
    follow: ({ since }) => over(() => server.follow(since)),
  };
  return { line, calls };
}

/** Storage of a tab. After `crash`, what the tab still does changes nothing, and the next tab gets what was kept. */
export interface Memory extends UnsavedStorage {
  kept: () => Unsaved | undefined;
  crash: () => Memory;
  /** Letters that fit; set it to fill the browser's storage. */
  room: number;
}

export function memory(kept?: string): Memory {
  let isGone = false;
  const read = () => (kept === undefined ? undefined : (JSON.parse(kept) as Unsaved));
  const storage: Memory = {
    kept: read,
    room: Infinity,
    crash: () => {
      isGone = true;
      return memory(kept);
    },
    read,
    takeOver: () => undefined,
    write: (unsaved) => {
      const text = JSON.stringify(unsaved);
      if (text.length > storage.room) return false;
      if (!isGone) kept = text;
      return true;
    },
    remove: () => {
      if (!isGone) kept = undefined;
    },
    removeOwn: () => storage.remove(),
  };
  return storage;
}

export async function openTab(server: ReturnType<typeof fakeServer>, clientId: string, storage = memory()) {
  const { line, calls } = connect(server, clientId);
  const session = createDraftSession(calls, storage);
  const opening = session.refresh();
  await vi.advanceTimersByTimeAsync(200);
  await opening;
  server.listeners.push(() => {
    if (!line.isCut) void session.refresh().catch(() => undefined);
  });
  return { session, line, storage, clientId };
}

export const textOf = (draft: Draft, id: string): string =>
  [...walkDraft(draft)].map(({ component }) => component).find((component) => component.id === id)?.['text' as never] ??
  '';

export const write = (session: DraftSession, id: string, text: string): void =>
  session.edit([{ do: 'set', component: header(id, text) }], `set ${id}`);

export const settle = () => vi.advanceTimersByTimeAsync(200_000);
