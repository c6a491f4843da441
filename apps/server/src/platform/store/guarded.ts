import type { ObjectStore } from './store.ts';

/** The same store; `around` is called with each use of it, and may refuse it. */
export function guarded(store: ObjectStore, around: <T>(work: () => Promise<T>) => Promise<T>): ObjectStore {
  return {
    place: store.place,
    put: (name, bytes) => around(() => store.put(name, bytes)),
    putFile: (name, path) => around(() => store.putFile(name, path)),
    get: (name) => around(() => store.get(name)),
    read: (name) => around(() => store.read(name)),
    list: (prefix) => around(() => store.list(prefix)),
    remove: (name) => around(() => store.remove(name)),
  };
}
