import type { ObjectStore } from '../media/store/objectStore.ts';
import { inSpan } from './spans.ts';

/** A store whose calls are traced as spans, without the keys. Reading an object's stream is not part of `open`. */
export function tracedStore(store: ObjectStore): ObjectStore {
  const traced = <T>(operation: string, work: () => Promise<T>): Promise<T> =>
    inSpan(`files ${operation}`, { kind: 'client', attributes: { 'portico.files.operation': operation } }, work);
  return {
    ...store,
    put: (key, data) => traced('put', () => store.put(key, data)),
    stage: (data) => traced('stage', () => store.stage(data)),
    open: (key, range) => traced('open', () => store.open(key, range)),
    has: (key) => traced('has', () => store.has(key)),
    delete: (key) => traced('delete', () => store.delete(key)),
  };
}
