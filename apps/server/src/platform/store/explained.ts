/** Errors of a store as sentences that name the store. The general sentences for such errors name the data folder. */
import { hasCode } from '../files.ts';
import { StartError } from '../start-error.ts';
import type { ObjectStore } from './store.ts';

const FULL = ['ENOSPC', 'EDQUOT'] as const;
const FORBIDDEN = ['EACCES', 'EPERM', 'EROFS'] as const;
const NO_FOLDER = ['ENOTDIR', 'EEXIST', 'ENOENT'] as const;

/** Explains why writing to the store failed. `what` is a name for the store, such as `backup target`. Errors: StartError. */
export function explainedStore(store: ObjectStore, what: string): ObjectStore {
  const { place } = store;
  const sentenceOf = (error: unknown): string | undefined => {
    if (hasCode(error, ...FORBIDDEN) && error instanceof Error && 'syscall' in error && error.syscall === 'mkdir')
      return `There is no folder ${place}, and this user may not make it: make it, or name another target.`;
    if (hasCode(error, ...FULL))
      return `The disk of the ${what} ${place} is full: make room there, or name another target.`;
    if (hasCode(error, ...FORBIDDEN))
      return `The ${what} ${place} is not writable: give this user the right to write there.`;
    if (hasCode(error, ...NO_FOLDER))
      return `The ${what} ${place} is no folder, and none can be made there: name another target.`;
    return undefined;
  };
  const explained = async (work: Promise<void>): Promise<void> => {
    try {
      await work;
    } catch (cause) {
      const sentence = sentenceOf(cause);
      if (sentence === undefined) throw cause;
      throw new StartError(sentence, { cause });
    }
  };
  return {
    ...store,
    put: (name, bytes) => explained(store.put(name, bytes)),
    putFile: (name, path) => explained(store.putFile(name, path)),
  };
}
