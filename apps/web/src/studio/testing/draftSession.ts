import { ApiError } from '@portico/client/ApiError';
import { breaksLimits } from '@portico/authoring/merging/breaksLimits';
import { isSame } from '@portico/authoring/merging/mergeValues';
import { changeOf, shortNews, spliced, versionsOf } from '@portico/authoring/merging/splices';
import { mergeChanges, versionsAt, type Stamps } from '@portico/authoring/mergeChanges';
import { walkDraft } from '@portico/authoring/tree/find';
import type { ContentComponent } from '@portico/kinds/content';
import type { Change, ItemContent, SentChange } from '@portico/contracts/studio/draft';
import type { AnnouncedSave, Conflict, SavedChanges, StudioItem, StudioPerson } from '@portico/contracts/studio/studio';
import { vi } from 'vitest';
import { header, nothingWaits, standing } from './studioItems.ts';
import { createDraftSession, type DraftSession } from '../session/draftSession.ts';
import type { SessionCalls } from '../session/sessionCalls.ts';
import type { Unsaved } from '../session/sessionState.ts';
import type { UnsavedStorage } from '../session/unsavedStorage.ts';

type ApiErrorDetails = ConstructorParameters<typeof ApiError>[0];

export const fields = { header: '', description: '' } as ItemContent['fields'];

export const start: ItemContent = {
  fields,
  trees: { components: ['a', 'b', 'c'].map((id) => header(id, '')), preEventData: [], postEventData: [] },
};

/** News that are longer have what differs. */
const MAX_NEWS = 300;

interface Sent {
  batchId: string;
  base: number;
  changes: SentChange[];
}

/** An in-memory server. */
export function fakeServer() {
  let stored: { draft: ItemContent; stamps: Stamps } = { draft: start, stamps: {} };
  const log: SavedChanges[] = [];
  /** What each save replaced. */
  const replaced: Array<{ writers: string[]; replaced: Change[] }> = [];
  const answers = new Map<string, Conflict[]>();
  /** Called after every save, the way the stream notifies open tabs. */
  const listeners: Array<(save: AnnouncedSave) => void> = [];
  const sequence = () => log.length;
  const batches: Change[][] = [];
  const refuses = {
    changes: (_changes: Change[]): boolean => false,
    error: { status: 413, code: 'payload_too_large', detail: 'The item is too large.' } as ApiErrorDetails,
  };
  /** Who has the item open, as the server says. */
  const people: StudioPerson[] = [];
  let oldest = 0;
  let splices = 0;
  const wholeChange = (change: SentChange, seen: ReadonlyMap<string, Change>): Change => {
    if (change.do !== 'splice') return change;
    const text = spliced(change, versionsOf(stored.draft, change, seen));
    if (text === undefined) throw new ApiError({ status: 409, code: 'conflict', detail: 'Not known' });
    return changeOf(change, text) as Change;
  };
  const since = (base: number) => ({
    saved: structuredClone(log.slice(Math.max(base, oldest))),
    isTooOld: base < oldest && base < log.length,
  });
  return {
    listeners,
    /** The changes sent in each call. */
    batches,
    refuses,
    draft: () => stored.draft,
    people,
    sequence,
    /** Drops the individual saves so far. */
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
        people,
        ...standing,
      }) as unknown as StudioItem,
    /** How many splices were taken. */
    splices: () => splices,
    save(clientId: string, { batchId, base, changes: sent }: Sent) {
      const seen = base < oldest ? new Map<string, Change>() : versionsAt(replaced.slice(base), clientId);
      const known = answers.has(batchId);
      const changes = known ? [] : sent.map((change) => wholeChange(change, seen));
      batches.push(changes);
      if (refuses.changes(changes)) throw new ApiError(refuses.error);
      let conflicts = answers.get(batchId);
      let isAsSent = false;
      if (!conflicts) {
        const save = { base, sequence: sequence() + 1, by: clientId, clientId };
        const merged = mergeChanges(stored, structuredClone(changes), save, { versions: seen, breaksLimits });
        const before = stored.draft;
        stored = merged;
        replaced.push(structuredClone({ writers: [clientId], replaced: merged.replaced }));
        conflicts = structuredClone(merged.conflicts);
        answers.set(batchId, conflicts);
        const saved = structuredClone({ sequence: sequence() + 1, clientId, by: clientId, changes: merged.made });
        log.push(saved);
        const news = { ...saved, itemId: 'item' };
        const isLong = JSON.stringify(news).length > MAX_NEWS;
        for (const listener of listeners) listener(isLong ? shortNews(news, before) : news);
        splices += sent.filter((change) => change.do === 'splice').length;
        isAsSent = sent.some((change) => change.do === 'splice') && isSame(merged.made, changes);
      }
      const { saved, isTooOld } = since(base);
      return {
        sequence: sequence(),
        savedAt: '2026-11-23T15:00:00.000Z',
        conflicts,
        saved: isAsSent ? saved.slice(0, -1) : saved,
        ...(isAsSent && { isAsSent }),
        isTooOld,
      };
    },
    /** A tab says that it leaves. */
    leave: () => undefined,
    /** The saves since `base`, as of the save `number`. */
    follow: (base: number, number: number) => ({
      sequence: number,
      version: 1,
      state: 'Draft' as const,
      isLive: false,
      ...standing,
      ...nothingWaits,
      ...since(base),
      people,
    }),
  };
}

