/** The result of a check: a sentence, and the next step for a person. */
import { countText } from '@signpost/contract/define/words.ts';
import type { CheckName, CheckState } from '@signpost/contract/operations/checks.ts';
import type { Db } from '../../../database.ts';
import type { Deps } from '../../../deps.ts';
import type { ClickHouse } from '../../../platform/clickhouse.ts';
import type { Send } from '../../../platform/outgoing.ts';
import type { ObjectStore } from '../../../platform/store/store.ts';

export interface Verdict {
  state: CheckState;
  message: string;
  next: string | null;
}

export const good = (message: string): Verdict => ({ state: 'good', message, next: null });
export const warning = (message: string, next: string): Verdict => ({ state: 'warning', message, next });
export const problem = (message: string, next: string): Verdict => ({ state: 'problem', message, next });
export const skipped = (message: string): Verdict => ({ state: 'skipped', message, next: null });

/** The parts of the product that the checks look at. */
export interface Patient {
  db: Db;
  /** Undefined if this process cannot reach the engine itself; then only `isEngineUp` is asked. */
  clickhouse: ClickHouse | undefined;
  /** Whether the running product reaches the engine; null if no product runs here. */
  isEngineUp?: () => Promise<boolean | null>;
  vault: Deps['vault'];
  /** Images and files of reports. */
  files: ObjectStore;
  send: Send;
  hasMail: boolean;
  env: Pick<Deps['env'], 'clickPort' | 'dataDir' | 'demo' | 'healthSecret' | 'host' | 'publicUrl' | 'trustedProxies'>;
  /** The value of BASE_CURRENCY, or undefined if it is not set or a running product has accepted it already. */
  wantedBase?: string | undefined;
  now: () => Date;
  /** Why the newest backup in `BACKUP_TARGET` would not be restored, in a sentence; left out where no target is set. */
  backupProblem?: (() => Promise<string | null>) | undefined;
}

export type RunCheck = (patient: Patient) => Promise<Verdict>;
export type Checks = Partial<Record<CheckName, RunCheck>>;

/** "3 seconds", "2 hours", "4 days". */
export function durationText(seconds: number): string {
  const units = [
    [86_400, 'day'],
    [3_600, 'hour'],
    [60, 'minute'],
    [1, 'second'],
  ] as const;
  const [size, unit] = units.find(([least]) => seconds >= least) ?? [1, 'second'];
  const count = Math.round(seconds / size);
  return countText(count, unit);
}

/** "1.5 GB", "40 MB". */
export function sizeText(bytes: number): string {
  const gigabytes = bytes / 1024 ** 3;
  if (gigabytes >= 1) return `${gigabytes.toFixed(1)} GB`;
  return `${Math.round(bytes / 1024 ** 2)} MB`;
}
