import { createStudioItem, type StudioItem, type StudioSummary } from '@portico/contracts/studio/studio';
import { call } from '../../api/call.ts';

/** Ids of requested copies by the id of the original, until the server has confirmed them. */
const pendingCopies = new Map<string, string>();

/**
 * Creates a copy of an item. Calling it again, right away or after a failure, creates no second copy. Throws like
 * `call`.
 */
export async function duplicateItem({ id, kind }: Pick<StudioSummary, 'id' | 'kind'>): Promise<StudioItem> {
  const copyId = pendingCopies.get(id) ?? crypto.randomUUID();
  pendingCopies.set(id, copyId);
  const copy = await call(createStudioItem, { body: { id: copyId, kind, copyOf: id } });
  pendingCopies.delete(id);
  return copy;
}
