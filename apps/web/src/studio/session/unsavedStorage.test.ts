import type { Change } from '@portico/contracts/studio/draft';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTab } from './openTabs.ts';
import type { Unsaved } from './sessionState.ts';
import { startSave, adoptUnsaved, opened } from './syncing.ts';
import { createUnsavedStorage, tabsWithUnsaved } from './unsavedStorage.ts';
import { aStudioItem, ITEM_ID } from '../testing/studioItems.ts';

const title = (value: string): Change => ({ do: 'field', name: 'header', value });
const unsaved = (...titles: string[]): Unsaved => ({
  inFlight: null,
  pending: titles.map((value) => ({ base: 0, change: title(value) })),
  conflicts: [],
});
const realSetItem = Storage.prototype.setItem;
const storageOf = (clientId: string) => createUnsavedStorage({ itemId: ITEM_ID, clientId, person: 'edda' });

/** Locks like those of browsers: one holder, the others wait in a queue. */
function fakeLocks() {
  const queues = new Map<string, Array<() => Promise<void>>>();
  const next = (name: string) => {
    const queue = queues.get(name)!;
    queue.shift();
    void queue[0]?.();
  };
  return {
    request: (name: string, { signal }: { signal: AbortSignal }, callback: () => Promise<void>) =>
      new Promise<void>((resolve, reject) => {
        const queue = queues.get(name) ?? [];
        queues.set(name, queue);
        const start = async () => {
          await callback();
          next(name);
          resolve();
        };
        queue.push(start);
        if (queue.length === 1) return void start();
        signal.addEventListener('abort', () => {
          const index = queue.indexOf(start);
          if (index > 0) reject(new DOMException('Aborted', 'AbortError'));
          if (index > 0) queue.splice(index, 1);
        });
      }),
  };
}

describe('the unsaved changes of a tab', () => {
  beforeEach(() => void Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true }));
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'locks');
    localStorage.clear();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test('go to the next tab, which reuses the id of the closed one [STUDIO-016]', async () => {
    const old = await openTab([]);
    storageOf(old.clientId).write(unsaved('Typed offline'));
    old.close();
    const next = await openTab(tabsWithUnsaved(ITEM_ID, 'edda'));
    expect(next.clientId).toBe(old.clientId);
    expect(storageOf(next.clientId).read()).toEqual(unsaved('Typed offline'));
    expect(tabsWithUnsaved(ITEM_ID, 'someone else')).toEqual([]);
    next.close();
  });

  test('go to the next tab even if the previous page closes a moment later [STUDIO-236]', async () => {
    const old = await openTab([]);
    storageOf(old.clientId).write(unsaved('Typed offline'));
    const opening = openTab([old.clientId]);
    setTimeout(old.close, 100);
    const next = await opening;
    expect(next.clientId).toBe(old.clientId);
    next.close();
  });

  test('stay with an open tab, and are handed over when it closes [STUDIO-236]', async () => {
    vi.useFakeTimers();
    const old = await openTab([]);
    storageOf(old.clientId).write(unsaved('Still being typed'));
    const opening = openTab([old.clientId]);
    await vi.advanceTimersByTimeAsync(1000);
    const next = await opening;
    expect(next).toMatchObject({ closed: [], open: [old.clientId] });
    expect(next.clientId).not.toBe(old.clientId);
    let isClosed = false;
    void next.waitForClose(old.clientId).then((outcome) => (isClosed = outcome));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isClosed).toBe(false);
    old.close();
    await vi.advanceTimersByTimeAsync(1);
    expect(isClosed).toBe(true);
    expect(storageOf(next.clientId).takeOver(old.clientId)).toEqual(unsaved('Still being typed'));
    expect(tabsWithUnsaved(ITEM_ID, 'edda')).toEqual([next.clientId]);
    next.close();
  });

  test('are merged from two tabs, and a batch that may have reached the server keeps its id', () => {
    storageOf('mine').write(unsaved('Mine'));
    storageOf('other').write({
      ...unsaved('Later'),
      inFlight: { batchId: 'sent-before', base: 3, changes: [title('Sent')] },
    });
    const left = storageOf('mine').takeOver('other')!;
    const stored = storageOf('mine').read()!;
    expect(stored.pending.map(({ change }) => 'value' in change && change.value)).toEqual(['Mine', 'Sent', 'Later']);

    let state = adoptUnsaved(opened(aStudioItem()), left);
    expect(state.view.fields.header).toBe('Later');
    state = startSave(state, 'new');
    expect(state.inFlight).toEqual({ batchId: 'sent-before', base: 3, changes: [title('Sent')] });
    state = startSave({ ...state, inFlight: null }, 'new');
    expect(state.inFlight).toMatchObject({ batchId: 'new', base: 0 });
  });

  test('are sent even if there is no room to merge them, and not sent again by a later tab [STUDIO-236, STUDIO-074]', () => {
    storageOf('other').write(unsaved('Left'));
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
      if (value.includes('Left') && value.includes('Mine')) throw new DOMException('Full', 'QuotaExceededError');
      Reflect.apply(realSetItem, localStorage, [key, value]);
    });
    const storage = storageOf('mine');
    storage.write(unsaved('Mine'));
    expect(storage.takeOver('other')).toEqual(unsaved('Left'));
    expect(storage.read()).toEqual(unsaved('Mine', 'Left'));
    expect(storage.write(unsaved('Mine', 'Left'))).toBe(false);
    expect(tabsWithUnsaved(ITEM_ID, 'edda').sort()).toEqual(['mine', 'other']);

    // Only this tab's own copy could later overwrite what it saves.
    storage.removeOwn();
    expect(tabsWithUnsaved(ITEM_ID, 'edda')).toEqual(['other']);
    storage.remove();
    expect(tabsWithUnsaved(ITEM_ID, 'edda')).toEqual([]);
  });

  test('belong only to this tab as soon as there is room to merge them [STUDIO-236, STUDIO-074]', () => {
    storageOf('other').write(unsaved('Left'));
    const storage = storageOf('mine');
    let isFull = true;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
      if (isFull && key.endsWith('mine')) throw new DOMException('Full', 'QuotaExceededError');
      Reflect.apply(realSetItem, localStorage, [key, value]);
    });
    storage.takeOver('other');
    expect(tabsWithUnsaved(ITEM_ID, 'edda')).toEqual(['other']);
    isFull = false;
    expect(storage.write(unsaved('Left', 'Later'))).toBe(true);
    expect(tabsWithUnsaved(ITEM_ID, 'edda')).toEqual(['mine']);
    expect(storage.read()).toEqual(unsaved('Left', 'Later'));
  });
});
