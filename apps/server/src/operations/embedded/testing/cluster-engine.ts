/**
 * The embedded engine as a server of two clusters, for tests. It opens no port for other servers: with `tcp_port` it takes
 * shards on 127.0.0.1 for itself. Both shards of `doubles` are this engine, so every stored fact counts twice there. The
 * second shard of `halves` gets no facts and cannot be reached, so that answers are those of one server.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEnv } from '../../../env.ts';
import { engineConfig } from '../analytics-config.ts';
import { AnalyticsEngine } from '../analytics-engine.ts';
import { analyticsServer } from '../analytics-http.ts';
import { readers } from '../analytics-limits.ts';

const TCP_PORT = 9_440;

const shard = (port: number, weight = 1): string =>
  `<shard><weight>${weight}</weight><internal_replication>true</internal_replication>
    <replica><host>127.0.0.1</host><port>${port}</port></replica></shard>`;

const clusterConfig = `<tcp_port>${TCP_PORT}</tcp_port>
  <macros><shard>1</shard><replica>here</replica></macros>
  <remote_servers>
    <doubles>${shard(TCP_PORT)}${shard(TCP_PORT)}</doubles>
    <halves>${shard(TCP_PORT)}${shard(1, 0)}</halves>
  </remote_servers>
</clickhouse>`;

const { dataDir, analytics } = readEnv();
const folder = join(dataDir, 'cluster');
mkdirSync(folder, { recursive: true });
const configFile = join(dataDir, 'cluster.xml');
writeFileSync(configFile, engineConfig.replace('</clickhouse>', clusterConfig));
const engine = new AnalyticsEngine({
  path: folder,
  configFile,
  readers,
  memoryPerQuery: 1024 ** 3,
  onStuck: () => process.exit(1),
});
const server = analyticsServer({ engine, secret: analytics.secret ?? '' });
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (address !== null && typeof address === 'object') process.send?.({ port: address.port });
});
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
