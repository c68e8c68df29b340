import { randomUUID } from 'node:crypto';
import type { ContentComponent } from '@portico/kinds/content';
import type { Change, SentChange, StudioKind } from '@portico/contracts/studio/draft';
import { changeStudioItem, createStudioItem, getStudioItem, publishStudioItem } from '@portico/contracts/studio/studio';
import type { Caller } from '../../../testing/callers.ts';

export const header = (id: string, text: string, level = 2): ContentComponent => ({ id, type: 'Header', level, text });
export const insert = (component: ContentComponent, after: string | null = null): Change => ({
  do: 'insert',
  component,
  place: { tree: 'components', parent: null, after },
});
export const set = (component: ContentComponent): Change => ({ do: 'set', component });

/** The calls of an editor's browser, with a base and ids chosen by the test. */
export function draftCalls(editor: () => Caller) {
  async function start(kind: StudioKind = 'news'): Promise<string> {
    const { id } = await editor().call(createStudioItem, { body: { id: randomUUID(), kind } });
    return id;
  }

  function save(
    itemId: string,
    base: number,
    changes: SentChange[],
    { clientId = randomUUID(), batchId = randomUUID() } = {},
  ) {
    return editor().call(changeStudioItem, { params: { itemId }, body: { clientId, batchId, base, changes } });
  }

  async function publish(itemId: string) {
    const { version, sequence } = await editor().call(getStudioItem, { params: { itemId } });
    return editor().call(publishStudioItem, { params: { itemId }, body: { version, sequence } });
  }

  return { start, save, publish };
}
