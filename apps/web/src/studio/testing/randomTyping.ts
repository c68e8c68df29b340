import fc from 'fast-check';
import { EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { expect, vi } from 'vitest';
import { lineModel } from '../text/models.ts';
import { updateDocument } from '../text/useEditorView.ts';
import { fakeServer, openTab, settle, textOf, write } from './draftSession.ts';

/** What one of several writers does in a shared heading, as numbers that mean something whatever it looks like. */
interface TypingStep {
  who: number;
  kind:
    | ('type' | 'delete' | 'wait' | 'cut' | 'connect' | 'undo' | 'redo' | 'crash')
    /** All connections break, as when the server restarts. */
    | 'restart'
    /** The server of one writer is of an earlier version from now on, or of this one again. */
    | 'version'
    | 'slow';
  at: number;
  ms: number;
  losesResponse: boolean;
}

/** With `faults`, servers restart, have different versions, and connections get slow. */
export const typingSteps = (writers: number, { faults = false } = {}): fc.Arbitrary<TypingStep[]> =>
  fc.array(
    fc.record<TypingStep>({
      who: fc.nat(writers - 1),
      kind: fc.constantFrom(
        ...(['type', 'type', 'type', 'type', 'type', 'type', 'delete', 'wait', 'wait', 'cut', 'connect'] as const),
        ...(['undo', 'redo', 'crash'] as const),
        ...(faults ? (['restart', 'version', 'version', 'slow'] as const) : []),
      ),
      at: fc.nat(1000),
      ms: fc.nat(900),
      losesResponse: fc.boolean(),
    }),
    { minLength: 10, maxLength: 80 },
  );

/** The first letters of each writer. Every key types a different letter, so that each can be looked for. */
const FIRST_LETTERS = [0x4e00, 0x6e00, 0x8e00, 0x5e00, 0x7e00, 0x9e00, 0x5600, 0x6600];

/** What the text has when it is not empty: letters that nobody types, so long that only what differs is sent. */
const LONG_TEXT = String.fromCodePoint(...Array.from({ length: 160 }, (_, index) => 0x3400 + index));

/** Somebody who has left wrote a text, so that nobody takes it back. */
async function writeFirst(server: ReturnType<typeof fakeServer>, text: string): Promise<void> {
  const { session } = await openTab(server, 'first');
  write(session, 'a', text);
  await settle();
  void session.close();
}

/**
 * Lets writers type with fake timers, in a text that is empty or long. Expects that all see the same text in the end,
 * that it has all letters that nobody deleted or took back, and each at most once, or once for each writer who brought
 * it back by undo or redo. Returns how many changes were sent as what differs.
 */
export async function typeAtRandom(
  writers: number,
  steps: readonly TypingStep[],
  { isLong = false } = {},
): Promise<{ splices: number }> {
  const server = fakeServer();
  if (isLong) await writeFirst(server, LONG_TEXT);
  const tabs = await Promise.all(FIRST_LETTERS.slice(0, writers).map((_, who) => openTab(server, `writer${who}`)));
  // Others who have the item open make each save sooner, and repeat it.
  for (const { clientId } of isLong ? tabs : [])
    server.people.push({ clientId, name: clientId, isSelf: false, focus: null });
  const typed = tabs.map((): string[] => []);
  const gone = new Set<string>();
  const broughtBack = new Map<string, Set<number>>();
  for (const { who, kind, at, ms, losesResponse } of steps) {
    const { session, connection, storage, clientId } = tabs[who]!;
    const text = textOf(session.getState()!.view, 'a');
    const place = at % (text.length + 1);
    if (kind === 'cut') Object.assign(connection, { isDown: true, losesResponse });
    if (kind === 'connect') connection.isDown = false;
    if (kind === 'version') connection.takesSplices = !connection.takesSplices;
    if (kind === 'slow') connection.delay = 1 + ms;
    if (kind === 'restart') {
      for (const tab of tabs) Object.assign(tab.connection, { isDown: true, losesResponse });
      await vi.advanceTimersByTimeAsync(ms);
      for (const tab of tabs) tab.connection.isDown = false;
    }
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
      for (const letter of [...after].filter((each) => !text.includes(each)))
        broughtBack.set(letter, (broughtBack.get(letter) ?? new Set()).add(who));
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
  for (const letter of new Set(text))
    expect([...text].filter((each) => each === letter).length, letter).toBeLessThanOrEqual(
      Math.max(1, broughtBack.get(letter)?.size ?? 0),
    );
  for (const letter of [...(isLong ? LONG_TEXT : ''), ...typed.flat()].filter((each) => !gone.has(each)))
    expect(text).toContain(letter);
  return { splices: server.splices() };
}

/** What one of two writers does who type a sentence each, as fast as they like. */
export interface UndoStep {
  who: number;
  kind: 'type' | 'undo' | 'redo' | 'wait' | 'slow';
  times: number;
  ms: number;
}

export const undoSteps: fc.Arbitrary<UndoStep[]> = fc.array(
  fc.record<UndoStep>({
    who: fc.nat(1),
    kind: fc.constantFrom(...(['type', 'type', 'type', 'type', 'undo', 'undo', 'redo', 'wait', 'slow'] as const)),
    times: fc.integer({ min: 1, max: 6 }),
    ms: fc.nat(250),
  }),
  { minLength: 10, maxLength: 60 },
);

/** A text editor with a caret at the end, which shows the text of a tab and reports what is typed. */
function editorOf({ session }: Awaited<ReturnType<typeof openTab>>) {
  const shown = () => textOf(session.getState()!.view, 'a');
  let state = EditorState.create({ doc: lineModel.toDocument(shown()) });
  state = state.apply(state.tr.setSelection(TextSelection.atEnd(state.doc)));
  const view = {
    get state() {
      return state;
    },
    dispatch: (transaction: Transaction) => {
      state = state.apply(transaction);
    },
  };
  session.subscribe(() => updateDocument(view as EditorView, lineModel.toDocument(shown())));
  return {
    shown,
    type: (letter: string) => {
      view.dispatch(state.tr.insertText(letter));
      write(session, 'a', state.doc.textContent);
    },
    moveBehind: (letter: string | undefined) => {
      const place = letter === undefined ? -1 : state.doc.textContent.indexOf(letter);
      if (place >= 0) view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, place + 1)));
    },
  };
}

