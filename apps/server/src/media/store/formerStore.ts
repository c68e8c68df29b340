import type { ObjectStore } from './objectStore.ts';

/**
 * While files are being moved: everything is written to `store`, and objects that are not there yet are read from
 * `former`.
 */
export function withFormerStore(store: ObjectStore, former: ObjectStore): ObjectStore {
  return {
    ...store,
    open: async (key, range) => (await store.open(key, range)) ?? former.open(key, range),
    has: async (key) => (await store.has(key)) || former.has(key),
    async delete(key) {
      // In this order, so that the migration does not copy it again after it has been deleted from the new place.
      await former.delete(key);
      await store.delete(key);
    },
    async *list(prefix) {
      const moved = new Set<string>();
      for await (const object of store.list(prefix)) {
        moved.add(object.key);
        yield object;
      }
      for await (const object of former.list(prefix)) if (!moved.has(object.key)) yield object;
    },
  };
}