/**
 * The connection of one tab: calls take a while, and while it is down they get lost before or after reaching the
 * server. Without `takesSplices`, they reach a server of an earlier version.
 */
export function connect(server: ReturnType<typeof fakeServer>, clientId: string) {
  const connection = { isDown: false, losesResponse: false, delay: 10, takesSplices: true };
  // As an earlier version of the server says.
  const unknownChange = () =>
    new ApiError({
      status: 400,
      code: 'invalid_input',
      detail: 'The request is not valid.',
      issues: [{ path: 'body.changes.0.do', message: 'Invalid input' }],
    });
  const lost = () => new ApiError({ status: 0, code: 'network', detail: 'Not reached' });
  const overConnection = <Result>(request: () => Result): Promise<Result> =>
    new Promise((resolve, reject) => {
      setTimeout(() => {
        if (connection.isDown && !connection.losesResponse) return reject(lost());
        let response: Result;
        try {
          response = request();
        } catch (error) {
          return reject(error as Error);
        }
        setTimeout(() => (connection.isDown ? reject(lost()) : resolve(response)), connection.delay);
      }, connection.delay);
    });
  const calls: SessionCalls = {
    open: () => overConnection(server.open),
    save: (batch) =>
      overConnection(() => {
        if (!connection.takesSplices && batch.changes.some((change) => change.do === 'splice')) throw unknownChange();
        return server.save(clientId, batch);
      }),
    // An earlier version of the server read the number first, and then also returned the saves after it.
    follow: ({ since, isLeaving }) =>
      overConnection(server.sequence).then((number) => {
        if (isLeaving) server.leave();
        return server.follow(since, number);
      }),
  };
  return { connection, calls };
}

/** Storage of a tab. After `crash`, the old tab can't change it any more, and the next tab gets what was stored. */
export interface Memory extends UnsavedStorage {
  stored: () => Unsaved | undefined;
  crash: () => Memory;
  /** How many characters fit; lower it to simulate full storage. */
  capacity: number;
}

export function memory(stored?: string): Memory {
  let hasCrashed = false;
  const read = () => (stored === undefined ? undefined : (JSON.parse(stored) as Unsaved));
  const storage: Memory = {
    stored: read,
    capacity: Infinity,
    crash: () => {
      hasCrashed = true;
      return memory(stored);
    },
    read,
    takeOver: () => undefined,
    write: (unsaved) => {
      const text = JSON.stringify(unsaved);
      if (text.length > storage.capacity) return false;
      if (!hasCrashed) stored = text;
      return true;
    },
    remove: () => {
      if (!hasCrashed) stored = undefined;
    },
    removeOwn: () => storage.remove(),
  };
  return storage;
}

/** After how many milliseconds the stream has a save, not always in order, or that it only tells that there is one. */
const tellsOf = ({ sequence, short }: AnnouncedSave): number | 'that' =>
  ([40, 5, 'that', 5, 700] as const)[(short?.sequence ?? sequence) % 5]!;

export async function openTab(server: ReturnType<typeof fakeServer>, clientId: string, storage = memory()) {
  const { connection, calls } = connect(server, clientId);
  const session = createDraftSession(calls, storage);
  const opening = session.refresh();
  await vi.advanceTimersByTimeAsync(200);
  await opening;
  server.listeners.push((save) => {
    if (connection.isDown || save.clientId === clientId) return;
    const delay = tellsOf(save);
    if (delay === 'that') void session.refresh().catch(() => undefined);
    else setTimeout(() => !connection.isDown && session.hear(JSON.stringify(save)), delay);
  });
  return { session, connection, storage, clientId };
}

export const textOf = (draft: ItemContent, id: string): string =>
  [...walkDraft(draft)].map(({ component }) => component).find((component) => component.id === id)?.['text' as never] ??
  '';

export const write = (session: DraftSession, id: string, text: string, level = 2): void =>
  session.edit([{ do: 'set', component: { ...header(id, text), level } as ContentComponent }], `set ${id}`);

export const settle = () => vi.advanceTimersByTimeAsync(200_000);
