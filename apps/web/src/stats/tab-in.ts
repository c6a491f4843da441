import { isTabName, type TabName } from '@signpost/contract/routes/tab-names.ts';

/** The named tab; the global one if there is no such tab. */
export function tabIn(name: unknown): TabName {
  if (isTabName(name)) return name;
  return 'global';
}
