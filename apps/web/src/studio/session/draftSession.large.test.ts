import type { ContentComponent } from '@portico/kinds/content';
import type { Change, ItemContent } from '@portico/contracts/studio/draft';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, openTab, textOf, write, settle } from '../testing/draftSession.ts';
import { header } from '../testing/studioItems.ts';

describe('a large edit', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const insert = (component: ContentComponent, after: string): Change => ({
    do: 'insert',
    component,
    place: { tree: 'components', parent: null, after },
  });
  const part = (n: number, text = 'x') => insert(header(`p${n}`, text), n === 0 ? 'c' : `p${n - 1}`);
  const parts = (count: number, text?: string) => Array.from({ length: count }, (_, n) => part(n, text));
  const idsOf = (draft: ItemContent) => draft.trees.components.map(({ id }) => id);
  const tooLong = 'x'.repeat(1_000_001);

  test('is saved in several calls, in order [STUDIO-072]', async () => {
    const server = fakeServer();
    const { session, storage } = await openTab(server, 'tab');
    session.edit(parts(900, 'x'.repeat(1500)));
    expect(await settleAnd(session.flush())).toBe(true);
    expect(server.batches.length).toBeGreaterThan(4);
    for (const batch of server.batches) {
      expect(batch.length).toBeLessThanOrEqual(200);
      expect(JSON.stringify(batch).length).toBeLessThan(260_000);
    }
    expect(idsOf(server.draft())).toEqual(['a', 'b', 'c', ...Array.from({ length: 900 }, (_, n) => `p${n}`)]);
    expect(storage.stored()).toBeUndefined();
  });

  test('is split into calls by bytes, not characters [STUDIO-072]', async () => {
    const server = fakeServer();
    const { session } = await openTab(server, 'tab');
    session.edit(parts(4, '漢'.repeat(40_000)));
    await settle();
    expect(server.batches.map((batch) => batch.length)).toEqual([2, 2]);
  });

  test('is saved except for one component that is too large, which stays on the page and in the browser [STUDIO-073]', async () => {
    const server = fakeServer();
    const { session, storage } = await openTab(server, 'tab');
    session.edit([part(0), part(1, tooLong), part(2), part(3)]);
    await settle();
    const state = session.getState()!;
    expect(idsOf(server.draft())).toEqual(['a', 'b', 'c', 'p0', 'p2', 'p3']);
    expect(idsOf(state.view)).toEqual(['a', 'b', 'c', 'p0', 'p1', 'p2', 'p3']);
    expect(state.pending).toMatchObject([{ refusal: expect.stringMatching(/^This is too large/) as string }]);
    expect(await session.flush()).toBe(false);
    expect(JSON.stringify(server.batches)).not.toContain(tooLong);
    void session.close();

    const { session: next } = await openTab(server, 'next', storage);
    expect(textOf(next.getState()!.view, 'p1')).toBe(tooLong);
    write(next, 'p1', 'Shorter');
    await settle();
    expect(idsOf(server.draft())).toEqual(['a', 'b', 'c', 'p0', 'p1', 'p2', 'p3']);
    expect(textOf(server.draft(), 'p1')).toBe('Shorter');
    expect(storage.stored()).toBeUndefined();
  });

  test('is fully saved once a component that was too large is removed or undone [STUDIO-073]', async () => {
    const server = fakeServer();
    const { session } = await openTab(server, 'tab');
    session.edit([part(0, tooLong)]);
    write(session, 'a', 'before');
    await settle();
    session.edit([{ do: 'remove', id: 'p0' }]);
    expect(await settleAnd(session.flush())).toBe(true);
    write(session, 'a', tooLong);
    await settle();
    expect(textOf(server.draft(), 'a')).toBe('before');
    session.undo();
    expect(await settleAnd(session.flush())).toBe(true);
    expect(session.getState()!.view).toEqual(server.draft());
  });

  test('is saved as far as the server accepts it, and refused changes are saved on retry [STUDIO-073]', async () => {
    const server = fakeServer();
    const { session, connection } = await openTab(server, 'tab');
    server.refuses.changes = (changes) => JSON.stringify(changes).includes('huge');
    session.edit([...parts(40), insert(header('h', 'huge'), 'a'), { do: 'remove', id: 'b' }]);
    await settle();
    expect(idsOf(server.draft())).toEqual(['a', 'c', ...Array.from({ length: 40 }, (_, n) => `p${n}`)]);
    expect(session.getState()!.pending).toMatchObject([{ refusal: 'The item is too large.' }]);

    connection.delay = 500;
    server.refuses.changes = () => false;
    expect(await settleAnd(session.retry())).toBe(true);
    expect(idsOf(server.draft()).slice(0, 2)).toEqual(['a', 'h']);
  });

  test('includes later edits to a component that is just being refused [STUDIO-073]', async () => {
    const server = fakeServer();
    const { session, connection } = await openTab(server, 'tab');
    connection.delay = 500;
    server.refuses.changes = (changes) => JSON.stringify(changes).includes('huge');
    session.edit([insert(header('h', 'huge'), 'a')]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(session.getState()!.inFlight).not.toBeNull();
    write(session, 'h', 'small');
    await settle();
    expect(textOf(server.draft(), 'h')).toBe('small');
    expect(session.getState()!.conflicts).toEqual([]);
  });
});

describe('a change that the editor may not make', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const choose = (...value: string[]): Change => ({ do: 'field', name: 'categories', value });
  const notYours = '“Crypto” isn’t a category yet.';

  test('is set aside with its reason while everything else is saved, until it is corrected [STUDIO-073]', async () => {
    const server = fakeServer();
    const { session } = await openTab(server, 'tab');
    server.refuses.changes = (changes) => JSON.stringify(changes).includes('Crypto');
    server.refuses.error = {
      status: 403,
      code: 'forbidden',
      detail: notYours,
      issues: [{ path: 'categories', message: notYours }],
    };
    session.edit([choose('Crypto')]);
    write(session, 'a', 'Rates move on Friday');
    expect(await settleAnd(session.flush())).toBe(false);
    expect(textOf(server.draft(), 'a')).toBe('Rates move on Friday');
    expect(session.getState()).toMatchObject({ problem: null, pending: [{ refusal: notYours }] });
    expect(session.getState()!.view.fields.categories).toEqual(['Crypto']);

    session.edit([choose('Markets')]);
    expect(await settleAnd(session.flush())).toBe(true);
    expect(server.draft().fields.categories).toEqual(['Markets']);
  });

  test('is kept as it is, with all others, if the editor may no longer write in the item at all [STUDIO-073]', async () => {
    const server = fakeServer();
    const { session } = await openTab(server, 'tab');
    server.refuses.changes = () => true;
    server.refuses.error = { status: 403, code: 'forbidden', detail: 'You may not change this item.' };
    write(session, 'a', 'Rates move on Friday');
    await settle();
    const state = session.getState()!;
    expect(state.problem).toBe('You may not change this item.');
    expect([...state.pending, state.inFlight]).toMatchObject([{ changes: [{ do: 'set' }] }]);
  });
});

async function settleAnd<Outcome>(outcome: Promise<Outcome>): Promise<Outcome> {
  await settle();
  return outcome;
}
