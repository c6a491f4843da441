/** A click as its fact keeps it, read back for the step to the offer: from the log's line or from ClickHouse's row. */
import { FACT_IDS, FACT_TEXTS } from '@signpost/contract/stats/fact.ts';
import { z } from 'zod';
import { camelCase } from '../../platform/names.ts';

const each = <K extends string, S extends z.ZodType>(keys: readonly K[], schema: S): Record<K, S> =>
  Object.fromEntries(keys.map((key) => [key, schema])) as Record<K, S>;

const SUBS = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const;

// Lines leave out what is zero or blank; a visit's click has the visit's id.
const schema = z.object({
  kind: z.enum(['visit', 'bot_visit', 'clickout']),
  at: z.string(),
  clickId: z.string(),
  visitorId: z.string().regex(/^\d{1,20}$/),
  allocationVersion: z.number().default(0),
  clickouts: z.number().default(0),
  ...each(FACT_IDS, z.number().default(0)),
  ...each(FACT_TEXTS, z.string().default('')),
  ...each(SUBS, z.string().default('')),
});

export type StoredClick = z.infer<typeof schema>;

/** The names of most of what is read; the others need a form of their own. */
export const STORED_COLUMNS = [...FACT_IDS, ...FACT_TEXTS, ...SUBS] as const;

/** Reads a fact whose keys are columns; undefined where it is no click's. */
export function storedClick(row: object): StoredClick | undefined {
  const named: Record<string, unknown> = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [camelCase(name), value]),
  );
  const read = schema.safeParse({ clickId: named.factId, ...named });
  return read.success ? read.data : undefined;
}

/** Reads a line of the click log. */
export function clickOfLine(line: string): StoredClick | undefined {
  const row: unknown = JSON.parse(line);
  return typeof row === 'object' && row !== null ? storedClick(row) : undefined;
}
