/** The configuration as routers compile it, cached while nothing changes. */
import { sql } from 'kysely';
import type { Queryable } from '../../database.ts';
import { useOf } from '../clicks/snapshot/caps.ts';
import { compile, type Snapshot } from '../clicks/snapshot/compile.ts';
import { type Query, readConfig } from '../clicks/snapshot/config.ts';
import { limitedClicksOf } from '../clicks/snapshot/limited-clicks.ts';
import { stateReader } from '../clicks/snapshot/state.ts';

/** Changes that bypass the audit trail are noticed after this long, as in a router. */
const WHOLE_MS = 60_000;

/** Answers with the newest configuration, today's cap use and the clicks of limits; compiles only when something changed. */
export function currentSnapshot(db: Queryable): () => Promise<Snapshot> {
  const query: Query = async (text) => (await sql.raw<Record<string, unknown>>(text).execute(db)).rows;
  const readState = stateReader(query);
  let cached: { snapshot: Snapshot; at: number } | undefined;
  return async () => {
    const { version, use, limitedClicks } = await readState();
    const now = performance.now();
    if (cached === undefined || cached.snapshot.version !== version || now - cached.at > WHOLE_MS)
      cached = { snapshot: compile(await readConfig(query)), at: now };
    return { ...cached.snapshot, use: useOf(use), limitedClicks: limitedClicksOf(limitedClicks) };
  };
}
