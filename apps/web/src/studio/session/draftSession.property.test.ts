import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { SessionState } from './sessionState.ts';
import { fakeServer, openTab, textOf, write, settle } from '../testing/draftSession.ts';

type Tab = Awaited<ReturnType<typeof openTab>>;

interface Action {
  who: 0 | 1;
  kind: 'write' | 'wait' | 'cut' | 'connect' | 'crash' | 'purge' | 'look' | 'choose';
  key: 'a' | 'b';
  ms: number;
  losesResponse: boolean;
}

const actions = fc.array(
  fc.record<Action>({
    who: fc.constantFrom(0, 1),
    kind: fc.constantFrom(
      'write',
      'write',
      'write',
      'wait',
      'cut',
      'connect',
      'crash',
      'purge',
      'look',
      'look',
      'choose',
    ),
    key: fc.constantFrom('a', 'a', 'b'),
    ms: fc.nat(1500),
    losesResponse: fc.boolean(),
  }),
  { minLength: 20, maxLength: 80 },
);

test('two editors who type, lose the connection and crash at random lose no text: all of it is stored or offered [STUDIO-003, STUDIO-004]', async () => {
  vi.useFakeTimers();
  try {
    await fc.assert(
      fc.asyncProperty(actions, async (steps) => {
        const server = fakeServer();
        const tabs: [Tab, Tab] = [await openTab(server, 'ana'), await openTab(server, 'ben')];
        const words: string[] = [];
        // The state a person had in view when resolving a conflict, and the text they gave up.
        const seenStates: [SessionState?, SessionState?] = [];
        const discarded: string[] = [];
        for (const { who, kind, key, ms, losesResponse } of steps) {
          const { session, connection, storage } = tabs[who];
          const state = session.getState()!;
          if (kind === 'cut') Object.assign(connection, { isDown: true, losesResponse });
          if (kind === 'connect') connection.isDown = false;
          if (kind === 'purge') server.purge();
          if (kind === 'crash') {
            connection.isDown = true;
            void session.close();
            tabs[who] = await openTab(server, tabs[who].clientId, storage.crash());
          }
          if (kind === 'look') seenStates[who] = state;
          const seen = seenStates[who];
          if (kind === 'choose' && seen?.conflicts.some((conflict) => conflict.key === key)) {
            discarded.push(textOf(seen.base, key));
            session.choose(key, 'mine', seen.sequence);
          }
          if (kind === 'write' && !state.conflicts.some((conflict) => conflict.key === key)) {
            words.push(`w${words.length}.`);
            write(session, key, `${textOf(state.view, key)} ${words.at(-1)}`);
          }
          await vi.advanceTimersByTimeAsync(kind === 'wait' ? ms * 4 : ms / 5);
        }
        for (const { connection } of tabs) connection.isDown = false;
        await settle();
        const offered = tabs.flatMap(({ session }) =>
          session.getState()!.conflicts.map(({ mine }) => JSON.stringify(mine)),
        );
        const everything = JSON.stringify(server.draft()) + offered.join() + discarded.join();
        for (const word of words) expect(everything).toContain(word);
        for (const { session } of tabs) {
          expect(session.getState()!.base).toEqual(server.draft());
          expect(session.getState()!.view).toEqual(server.draft());
          void session.close();
        }
      }),
      { numRuns: 200 },
    );
  } finally {
    vi.useRealTimers();
  }
});
