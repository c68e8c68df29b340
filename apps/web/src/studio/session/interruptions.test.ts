import { DAY_MS } from '@portico/contracts/durations';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, openTab, settle, textOf, write } from '../testing/draftSession.ts';

type Tab = Awaited<ReturnType<typeof openTab>>;
const state = ({ session }: Tab) => session.getState()!;
const shown = (tab: Tab) => textOf(state(tab).view, 'a');

async function twoTabs() {
  const server = fakeServer();
  const [ana, ben] = [await openTab(server, 'ana'), await openTab(server, 'ben')];
  write(ana.session, 'a', 'Start. End.');
  await settle();
  return { server, ana, ben, stored: () => textOf(server.draft(), 'a') };
}

/** Types a word before `place` in the text that the tab shows, letter by letter. */
async function type(tab: Tab, word: string, place: string): Promise<void> {
  for (const letter of word) {
    write(tab.session, 'a', shown(tab).replace(place, letter + place));
    await vi.advanceTimersByTimeAsync(90);
  }
}

const readOnly = { status: 503, code: 'read_only', detail: 'The portal is read-only right now.' };
const signedOut = { status: 401, code: 'unauthorized', detail: 'Sign in again.' };
const forbidden = { status: 403, code: 'forbidden', detail: 'You may not change this item.' };

describe('two people who type in one text', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test.each([
    ['the portal is read-only', readOnly],
    ['their sessions have ended, until they sign in again', signedOut],
    ['they may not write in the item, until they may again', forbidden],
  ])(
    'keep on the page and in the browser what they type while %s, and both texts merge [COWRITE-022]',
    async (_, error) => {
      const { server, ana, ben, stored } = await twoTabs();
      Object.assign(server.refuses, { changes: () => true, error });
      await Promise.all([type(ana, 'learn', ' End.'), type(ben, 'READ', 'Start.')]);
      await settle();
      expect([shown(ana), shown(ben), stored()]).toEqual(['Start.learn End.', 'READStart. End.', 'Start. End.']);
      for (const { storage } of [ana, ben])
        expect(storage.stored()).toMatchObject({ inFlight: { changes: [{ do: 'set' }] } });
      server.refuses.changes = () => false;
      // The end of each is announced, or the page is shown again.
      for (const { session } of [ana, ben]) void session.refresh();
      await settle();
      expect([shown(ana), shown(ben), stored()]).toEqual(Array.from({ length: 3 }, () => 'READStart.learn End.'));
      for (const tab of [ana, ben])
        expect(state(tab)).toMatchObject({ conflicts: [], problem: null, isOffline: false });
    },
  );

  test('merge what one typed before signing in again on another page, while the other wrote on [COWRITE-022]', async () => {
    const { server, ana, ben, stored } = await twoTabs();
    Object.assign(server.refuses, { changes: () => true, error: signedOut });
    await type(ben, 'READ', 'Start.');
    await settle();
    const left = ben.storage.crash();
    server.refuses.changes = () => false;
    await type(ana, 'learn', ' End.');
    await settle();
    const again = await openTab(server, 'ben again', left);
    await settle();
    expect([shown(again), shown(ana), stored()]).toEqual(Array.from({ length: 3 }, () => 'READStart.learn End.'));
  });

  test('merge when a tab that slept for a day wakes up with words that it could not send, and with new ones [COWRITE-022]', async () => {
    const { ana, ben, stored } = await twoTabs();
    write(ben.session, 'a', 'READStart. End.');
    ben.connection.isDown = true;
    await type(ana, 'learn', ' End.');
    await vi.advanceTimersByTimeAsync(DAY_MS);
    expect(stored()).toBe('Start.learn End.');
    ben.connection.isDown = false;
    await type(ben, 'MORE', 'Start.');
    void ben.session.refresh();
    await settle();
    expect([shown(ana), shown(ben), stored()]).toEqual(Array.from({ length: 3 }, () => 'READMOREStart.learn End.'));
    expect([...state(ana).conflicts, ...state(ben).conflicts]).toEqual([]);
  });

  test('a page that closes with words that are not saved does not say that it left, so that what it had seen is kept [COWRITE-020]', async () => {
    const { server, ben } = await twoTabs();
    const left = vi.spyOn(server, 'leave');
    write(ben.session, 'a', 'READStart. End.');
    ben.session.sayLeaving();
    await vi.advanceTimersByTimeAsync(50);
    expect(left).not.toHaveBeenCalled();
    await settle();
    ben.session.sayLeaving();
    await vi.advanceTimersByTimeAsync(50);
    expect(left).toHaveBeenCalledTimes(1);
  });
});
