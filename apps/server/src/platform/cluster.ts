/**
 * The tables of ClickHouse in a cluster (docs/decisions/0292). Migrations are written once, for one server, with two marks:
 * `/*on cluster*\/` after a table's name and `/*replicated*\/` before its engine. Here they get their shape in a cluster:
 * facts are spread over the shards as `facts_local`, and `facts` is the Distributed table in front of them; any other table
 * is whole on every server.
 */
import type { ClickHouse } from './clickhouse.ts';
import { StartError } from './start-error.ts';
import { splitStatements } from './statements.ts';

const SPREAD = 'facts';
const SPREAD_LOCAL = 'facts_local';

/** All facts of a click are on one shard. Nothing relies on it, so the number of shards may change. */
const SHARD_BY = 'cityHash64(click_id)';

/** One path for all shards, so that every server has the same rows. A replica's name includes its shard to be unique. */
const EVERYWHERE = "ReplicatedMergeTree('/clickhouse/tables/{uuid}/all', '{shard}-{replica}')";

const SPREAD_NAME = /\bfacts \/\*on cluster\*\//;
const COLUMNS_CHANGE = /\b(?:ADD|DROP|MODIFY|RENAME|ALTER) COLUMN\b/i;

/** The statements of a migration, for one server or for a cluster. A statement may become two. */
export function statementsFor(sql: string, cluster: string | undefined): string[] {
  const statements = splitStatements(sql);
  if (cluster === undefined)
    return statements.map((one) => one.replaceAll('/*on cluster*/', '').replaceAll('/*replicated*/', ''));
  return statements.flatMap((one) => clusterStatements(one, cluster));
}

function clusterStatements(statement: string, cluster: string): string[] {
  if (!statement.includes('/*on cluster*/'))
    throw new Error(`A migration changes ClickHouse without /*on cluster*/: ${statement.slice(0, 80)}`);
  const onCluster = `ON CLUSTER '${cluster}'`;
  const everywhere = (sql: string, engine: string): string =>
    sql.replaceAll('/*on cluster*/', onCluster).replaceAll('/*replicated*/MergeTree', engine);
  if (!SPREAD_NAME.test(statement)) return [everywhere(statement, EVERYWHERE)];
  const local = everywhere(statement.replace(SPREAD_NAME, `${SPREAD_LOCAL} /*on cluster*/`), 'ReplicatedMergeTree');
  // Without a path of its own, the table of each shard gets one by the server's setting default_replica_path.
  if (/\bCREATE TABLE\b/.test(statement))
    return [
      local,
      `CREATE TABLE IF NOT EXISTS ${SPREAD} ${onCluster} AS ${SPREAD_LOCAL}
       ENGINE = Distributed('${cluster}', currentDatabase(), ${SPREAD_LOCAL}, ${SHARD_BY})`,
    ];
  if (COLUMNS_CHANGE.test(statement)) return [local, everywhere(statement, '')];
  return [local];
}

/** The facts for statements that change stored rows (`ALTER TABLE … DELETE`), which a Distributed table refuses. */
export const storedFacts = ({ cluster }: Pick<ClickHouse, 'cluster'>): string => {
  if (cluster === undefined) return SPREAD;
  return `${SPREAD_LOCAL} ON CLUSTER '${cluster}'`;
};

/**
 * Refuses a database of the other shape, a cluster that the server does not know, and a server that does not know its place
 * in it. Errors: StartError.
 */
export async function checkShape(clickhouse: ClickHouse): Promise<void> {
  const { cluster } = clickhouse;
  const [engine] = await clickhouse.query(
    `SELECT engine FROM system.tables WHERE database = currentDatabase() AND name = '${SPREAD}'`,
    {},
    { parse: (row) => String(row.engine) },
  );
  const isSpread = engine === 'Distributed';
  if (isSpread && cluster === undefined)
    throw new StartError('The facts in CLICKHOUSE_URL are spread over a cluster: set CLICKHOUSE_CLUSTER to its name.');
  if (cluster === undefined) return;
  if (engine !== undefined && !isSpread)
    throw new StartError(
      `The facts in CLICKHOUSE_URL were made without CLICKHOUSE_CLUSTER: unset it, or take a backup and restore it into an empty database of the cluster ‘${cluster}’.`,
    );
  const [server] = await clickhouse.query(
    `SELECT (SELECT groupUniqArray(cluster) FROM system.clusters) AS clusters,
       (SELECT groupUniqArray(macro) FROM system.macros) AS macros`,
    {},
    { parse: (row) => ({ clusters: namesOf(row.clusters), macros: namesOf(row.macros) }) },
  );
  const { clusters = [], macros = [] } = server ?? {};
  if (!clusters.includes(cluster))
    throw new StartError(
      `The server in CLICKHOUSE_URL knows no cluster ‘${cluster}’ (CLICKHOUSE_CLUSTER); it knows ${clusters.sort().join(', ') || 'none'}.`,
    );
  const missing = ['shard', 'replica'].filter((name) => !macros.includes(name));
  if (missing.length > 0)
    throw new StartError(
      `The server in CLICKHOUSE_URL has no macro ${missing.join(' and no macro ')}, so it does not know its place in the cluster ‘${cluster}’: see deploy/clickhouse/cluster.xml.`,
    );
}

const namesOf = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.map(String);
  return [];
};
