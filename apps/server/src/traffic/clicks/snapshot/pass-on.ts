import { passedNames } from '@signpost/contract/reading/pass-on.ts';

/** The names of the parameters that pass on, in lower case; null if none do. */
export type PassOn = ReadonlySet<string> | null;

export function passOnOf(list: string | null | undefined): PassOn {
  const names = passedNames(list ?? '');
  if (names.length === 0) return null;
  return new Set(names);
}
