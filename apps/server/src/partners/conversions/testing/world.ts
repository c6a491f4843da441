/** A partner with deals and a postback endpoint, on a test file's own databases. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { changePostbackSetup } from '@signpost/contract/calls/conversions.ts';
import type { PostbackSetup } from '@signpost/contract/partners/conversions/postback-setup.ts';
import type { Fact } from '@signpost/contract/traffic/clicks/fact.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { call } from '@signpost/testkit/call.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { sql } from 'kysely';
import { afterAll } from 'vitest';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import { newId } from '../../../platform/ids.ts';
import { snakeCase } from '../../../platform/names.ts';
import { runOnce } from '../../../platform/postgres.ts';
import { readRows } from '../../../platform/rows.ts';
import { type Answer, silent, testFolder, visit } from '../../../traffic/clicks/testing/world.ts';
import { conversionRounds } from '../counting/rounds.ts';
import { type PostbackHandler, postbackHandler } from '../intake/server.ts';

/** Geo 12 is Austria, 57 Germany. The ids are far above those of initial records. */
const WORLD_SQL = `
INSERT INTO publishers (id, name, commission_percent) VALUES (910, 'Daily Bugle', 20), (911, 'Planet', NULL);
INSERT INTO categories (id, name) VALUES (930, 'Conversion tests');
INSERT INTO traffic_sources (id, name, category_id, may_send_costs) VALUES (940, 'letter_one', 930, true);
INSERT INTO partner_types (id, name) VALUES (950, 'Conversion tests');
INSERT INTO integrations (id, name, settings_json) VALUES (960, 'Acme API',
  '{"postback": {"names": {"click_id": "subid", "amount": "sum"}, "statuses": {"ftd": "first_deposit", "reg": "lead", "test": "ignore"}}}');
INSERT INTO partners (id, name, partner_type_id, currency) VALUES
  (951, 'Acme', 950, 'EUR'), (952, 'Bolt', 950, 'USD'), (953, 'Coil', 950, 'EUR');
INSERT INTO partners_integrations (record_id, target_id, position) VALUES (951, 960, 0), (952, 960, 0);
INSERT INTO deals (id, partner_id, position, geo_id, integration_id, deal_type, deal_revenue_type, fixed_amount, share_percent, valid_from, valid_to) VALUES
  (971, 951, 0, 12, 960, 'CPA', 'firstDeposit', 100, NULL, NULL, NULL),
  (972, 951, 1, 57, 960, 'Hybrid', 'firstDeposit', 40, 25, NULL, NULL),
  (973, 952, 0, 12, 960, 'CPL', 'lead', 11.8, NULL, NULL, NULL);
`;

export interface ConversionWorld extends Awaited<ReturnType<typeof testApp>> {
  admin: Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>['signIn']>>;
  handler: PostbackHandler;
  /** A partner's key, created when it is first needed. */
  keyOf(partnerId: number, protection?: PostbackSetup['protection']): Promise<PostbackSetup & { key: string }>;
  /** Sends a postback: `query` without the key. */
  post(key: string, query: string | Record<string, string>): Promise<Answer>;
  port: number;
  /** Stores a click-out to a partner; answers its id. */
  click(known?: Partial<Fact> & { at?: string }): Promise<string>;
  /** Counts and ships all queued transactions. */
  round(now?: Date): Promise<void>;
  /** Measures that the transactions of a click add, without those of the click itself. */
  measures(clickId: string): Promise<Record<string, string>>;
  transactions(): Promise<Record<string, unknown>[]>;
}

const transactionRow = z.record(z.string(), z.unknown());

/** Call once at the top of a test file. */
export async function conversionWorld(options: { clock?: Clock } = {}): Promise<ConversionWorld> {
  const dataDir = await testFolder();
  const app = await testApp({ env: { dataDir }, ...options });
  const { db, databases } = app;
  await runOnce(databases.databaseUrl, WORLD_SQL);
  const admin = await app.signIn('Admin');
  const handler = postbackHandler({
    db,
    vault: app.deps.vault,
    log: silent,
    addressOf: (request) => request.socket.remoteAddress ?? '',
    now: () => options.clock?.now() ?? new Date(),
  });
  const server = createServer((request, response) => {
    handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  const { port } = server.address() as AddressInfo;
  const rounds = conversionRounds({ db, clickhouse: databases.clickhouse, log: silent });
  return {
    ...app,
    admin,
    handler,
    port,
    async keyOf(partnerId, protection = 'none') {
      const data = await call(admin, changePostbackSetup, { params: { id: partnerId }, body: { protection } });
      const setup: PostbackSetup = data;
      return { ...setup, key: setup.key ?? '' };
    },
    post: (key, query) => visit(port, `/postback/${key}?${new URLSearchParams(query)}`),
    async click(known = {}) {
      const at = known.at ?? new Date(Date.now() - 3_600_000).toISOString();
      const clickId = newId({ now: () => new Date(at) });
      const row = fact({
        factId: newId(),
        kind: 'visit',
        clickId,
        visitorId: '7',
        visits: 1,
        clickouts: 1,
        trafficSourceId: 940,
        partnerId: 951,
        integrationId: 960,
        geoId: 12,
        campaignBoxId: 901,
        ...known,
        at,
      });
      await databases.clickhouse.insert('facts', [
        {
          chunk_id: 'test',
          ...Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), value])),
        },
      ]);
      return clickId;
    },
    async round(now = new Date(Date.now() + 1000)) {
      await rounds.once(now);
    },
    async measures(clickId) {
      const [row] = await databases.clickhouse.query(
        `SELECT count() AS facts, sum(leads) AS leads, sum(first_deposits) AS first_deposits, sum(deposits) AS deposits,
           toString(sum(revenue)) AS revenue, toString(sum(deposit_amount)) AS deposit_amount,
           toString(sum(publisher_cost)) AS publisher_cost, toString(sum(pending_revenue)) AS pending_revenue
         FROM facts WHERE click_id = {clickId:UUID} AND chunk_id != 'test'`,
        { clickId },
        { parse: (found) => Object.fromEntries(Object.entries(found).map(([name, value]) => [name, String(value)])) },
      );
      return row ?? {};
    },
    async transactions() {
      const rows = await readRows(
        db,
        transactionRow,
        sql`
          SELECT id, state, meaning, reason, revenue, repeats FROM affiliate_transactions ORDER BY id`,
      );
      return rows;
    },
  };
}
