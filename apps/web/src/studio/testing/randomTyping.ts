import fc from 'fast-check';
import { expect, vi } from 'vitest';
import { fakeServer, openTab, settle, textOf, write } from './draftSession.ts';

/** What one of several writers does in a shared heading, as numbers that mean something whatever it looks like. */
interface TypingStep {
  who: number;
  kind: 'type' | 'delete' | 'wait' | 'cut' | 'connect' | 'undo' | 'redo' | 'purge' | 'crash';
  at: number;
  ms: number;
  losesResponse: boolean;
}

export const typingSteps = (writers: number): fc.Arbitrary<TypingStep[]> =>
  fc.array(
    fc.record<TypingStep>({
      who: fc.nat(writers - 1),
      kind: fc.constantFrom(
        ...(['type', 'type', 'type', 'type', 'type', 'type', 'delete', 'wait', 'wait', 'cut', 'connect'] as const),
        ...(['undo', 'redo', 'crash'] as const),
      ),
      at: fc.nat(1000),
      ms: fc.nat(900),
      losesResponse: fc.boolean(),
    }),
    { minLength: 10, maxLength: 80 },
  );

/** The first letters of each writer. Every key types a different letter, so that each can be looked for. */
const FIRST_LETTERS = [0x4e00, 0x6e00, 0xac00];

/**
 * Lets writers type with fake timers. Expects that all see the same text in the end, that each letter is in it at most
 * once, and that it has all those that nobody deleted or took back.
 */
export async function typeAtRandom(writers: number, steps: readonly TypingStep[]): Promise<void> {
  const server = fakeServer();
  const tabs = await Promise.all(FIRST_LETTERS.slice(0, writers).map((_, who) => openTab(server, `writer${who}`)));
  const typed = tabs.map((): string[] => []);
  const gone = new Set<string>();
  for (const { who, kind, at, ms, losesResponse } of steps) {
    const { session, connection, storage, clientId } = tabs[who]!;
    const text = textOf(session.getState()!.view, 'a');
    const place = at % (text.length + 1);
    if (kind === 'cut') Object.assign(connection, { isDown: true, losesResponse });
    if (kind === 'connect') connection.isDown = false;
    if (kind === 'crash') {
      connection.isDown = true;
      void session.close();
      tabs[who] = await openTab(server, clientId, storage.crash());
    }
    if (kind === 'type') {
      const letter = String.fromCodePoint(FIRST_LETTERS[who]! + typed[who]!.length);
      typed[who]!.push(letter);
      write(session, 'a', text.slice(0, place) + letter + text.slice(place));
    }
    if (kind === 'delete' && text[place] !== undefined) {
      gone.add(text[place]);
      write(session, 'a', text.slice(0, place) + text.slice(place + 1));
    }
    if (kind === 'undo' || kind === 'redo') {
      session[kind]();
      const after = textOf(session.getState()!.view, 'a');
      for (const letter of [...text].filter((each) => !after.includes(each))) {
        // Redo can repeat a deletion of someone else's letter.
        expect([...typed[who]!, ...gone]).toContain(letter);
        gone.add(letter);
      }
    }
    await vi.advanceTimersByTimeAsync(kind === 'wait' ? ms * 3 : ms / 5);
  }
  for (const { connection } of tabs) connection.isDown = false;
  await settle();
  const text = textOf(server.draft(), 'a');
  for (const { session } of tabs) {
    expect(session.getState()!.conflicts).toEqual([]);
    expect(textOf(session.getState()!.view, 'a')).toBe(text);
    void session.close();
  }
  expect([...text].toSorted()).toEqual([...new Set(text)].toSorted());
  for (const letter of typed.flat().filter((each) => !gone.has(each))) expect(text).toContain(letter);
}
