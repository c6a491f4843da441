/** The tables of a cluster, on an engine whose clusters have only itself (packages/testkit/src/cluster.ts). */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TICKET_HEADER, TICKET_VALUE } from '@signpost/contract/envelope.ts';
import { TAB_NAMES } from '@signpost/contract/routes/tab-names.ts';
import { openCluster, startClusterEngine } from '@signpost/testkit/cluster.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../app.ts';
import { clickhouseChecks } from '../../operations/watching/checks/clickhouse.ts';
import { openClickHouse } from '../../platform/clickhouse.ts';
import { EngineError } from '../../platform/clickhouse-error.ts';
import { statementsFor } from '../../platform/cluster.ts';
import { migrate } from '../../platform/migrate.ts';
import { countByChunk, deleteChunk, earlierInsertsEnded, insertLines } from '../../traffic/clicks/ship/store.ts';
import { testFolder } from '../../traffic/clicks/testing/world.ts';
import { randomFacts, randomWorld, rowOfFact } from './testing/random-world.ts';

const migrations = join(import.meta.dirname, '../../../migrations/clickhouse');
const { app: world } = await randomWorld(23, 0);
const { databaseUrl } = world.databases;
const engine = await startClusterEngine(await testFolder());
const server = openClickHouse({ url: engine.url });
for (const name of ['once', 'twice', 'shards']) await server.command(`CREATE DATABASE ${name}`);
/** Every stored fact counts twice here, because both shards are this engine. */
const doubles = openCluster(`${engine.url}/once`, 'doubles');
/** One server with every fact stored twice: what the cluster has to answer. */
const twice = openClickHouse({ url: `${engine.url}/twice` });
const halves = openCluster(`${engine.url}/shards`, 'halves');
for (const clickhouse of [doubles, twice, halves]) await migrate({ databaseUrl, clickhouse });
const facts = randomFacts(2_023, 600);
const rows = facts.map((fact) => rowOfFact(fact, 'test'));
await doubles.insert('facts_local', rows);
for (let time = 0; time < 2; time += 1) await twice.insert('facts', rows);

afterAll(async () => {
  for (const one of [server, doubles, twice, halves]) await one.close();
  await engine.stop();
});

const asked = async (clickhouse: typeof doubles) => {
  const app = await buildApp({ ...world.deps, clickhouse });
  await app.ready();
  afterAll(() => app.close());
  const { token } = await world.signIn('Admin');
  return async (url: string) => {
    const headers = { [TICKET_HEADER]: TICKET_VALUE, authorization: `Bearer ${token}` };
    const answer = await app.inject({ method: 'GET', url, headers });
    return { status: answer.statusCode, body: answer.json() };
  };
};
const [ofCluster, ofServer] = [await asked(doubles), await asked(twice)];
const DAYS = 'dateRange[start]=2025-03-01&dateRange[end]=2025-04-30';

/** The statement as the engine has read it. Errors: EngineError where it cannot be parsed. */
async function understood(statement: string): Promise<string> {
  const parse = (row: Record<string, unknown>) => String(row.text);
  const [text = ''] = await server.query('SELECT formatQuery({statement:String}) AS text', { statement }, { parse });
  return text;
}

describe('The statements of the migrations in the shape of a cluster', () => {
  it('are all understood by the engine, and each runs on every server', async () => {
    const shaped: string[] = [];
    for (const name of (await readdir(migrations)).sort())
      shaped.push(...statementsFor(await readFile(join(migrations, name), 'utf8'), 'signpost'));
    for (const statement of shaped) {
      expect(await understood(statement)).toMatch(
        /^(CREATE|ALTER) TABLE (IF NOT EXISTS )?facts(_local)? ON CLUSTER signpost( AS|\n)/,
      );
    }
    const text = shaped.join('\n');
    expect(text.match(/ENGINE = \w+/g)).toEqual(['ENGINE = ReplicatedMergeTree', 'ENGINE = Distributed']);
    expect(text.match(/ADD PROJECTION/g)).toHaveLength(12);
    await expect(understood('CREATE TABLE facts ON CLUSTER')).rejects.toThrow(EngineError);
  });

  it('give the table of all shards the columns of the table of one', async () => {
    const columnsOf = (table: string) =>
      doubles.query(
        `SELECT name, type FROM system.columns WHERE database = 'once' AND table = {table:String} ORDER BY position`,
        { table },
        { parse: (row) => `${row.name} ${row.type}` },
      );
    expect(await columnsOf('facts')).toEqual(await columnsOf('facts_local'));
    expect(await columnsOf('facts')).toContain('template_variant_id UInt32');
  });

  it('keep the migrations themselves on every server, whatever its shard', () => {
    const table = 'CREATE TABLE own /*on cluster*/ (id UInt8) ENGINE = /*replicated*/MergeTree ORDER BY id';
    expect(statementsFor(table, 'main')).toEqual([
      "CREATE TABLE own ON CLUSTER 'main' (id UInt8) ENGINE = ReplicatedMergeTree('/clickhouse/tables/{uuid}/all', '{shard}-{replica}') ORDER BY id",
    ]);
    expect(statementsFor(table, undefined)).toEqual(['CREATE TABLE own  (id UInt8) ENGINE = MergeTree ORDER BY id']);
    expect(() => statementsFor('DROP TABLE own', 'main')).toThrow('without /*on cluster*/');
  });
});

