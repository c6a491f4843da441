import { isObject } from '@signpost/contract/objects.ts';
import { storage } from '../api/storage.ts';

/** A record that the person had open. */
export interface RecentRecord {
  title: string;
  /** Its path, without the search part. */
  path: string;
}

const MOST = 8;

const keyOf = (userId: number): string => `signpost.recent.${userId}`;

/** The records that this person had open last in this browser, newest first. */
export function recentRecords(userId: number): RecentRecord[] {
  const stored = storage.read(keyOf(userId));
  return (Array.isArray(stored) ? stored : []).flatMap((one: unknown) => {
    if (isObject(one) && typeof one.title === 'string' && typeof one.path === 'string')
      return [{ title: one.title, path: one.path }];
    return [];
  });
}

/** Puts a record on top of the person's last ones. */
export function rememberRecord(userId: number, record: RecentRecord): void {
  const others = recentRecords(userId).filter(({ path }) => path !== record.path);
  storage.write(keyOf(userId), [record, ...others].slice(0, MOST));
}
