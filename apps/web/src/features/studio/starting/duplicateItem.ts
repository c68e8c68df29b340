import type { StudioItem, StudioSummary } from '@portico/contracts/studio/studio';
import { createItem } from '../studio.queries.ts';

/** Ids of copies that were asked for, by original, until the server has answered that they are there. */
const asked = new Map<string, string>();

/** Starts a copy of an item. Asking again, at once or after a failure, makes no second one. Throws like `call`. */
export async function duplicateItem({ id, kind }: Pick<StudioSummary, 'id' | 'kind'>): Promise<StudioItem> {
  const copyId = asked.get(id) ?? crypto.randomUUID();
  asked.set(id, copyId);
  const copy = await createItem({ id: copyId, kind, copyOf: id });
  asked.delete(id);
  return copy;
}
