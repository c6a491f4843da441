/**
 * The position that the saved facts reach: a place in the click log of each router, and a position in the outbox of
 * PostgreSQL. Every chunk before it was confirmed by ClickHouse; every fact after it is in the saved log or in the
 * saved outbox, and is shipped again by the restored copy (docs/decisions/0276).
 */
import { join } from 'node:path';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { PostgresSession } from '../../platform/postgres.ts';
import { doneFolder, routersIn, segmentName, segmentsIn } from '../../traffic/clicks/log/segments.ts';
import { readLedger } from '../../traffic/clicks/ship/ledger.ts';
import type { Manifest } from './manifest.ts';

export type Marks = Pick<Manifest['watermark'], 'position' | 'routers'> & { at: Date };
type RouterMark = Marks['routers'][number];

/** A router that ships nothing for this long has nothing under way. */
const RECENT_DAYS = 8;
/** Between the time of a click and its arrival in the log. */
const LATENESS_MS = 60_000;

/** The watermark of this moment. `clicks` is the folder of this machine's click log. */
export async function readMarks(deps: {
  client: PostgresSession;
  clickhouse: ClickHouse;
  clicks: string;
}): Promise<Marks> {
  const at = new Date();
  const here: RouterMark[] = [];
  for (const router of await routersIn(deps.clicks)) {
    const mark = await markOf(deps.clicks, router);
    if (mark !== null) here.push(mark);
  }
  const elsewhere = await marksElsewhere(
    deps.clickhouse,
    here.map(({ router }) => router),
  );
  const { rows } = await deps.client.query<{ position: number }>(
    `SELECT coalesce(min(position) FILTER (WHERE NOT done) - 1, max(position), 0) AS position FROM fact_chunks`,
  );
  return { at, position: rows[0]?.position ?? 0, routers: [...here, ...elsewhere] };
}

/**
 * Where the first chunk begins that is not confirmed, or not even cut. Shipped segments are removed after a while, so what
 * comes before the first one that is left is in the facts; null for a router of which none is left.
 */
async function markOf(clicks: string, router: string): Promise<RouterMark | null> {
  const folder = join(clicks, router);
  const newestDone = (await segmentsIn(doneFolder(folder), 'done')).at(-1);
  const open = await segmentsIn(folder, 'log');
  const first = newestDone === undefined ? open[0] : segmentName(Number(newestDone) + 1);
  if (first === undefined) return null;
  let mark = { segment: Number(first), from: 0 };
  for (const name of open) {
    const ledger = await readLedger(join(folder, `${name}.chunks`));
    const unconfirmed = [...ledger.chunks.keys()].filter((from) => !ledger.done.has(from));
    if (unconfirmed.length > 0) {
      mark = { segment: Number(name), from: Math.min(...unconfirmed) };
      break;
    }
    if (ledger.cut > 0) mark = { segment: Number(name), from: ledger.cut };
  }
  return { router, ...mark, isHere: true };
}

/** Routers of other machines by what has arrived from them; their logs stay with them. */
async function marksElsewhere(clickhouse: ClickHouse, here: readonly string[]): Promise<RouterMark[]> {
  return await clickhouse.query(
    `SELECT router, max((segment, from)) AS last FROM (
       SELECT substring(chunk_id, 1, 36) AS router, toUInt64OrZero(substring(chunk_id, 38, 8)) AS segment,
         toUInt64OrZero(substring(chunk_id, 47)) AS from FROM facts
       WHERE recorded_at > now() - INTERVAL ${RECENT_DAYS} DAY AND match(chunk_id, '${ROUTER_CHUNK}'))
     WHERE NOT has({here:Array(String)}, router) GROUP BY router ORDER BY router`,
    { here: [...here] },
    {
      parse: ({ router, last }) => {
        const [segment, from] = Array.isArray(last) ? last : [];
        return { router: String(router), segment: Number(segment), from: Number(from) + 1, isHere: false };
      },
    },
  );
}

/** The id of a chunk of the click log: router, segment and first byte. */
const ROUTER_CHUNK = '^[0-9a-f]{8}-[0-9a-f-]{27}[.][0-9]{8}[.][0-9]+$';

/** The condition of the facts before the watermark. It is the same at every moment, while facts go on arriving. */
export function beforeMarks({ at, position, routers }: Marks): { sql: string; params: Record<string, unknown> } {
  return {
    sql: `NOT (startsWith(chunk_id, 'pg.') AND position > {position:UInt64})
      AND NOT (match(chunk_id, '${ROUTER_CHUNK}') AND if(
        has({routers:Array(String)}, substring(chunk_id, 1, 36)),
        (toUInt64OrZero(substring(chunk_id, 38, 8)), toUInt64OrZero(substring(chunk_id, 47))) >= (
          {segments:Array(UInt64)}[indexOf({routers:Array(String)}, substring(chunk_id, 1, 36))],
          {froms:Array(UInt64)}[indexOf({routers:Array(String)}, substring(chunk_id, 1, 36))]),
        recorded_at >= {since:DateTime64(3, 'UTC')}))`,
    params: {
      position,
      routers: routers.map(({ router }) => router),
      segments: routers.map(({ segment }) => segment),
      froms: routers.map(({ from }) => from),
      since: new Date(at.getTime() - LATENESS_MS),
    },
  };
}