/**
 * Lets two writers type at the end of one text, undo and redo with fake timers. Expects that no undo or redo changes a
 * letter of the other one, and that in the end both see what each has left of their own letters, once and in order.
 */
export async function undoAtRandom(steps: readonly UndoStep[], { isLong = false } = {}): Promise<void> {
  const server = fakeServer();
  for (const name of ['Ana', 'Ben']) server.people.push({ clientId: name, name, isSelf: false, focus: null });
  const tabs = [await openTab(server, 'ana'), await openTab(server, 'ben')];
  write(tabs[0]!.session, 'a', isLong ? LONG_TEXT : 'Start');
  await settle();
  const editors = tabs.map(editorOf);
  const typed = [0, 0];
  const lettersIn = (text: string, who: number) =>
    [...text].filter(
      (letter) => Math.floor(letter.codePointAt(0)! / 0x1000) === Math.floor(FIRST_LETTERS[who]! / 0x1000),
    );
  for (const { who, kind, times, ms } of steps) {
    const { session, connection } = tabs[who]!;
    const editor = editors[who]!;
    if (kind === 'slow') connection.delay = 1 + ms;
    for (let time = 0; time < times && kind !== 'slow'; time += 1) {
      const before = editor.shown();
      if (kind === 'type') editor.type(String.fromCodePoint(FIRST_LETTERS[who]! + typed[who]!++));
      if (kind === 'undo' || kind === 'redo') {
        session[kind]();
        expect(lettersIn(editor.shown(), 1 - who)).toEqual(lettersIn(before, 1 - who));
        editor.moveBehind(lettersIn(editor.shown(), who).at(-1));
      }
      await vi.advanceTimersByTimeAsync(ms);
    }
  }
  const left = editors.map(({ shown }, who) => lettersIn(shown(), who));
  await settle();
  const text = textOf(server.draft(), 'a');
  expect(editors.map(({ shown }) => shown())).toEqual([text, text]);
  for (const [who, letters] of left.entries()) {
    expect(lettersIn(text, who)).toEqual(letters);
    expect(letters.toSorted()).toEqual([...new Set(letters)].toSorted());
    // What one writes beside words that the other brings back at the same time can go to either side of them.
    if (steps.every(({ kind }) => kind !== 'redo')) expect(letters).toEqual(letters.toSorted());
  }
  for (const { session } of tabs) {
    expect(session.getState()!.conflicts).toEqual([]);
    void session.close();
  }
}
