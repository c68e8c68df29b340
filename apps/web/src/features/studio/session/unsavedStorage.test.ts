import type { Change } from '@portico/contracts/studio/draft';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTab } from './openTabs.ts';
import type { Unsaved } from './sessionState.ts';
import { startSave, adopted, opened } from './syncing.ts';
import { createUnsavedStorage, tabsWithUnsaved } from './unsavedStorage.ts';
import { aStudioItem, ITEM_ID } from '../testing/studioItems.ts';

const title = (value: string): Change => ({ do: 'field', name: 'header', value });
const waiting = (...titles: string[]): Unsaved => ({
  inFlight: null,
  pending: titles.map((value) => ({ base: 0, change: title(value) })),
  conflicts: [],
});
const realSetItem = Storage.prototype.setItem;
const storageOf = (clientId: string) => createUnsavedStorage({ itemId: ITEM_ID, clientId, person: 'edda' });

/** Locks as browsers have them: one holder, the others wait in line. */
function fakeLocks() {
  const lines = new Map<string, Array<() => Promise<void>>>();
  const next = (name: string) => {
    const line = lines.get(name)!;
    line.shift();
    void line[0]?.();
  };
  return {
    request: (name: string, { signal }: { signal: AbortSignal }, callback: () => Promise<void>) =>
      new Promise<void>((resolve, reject) => {
        const line = lines.get(name) ?? [];
        lines.set(name, line);
        const start = async () => {
          await callback();
          next(name);
          resolve();
        };
        line.push(start);
        if (line.length === 1) return void start();
        signal.addEventListener('abort', () => {
          const index = line.indexOf(start);
          if (index > 0) reject(new DOMException('Aborted', 'AbortError'));
          if (index > 0) line.splice(index, 1);
        });
      }),
  };
}

describe('what a tab leaves', () => {
  beforeEach(() => void Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true }));
  afterEach(() => {
    Reflect.deleteProperty(navigator, 'locks');
    localStorage.clear();
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test('goes to the next tab, which takes the place of the one that is gone [STUDIO-016]', async () => {
    const old = await openTab([]);
    storageOf(old.clientId).write(waiting('Typed offline'));
    old.close();
    const next = await openTab(tabsWithUnsaved(ITEM_ID, 'edda'));
    expect(next.clientId).toBe(old.clientId);
    expect(storageOf(next.clientId).read()).toEqual(waiting('Typed offline'));
    expect(tabsWithUnsaved(ITEM_ID, 'someone else')).toEqual([]);
    next.close();
  });

  test('goes to the next tab too when the page before it ends a moment later [STUDIO-236]', async () => {
    const old = await openTab([]);
    storageOf(old.clientId).write(waiting('Typed offline'));
    const opening = openTab([old.clientId]);
    setTimeout(old.close, 100);
    const next = await opening;
    expect(next.clientId).toBe(old.clientId);
    next.close();
  });

  test('stays with a tab that is open, and is handed on when that ends [STUDIO-236]', async () => {
    vi.useFakeTimers();
    const old = await openTab([]);
    storageOf(old.clientId).write(waiting('Still being typed'));
    const opening = openTab([old.clientId]);
    await vi.advanceTimersByTimeAsync(1000);
    const next = await opening;
    expect(next).toMatchObject({ gone: [], open: [old.clientId] });
    expect(next.clientId).not.toBe(old.clientId);
    let isGone = false;
    void next.outlive(old.clientId).then((outcome) => (isGone = outcome));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(isGone).toBe(false);
    old.close();
    await vi.advanceTimersByTimeAsync(1);
    expect(isGone).toBe(true);
    expect(storageOf(next.clientId).takeOver(old.clientId)).toEqual(waiting('Still being typed'));
    expect(tabsWithUnsaved(ITEM_ID, 'edda')).toEqual([next.clientId]);
    next.close();
  });

  test('of two tabs is joined, and a batch that may have arrived keeps its id', () => {
    storageOf('mine').write(waiting('Mine'));
    storageOf('other').write({
      ...waiting('Later'),
      inFlight: { batchId: 'sent-before', base: 3, changes: [title('Sent')] },
    });
    const left = storageOf('mine').takeOver('other')!;
    const kept = storageOf('mine').read()!;
    expect(kept.pending.map(({ change }) => 'value' in change && change.value)).toEqual(['Mine', 'Sent', 'Later']);

    let state = adopted(opened(aStudioItem()), left);
    expect(state.view.fields.header).toBe('Later');
    state = startSave(state, 'new');
    expect(state.inFlight).toEqual({ batchId: 'sent-before', base: 3, changes: [title('Sent')] });
    state = startSave({ ...state, inFlight: null }, 'new');
    expect(state.inFlight).toMatchObject({ batchId: 'new', base: 0 });
  });

  test('is sent where this browser has no room to join it, and not a second time by a later tab [STUDIO-236, STUDIO-074]', () => {
    storageOf('other').write(waiting('Left'));
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
      if (value.includes('Left') && value.includes('Mine')) throw new DOMException('Full', 'QuotaExceededError');
      Reflect.apply(realSetItem, localStorage, [key, value]);
    });
    const storage = storageOf('mine');
    storage.write(waiting('Mine'));
    expect(storage.takeOver('other')).toEqual(waiting('Left'));
    expect(storage.read()).toEqual(waiting('Mine', 'Left'));
    expect(storage.write(waiting('Mine', 'Left'))).toBe(false);
    expect(tabsWithUnsaved(ITEM_ID, 'edda').sort()).toEqual(['mine', 'other']);

    // Only what this tab wrote itself could be written over what it saves later.
    storage.removeOwn();
    expect(tabsWithUnsaved(ITEM_ID, 'edda')).toEqual(['other']);
    storage.remove();
    expect(tabsWithUnsaved(ITEM_ID, 'edda')).toEqual([]);
  });

  test('is this tab’s alone as soon as there is room [STUDIO-236, STUDIO-074]', () => {
    storageOf('other').write(waiting('Left'));
    const storage = storageOf('mine');
    let isFull = true;
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key, value) => {
      if (isFull && key.endsWith('mine')) throw new DOMException('Full', 'QuotaExceededError');
      Reflect.apply(realSetItem, localStorage, [key, value]);
    });
    storage.takeOver('other');
    expect(tabsWithUnsaved(ITEM_ID, 'edda')).toEqual(['other']);
    isFull = false;
    expect(storage.write(waiting('Left', 'Later'))).toBe(true);
    expect(tabsWithUnsaved(ITEM_ID, 'edda')).toEqual(['mine']);
    expect(storage.read()).toEqual(waiting('Left', 'Later'));
  });
});
