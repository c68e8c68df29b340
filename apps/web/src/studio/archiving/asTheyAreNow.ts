import { getStudioItem } from '@portico/contracts/studio/studio';
import { call } from '../../api/call.ts';

/**
 * Items with their current versions, because colleagues may have changed them. One that can't be read keeps the version
 * that it had.
 */
export const asTheyAreNow = <Item extends { id: string; version: number }>(items: readonly Item[]): Promise<Item[]> =>
  Promise.all(
    items.map(async (item) => {
      const { version } = await call(getStudioItem, { params: { itemId: item.id } }).catch(() => item);
      return { ...item, version };
    }),
  );
