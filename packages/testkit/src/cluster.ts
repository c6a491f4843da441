/**
 * ClickHouse in the shape of a cluster, as far as the embedded engine can be one (docs/decisions/0292): Distributed tables
 * run, but there is no Keeper, so nothing is replicated and no statement runs on other servers.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type ClickHouse, openClickHouse } from '../../../apps/server/src/platform/clickhouse.ts';

const ENGINE = join(import.meta.dirname, '../../../apps/server/src/operations/embedded/testing/cluster-engine.ts');
const SECRET = 'secret-of-the-cluster-engine';

/** An engine that knows the clusters `doubles` and `halves`. */
export async function startClusterEngine(dataDir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = fork(ENGINE, {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, UV_THREADPOOL_SIZE: '16', DATA_DIR: dataDir, ANALYTICS_SECRET: SECRET },
  });
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`The cluster's engine ended with ${code}.`))),
  ]);
  return {
    url: `http://signpost:${SECRET}@127.0.0.1:${message.port}`,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

/** The statement without the parts that need Keeper. */
export function withoutKeeper(sql: string): string {
  const plain = sql
    .replaceAll(/ON CLUSTER '\w+'/g, '')
    .replaceAll(/Replicated(MergeTree)(\('[^']*', '[^']*'\))?/g, '$1');
  return plain.includes("Distributed('halves'") ? `${plain} SETTINGS skip_unavailable_shards = 1` : plain;
}

/** Opens a database as the product does with CLICKHOUSE_CLUSTER; commands run without the parts that need Keeper. */
export function openCluster(url: string, cluster: 'doubles' | 'halves'): ClickHouse {
  const clickhouse = openClickHouse({ url, cluster });
  return {
    ...clickhouse,
    // Tests change the stored facts of one server.
    command: (sql, ...more) =>
      clickhouse.command(
        withoutKeeper(sql.replace(/^(TRUNCATE TABLE|ALTER TABLE) facts(?=$| DELETE)/, '$1 facts_local')),
        ...more,
      ),
    // A table function cannot skip the shard that is not there.
    query: (sql, ...more) =>
      clickhouse.query(sql.replace("clusterAllReplicas('halves', system.processes)", 'system.processes'), ...more),
  };
}
