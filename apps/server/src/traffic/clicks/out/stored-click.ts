/** Reads a click from its stored fact (a line of the log or a row of ClickHouse), when its visitor steps to the offer. */
import { clickRow, EMPTY_CLICK_ROW, factRow } from '@signpost/contract/insight/stats/fact-row.ts';
import { z } from 'zod';
import { camelCase } from '../../../platform/names.ts';

// For a visit, the click id is the visit's own id.
const schema = clickRow.extend({
  kind: z.enum(['visit', 'bot_visit', 'clickout']),
  at: factRow.shape.at,
  clickId: factRow.shape.clickId,
  visitorId: z.string().regex(/^\d{1,20}$/),
  allocationVersion: z.number().default(0),
  clickouts: z.number().default(0),
  parameters: z.string().default(''),
});

export type StoredClick = z.infer<typeof schema>;

/** Reads a fact whose keys are columns; undefined if it does not belong to a click. */
export function storedClick(row: object): StoredClick | undefined {
  const named: Record<string, unknown> = Object.fromEntries(
    Object.entries(row).map(([name, value]) => [camelCase(name), value]),
  );
  const read = schema.safeParse({ ...EMPTY_CLICK_ROW, clickId: named.factId, ...named });
  if (read.success) return read.data;
  return undefined;
}

/** Reads a line of the click log. */
export function clickOfLine(line: string): StoredClick | undefined {
  const row: unknown = JSON.parse(line);
  if (typeof row === 'object' && row !== null) return storedClick(row);
  return undefined;
}
