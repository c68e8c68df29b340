import { setTimeout as sleep } from 'node:timers/promises';
import { findComponent } from '@portico/authoring/tree/find';
import type { ContentComponent } from '@portico/kinds/content';
import { plainText } from '@portico/kinds/plainText';
import { createDraftSession, type DraftSession } from '@portico/web/studio/session/draftSession';
import type { Connection } from './connection.ts';

/** Each key of a writer types another letter, so that every key can be looked for. */
const LETTERS_OF_A_WRITER = 4096;
const FIRST_LETTER = 0x4e00;

/** An editor of an item: the studio's own session, without a page around it. */
export interface Writer {
  session: DraftSession;
  connection: Connection;
  /**
   * The typed letters, in order, with their time as `performance.now()`, the component they were typed in, and whether
   * that was offline.
   */
  typed: Map<string, { at: number; in: string; isOffline: boolean }>;
  /** Types one letter in a component, after the last one that was typed there. */
  type: (componentId: string) => void;
  /** What a component says on this writer's page. */
  text: (componentId: string) => string;
  close: () => Promise<void>;
}

/** No browser keeps what is not saved: writers don't crash. */
const nowhere = {
  read: () => undefined,
  write: () => true,
  remove: () => undefined,
  removeOwn: () => undefined,
  takeOver: () => undefined,
};

/** A text of one paragraph. */
export const paragraph = (id: string, text: string): ContentComponent => ({
  id,
  type: 'BodyText',
  body: { type: 'doc', content: [{ type: 'paragraph', ...(text !== '' && { content: [{ type: 'text', text }] }) }] },
});

export async function openWriter(number: number, connection: Connection): Promise<Writer> {
  const session = createDraftSession(connection.calls, nowhere);
  while (!session.getState()) await session.refresh().catch(() => sleep(100));
  const stop = connection.onChange((detail) => {
    if (detail === undefined) void session.refresh().catch(() => undefined);
    else session.hear(detail);
  });
  const typed: Writer['typed'] = new Map();
  const last = new Map<string, string>();
  const text = (id: string) => {
    const component = findComponent(session.getState()!.view, id)?.component;
    return component?.type === 'BodyText' ? plainText(component.body) : '';
  };
  return {
    session,
    connection,
    typed,
    text,
    type: (id) => {
      const before = text(id);
      const letter = String.fromCodePoint(FIRST_LETTER + number * LETTERS_OF_A_WRITER + typed.size);
      const place = last.has(id) ? before.indexOf(last.get(id)!) + 1 : before.length;
      last.set(id, letter);
      typed.set(letter, { at: performance.now(), in: id, isOffline: connection.isOffline });
      session.edit(
        [{ do: 'set', component: paragraph(id, before.slice(0, place) + letter + before.slice(place)) }],
        id,
      );
    },
    close: async () => {
      stop();
      await session.close();
    },
  };
}
