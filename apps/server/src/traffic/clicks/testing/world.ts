/** A small routing world in a test file's own databases. */
import { mkdtemp } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createLog } from '../../../platform/log.ts';
import { listen } from '../../../platform/postgres-listen.ts';
import { openReader } from '../../../platform/postgres-reader.ts';
import type { SnapshotSource } from '../snapshot/follow.ts';

export const silent = createLog({ level: 'silent', name: 'test' });

/**
 * A folder inside the run's folder. It is removed with the whole run, because a log that is still open would create it
 * again.
 */
export const testFolder = (): Promise<string> => mkdtemp(join(inject('folder'), 'clicks-'));

/** One box (901) with three campaigns of 60, 30 and 10, a paused box (902), one with a rule (903), a banner's (904). Ids are far from the fixed ones. */
export const WORLD_SQL = `
INSERT INTO publishers (id, name) VALUES (910, 'Daily Bugle'), (911, 'Planet');
INSERT INTO websites (id, name, publisher_id, fallback_url) VALUES (920, 'site.example', 910, 'https://site.example/last');
INSERT INTO domains (id, name, website_id) VALUES (925, 'go.example', 920);
INSERT INTO categories (id, name) VALUES (930, 'Routing tests');
INSERT INTO traffic_sources (id, name, category_id, publisher_id, may_send_costs) VALUES
  (940, 'letter_one', 930, NULL, false), (941, 'letter_two', 930, 911, true);
INSERT INTO partner_types (id, name) VALUES (950, 'Routing tests');
INSERT INTO partners (id, name, partner_type_id) VALUES (951, 'Acme', 950);
INSERT INTO products (id, name) VALUES (952, 'Anvils');
INSERT INTO offers (id, name, partner_id, product_id) VALUES (953, 'Heavy anvil', 951, 952);
INSERT INTO referrers (name, publisher_id, traffic_source_id, website_id) VALUES
  ('known.example', 911, NULL, NULL), ('www.source.example', NULL, 941, 920);
INSERT INTO referral_codes (id, code) VALUES (955, 'SPRING');
INSERT INTO campaigns (id, name, lander_type, offer_id, target_url) VALUES
  (961, 'Lander', 'offer_lander', 953, 'https://acme.example/go?c={click_id}&g={geo}&s={source}&x={sub1}&o={offer_id}&p={partner_id}'),
  (962, 'Prelander', 'prelander', NULL, 'https://pre.example/{click_id}'),
  (963, 'Affiliate', 'affiliate', 953, 'https://aff.example/?id={click_id}');
INSERT INTO campaign_boxes (id, name, website_id, traffic_source_id, product_id, fallback_url, status) VALUES
  (901, 'Main', 920, 940, 952, 'https://fallback.example/?c={click_id}', 'active'),
  (902, 'Paused', 920, NULL, NULL, 'https://fallback.example/paused', 'paused');
INSERT INTO box_campaigns (campaign_box_id, position, campaign_id, weight) VALUES
  (901, 0, 961, 60), (901, 1, 962, 30), (901, 2, 963, 10), (902, 0, 961, 100);
INSERT INTO campaign_boxes (id, name, box_kind, fallback_url, page) VALUES
  (903, 'Ruled SEO', 'seo', 'https://fallback.example/seo', '/best'),
  (904, 'Banner', 'banner', 'https://fallback.example/banner', NULL);
INSERT INTO campaign_boxes (id, name, fallback_url, archived_at) VALUES (909, 'Gone', 'https://fallback.example/gone', now());
INSERT INTO box_campaigns (campaign_box_id, position, campaign_id, weight) VALUES (903, 0, 963, 100);
INSERT INTO rules (id, name, conditions) VALUES (970, 'American phones', '{"match":"all","items":[
  {"field":"geo","is":true,"values":["US"]},{"field":"os","is":true,"values":["iOS"]}]}');
INSERT INTO rule_campaigns (rule_id, position, campaign_id, weight) VALUES (970, 0, 961, 100);
INSERT INTO campaign_boxes_rules (record_id, target_id, position) VALUES (903, 970, 1);
INSERT INTO direct_links (slug, target_url, campaign_id, status) VALUES
  ('sale', 'https://sale.example/?c={click_id}', 963, 'active'), ('over', 'https://over.example/', NULL, 'paused');
-- Tests click more from these than people do.
INSERT INTO sign_in_whitelist (pattern) VALUES ('127.0.0.0/8'), ('8.8.8.8');
`;

/** PostgreSQL as a router reads it. */
export function postgresSource(databaseUrl: string): { source: SnapshotSource; close(): Promise<void> } {
  const reader = openReader(databaseUrl, { applicationName: 'test router' });
  const source: SnapshotSource = {
    query: reader.query,
    listen: (told) => listen({ url: databaseUrl, channel: 'routing', onMessage: told, onReconnect: told }),
  };
  return { source, close: reader.close };
}

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';

export interface Answer {
  status: number;
  location: string;
  cookie: string;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

/**
 * Sends one request unchanged: redirects are not followed, and no headers are added. A request that is sent after it has
 * a later millisecond, so that the facts of the two have an order.
 */
export async function visit(
  port: number,
  path: string,
  headers: Record<string, string> = { 'user-agent': CHROME },
  method = 'GET',
): Promise<Answer> {
  const answer = await send(port, path, headers, method);
  const answered = Date.now();
  while (Date.now() === answered) await new Promise((resolve) => setImmediate(resolve));
  return answer;
}

function send(port: number, path: string, headers: Record<string, string>, method: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, path, method, headers, host: '127.0.0.1' }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location ?? '',
          cookie: response.headers['set-cookie']?.[0]?.split(';')[0] ?? '',
          headers: response.headers,
          body: Buffer.concat(chunks).toString(),
        }),
      );
    });
    sent.on('error', reject);
    sent.end();
  });
}

/** Waits until `check` holds; the test's own time limit ends it. */
export async function until(check: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await check())) await new Promise((resolve) => setTimeout(resolve, 10));
}

/**
 * The milliseconds of the first of three tries that takes less than `most`, otherwise of the fastest. A machine that
 * stands still for a moment makes one try slow; a product that is too slow makes every try slow.
 */
export async function fastestTry(most: number, measure: (turn: number) => Promise<number>): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let turn = 1; turn <= 3 && fastest >= most; turn += 1) fastest = Math.min(fastest, await measure(turn));
  return fastest;
}
