import type { ObjectStore } from './objectStore.ts';

/** While files move: everything is stored in `store`, and what is not there yet is read from `former`. */
export function withFormerStore(store: ObjectStore, former: ObjectStore): ObjectStore {
  return {
    ...store,
    open: async (key, range) => (await store.open(key, range)) ?? former.open(key, range),
    has: async (key) => (await store.has(key)) || former.has(key),
    async delete(key) {
      // In this order, so that the migration does not find it once it is gone from the new place.
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
