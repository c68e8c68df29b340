import { randomUUID } from 'node:crypto';
import type { CallInput } from '@portico/contracts/endpoint';
import type { Change, StudioKind } from '@portico/contracts/studio/draft';
import {
  changeStudioItem,
  createStudioItem,
  getStudioItem,
  publishStudioItem,
  type StudioItem,
} from '@portico/contracts/studio/studio';
import type { Caller } from './callers.ts';

/** Frequent actions of an editor, as calls. */
export interface StudioActions {
  /** Starts an item with a title and these changes; nothing is published. */
  write(title: string, changes?: Change[], kind?: StudioKind, id?: string): Promise<string>;
  change(itemId: string, changes: Change[]): Promise<void>;
  open(itemId: string): Promise<StudioItem>;
  publish(
    itemId: string,
    more?: Pick<
      CallInput<typeof publishStudioItem>['body'],
      'goesLiveAt' | 'note' | 'notifyBy' | 'asksAgain' | 'sections'
    >,
  ): Promise<StudioItem>;
}

export const titled = (value: string): Change => ({ do: 'field', name: 'header', value });

export function studioActions(editor: () => Pick<Caller, 'call'>): StudioActions {
  const open = (itemId: string) => editor().call(getStudioItem, { params: { itemId } });
  const change = async (itemId: string, changes: Change[]) => {
    const { sequence } = await open(itemId);
    const body = { clientId: randomUUID(), batchId: randomUUID(), base: sequence, changes };
    await editor().call(changeStudioItem, { params: { itemId }, body });
  };
  return {
    open,
    change,
    async write(title, changes = [], kind = 'news', id = randomUUID()) {
      await editor().call(createStudioItem, { body: { id, kind } });
      await change(id, [titled(title), ...changes]);
      return id;
    },
    async publish(itemId, more = {}) {
      const { version, sequence } = await open(itemId);
      return editor().call(publishStudioItem, { params: { itemId }, body: { version, sequence, ...more } });
    },
  };
}
