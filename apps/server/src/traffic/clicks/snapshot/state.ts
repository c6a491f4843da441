/** The state of the routing that changes between two configurations, read by one statement. */
import { z } from 'zod';
import { type DealUse, useSchema, useSql } from './caps.ts';
import { type Query, versionSql } from './config.ts';
import { type CountedClicks, totalsSchema, totalsSql } from './limited-clicks.ts';

export interface RoutingState {
  /** The version of the configuration; it changes with every change that is in the audit trail. */
  version: string;
  /** How full the capped deals are on their partners' day. */
  use: DealUse[];
  /** The clicks of everything that has a limit of clicks, as all routers have stored them. */
  limitedClicks: CountedClicks[];
}

const stateSql = `SELECT json_build_object('version', (${versionSql}), 'use', (${useSql}), 'limitedClicks', (${totalsSql}))::text AS state`;
const stateSchema = z.object({ version: z.string(), use: useSchema, limitedClicks: totalsSchema });

/**
 * Returns a function that asks PostgreSQL for the state. Routers ask every second, so an answer with the same text as the
 * one before is not parsed again.
 */
export function stateReader(query: Query): () => Promise<RoutingState> {
  let known: { text: unknown; state: RoutingState } | undefined;
  return async () => {
    const [row] = await query(stateSql);
    const text = row?.state;
    if (known !== undefined && known.text === text) return known.state;
    const state = stateSchema.parse(JSON.parse(String(text)));
    known = { text, state };
    return state;
  };
}