describe('A question to two shards', () => {
  it('counts the visits of both and a visitor of both once', async () => {
    const { body } = await ofCluster(`/api/statistics/tabs?tab=global&${DAYS}&columns[0]=1&columns[1]=2&kingstat=1`);
    const visits = facts.reduce((sum, fact) => sum + fact.visits, 0);
    const visitors = new Set(facts.filter((fact) => fact.visits > 0).map((fact) => fact.visitorId)).size;
    expect(body.data.totals.stats).toMatchObject({ 1: 2 * visits, 2: visitors });
  });

  it.each(TAB_NAMES)('answers the tab %s as one server with the same facts', async (tab) => {
    for (const more of [
      '',
      '&compare[start]=2025-03-01&compare[end]=2025-03-27&attribution=click&timeZone=Asia/Kolkata',
    ]) {
      const url = `/api/statistics/tabs?tab=${tab}&${DAYS}${more}`;
      const answer = await ofCluster(url);
      expect(answer.status).toBe(200);
      expect(answer.body.data).toEqual((await ofServer(url)).body.data);
    }
  });

  it.each([
    `facts?tab=global&${DAYS}`,
    `lifetime?tab=global&${DAYS}`,
    `why?tab=global&${DAYS}&compare[start]=2025-03-01&compare[end]=2025-03-27`,
    `campaigns?${DAYS}`,
  ])('answers statistics/%s as one server with the same facts', async (path) => {
    const answer = await ofCluster(`/api/statistics/${path}`);
    expect(answer.body.errors ?? []).toEqual([]);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual((await ofServer(`/api/statistics/${path}`)).body.data);
  });
});

describe('The shipper of a cluster', () => {
  it('stores, counts and removes a chunk by its id through the table of all shards', async () => {
    const counts = async () => Object.fromEntries(await countByChunk(doubles, ['a', 'b']));
    for (const [id, some] of [
      ['a', rows.slice(0, 30)],
      ['b', rows.slice(30, 50)],
    ] as const) {
      const lines = some.map((row) => JSON.stringify({ ...row, chunk_id: id })).join('\n');
      await insertLines(doubles, Buffer.from(lines), id);
    }
    await earlierInsertsEnded(doubles);
    expect(await counts()).toEqual({ a: 2 * 30, b: 2 * 20 });
    await deleteChunk(doubles, 'a');
    expect(await counts()).toEqual({ b: 2 * 20 });
  });
});

describe('The checks of a cluster', () => {
  it('ask every server of it for its replicas and for changes of stored data', async () => {
    const asking: string[] = [];
    const clickhouse: typeof doubles = {
      ...doubles,
      query: (sql, ...more) => {
        asking.push(sql);
        return doubles.query(sql, ...more);
      },
    };
    const patient = { ...world.deps, clickhouse, hasMail: false, now: () => new Date() };
    expect(await clickhouseChecks.replicas?.(patient)).toMatchObject({ state: 'good' });
    expect(await clickhouseChecks.mutations?.(patient)).toMatchObject({ state: 'good' });
    expect(asking[0]).toContain("clusterAllReplicas('doubles', system.replicas)");
    expect(asking[1]).toContain("clusterAllReplicas('doubles', system.mutations)");
  });
});

describe('A start with CLICKHOUSE_CLUSTER is refused', () => {
  const start = (database: string, cluster?: string) => {
    const clickhouse = openClickHouse({ url: `${engine.url}/${database}`, ...(cluster !== undefined && { cluster }) });
    return migrate({ databaseUrl, clickhouse }).finally(() => clickhouse.close());
  };

  it('when the server knows no such cluster', async () => {
    await expect(start('default', 'main')).rejects.toThrow(
      'knows no cluster ‘main’ (CLICKHOUSE_CLUSTER); it knows doubles',
    );
  });

  it('when the server has no macros that say which shard and replica it is', async () => {
    await expect(migrate({ databaseUrl, clickhouse: { ...halves, query: noMacros } })).rejects.toThrow(
      'has no macro shard and no macro replica',
    );
  });

  it('when the database was made in the other shape', async () => {
    await expect(start('twice', 'doubles')).rejects.toThrow('were made without CLICKHOUSE_CLUSTER');
    await expect(start('once')).rejects.toThrow('are spread over a cluster: set CLICKHOUSE_CLUSTER');
    expect(await start('twice')).toEqual([]);
  });
});

const noMacros: typeof halves.query = async (sql, params, { parse }) =>
  await server.query(sql.replaceAll('system.macros', '(SELECT macro FROM system.macros WHERE 0)'), params, { parse });
