/** Both engines in the form the product embeds them, migrated, in a temporary folder. */
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startAnalytics } from '../../apps/server/src/operations/embedded/analytics.ts';
import { startPostgres } from '../../apps/server/src/operations/embedded/postgres.ts';
import { type Role, startRole } from '../../apps/server/src/operations/embedded/role.ts';
import { type ClickHouse, openClickHouse } from '../../apps/server/src/platform/clickhouse.ts';
import { migrateBoth } from '../../apps/server/src/platform/migrate.ts';
import { freePort } from '../../apps/server/src/platform/ports.ts';
import { runOnce } from '../../apps/server/src/platform/postgres.ts';

export interface Engines {
  folder: string;
  databaseUrl: string;
  clickhouseUrl: string;
  clickPort: number;
  clickhouse: ClickHouse;
  /** Starts a part of the product as a separate process. */
  start(role: Role, more?: Record<string, string>): Promise<{ stop(): Promise<void> }>;
  stop(): Promise<void>;
}

/** Starts them with one box (901) of three campaigns; `chmod` gives PostgreSQL's user access to its folder. */
export async function startEngines(): Promise<Engines> {
  const folder = await mkdtemp(join(tmpdir(), 'signpost-bench-'));
  await chmod(folder, 0o711);
  const [postgres, analytics] = await Promise.all([
    startPostgres({ dataDir: folder }),
    startAnalytics({ dataDir: folder, secret: 'bench-secret-of-this-run' }),
  ]);
  const server = openClickHouse({ url: analytics.url });
  await server.command('CREATE DATABASE signpost');
  await server.close();
  const urls = { databaseUrl: postgres.url, clickhouseUrl: `${analytics.url}/signpost` };
  await migrateBoth({ ...urls, clickhouseCluster: undefined });
  await runOnce(postgres.url, worldSql);
  const clickhouse = openClickHouse({ url: urls.clickhouseUrl });
  const clickPort = await freePort();
  const values = {
    DATABASE_URL: urls.databaseUrl,
    CLICKHOUSE_URL: urls.clickhouseUrl,
    DATA_DIR: folder,
    CLICK_PORT: String(clickPort),
    LOG_LEVEL: 'warn',
  };
  return {
    folder,
    databaseUrl: urls.databaseUrl,
    clickhouseUrl: urls.clickhouseUrl,
    clickPort,
    clickhouse,
    start: (role, more = {}) => startRole(role, { ...values, ...more }),
    async stop() {
      await clickhouse.close();
      await Promise.all([postgres.stop(), analytics.stop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const worldSql = `
INSERT INTO campaigns (id, name, lander_type, target_url) VALUES
  (961, 'One', 'affiliate', 'https://one.example/go?c={click_id}&g={geo}&s={sub1}'),
  (962, 'Two', 'prelander', 'https://two.example/go?c={click_id}&g={geo}&s={sub1}'),
  (963, 'Three', 'external_lander', 'https://three.example/go?c={click_id}&g={geo}&s={sub1}');
INSERT INTO campaign_boxes (id, name, fallback_url) VALUES (901, 'Bench', 'https://fallback.example/');
INSERT INTO box_campaigns (campaign_box_id, position, campaign_id, weight) VALUES
  (901, 0, 961, 60), (901, 1, 962, 30), (901, 2, 963, 10);
-- A page of ours with places, a condition and a button.
INSERT INTO campaigns (id, name, lander_type, target_url) VALUES (964, 'Page', 'prelander', '/p_964');
INSERT INTO campaign_boxes (id, name, fallback_url) VALUES (902, 'Bench of pages', 'https://fallback.example/');
INSERT INTO box_campaigns (campaign_box_id, position, campaign_id, weight) VALUES (902, 0, 964, 100);
INSERT INTO buttons (id, name) VALUES (981, 'Go');
INSERT INTO button_variants (button_id, position, name, weight, text) VALUES (981, 0, 'A', 50, 'Go'), (981, 1, 'B', 50, 'Start');
INSERT INTO templates (campaign_id, name, button_id, css) VALUES (964, 'Page', 981, 'h1 { color: #1864ab }');
INSERT INTO template_texts (template_id, position, name, text) VALUES (964, 0, 'headline', 'Hello');
INSERT INTO template_variants (template_id, position, name, weight, html) VALUES
  (964, 0, 'A', 50, '<h1>{{ headline }}</h1>{% if geo == ''DE'' %}<p>Hallo</p>{% endif %}<p>{{ country }}</p>{% button %}'),
  (964, 1, 'B', 50, '<h2>{{ headline }}</h2><p>{{ device }}</p>{% button %}');
-- A page that greets its visitor with what the link carries, of about 20 KB, in two ways: as a text, and with a filter.
INSERT INTO campaigns (id, name, lander_type, target_url) VALUES (965, 'Greets', 'prelander', '/p_965'), (966, 'Filters', 'prelander', '/p_966');
INSERT INTO templates (campaign_id, name) VALUES (965, 'Greets'), (966, 'Filters');
INSERT INTO template_variants (template_id, position, name, weight, html)
  SELECT id, 0, 'A', 100, '<h1>Hello ' || place || '</h1>' || repeat('<p class="offer"><b>Shoes</b> and bags for every day</p>', 350)
  FROM (VALUES (965, '{{ sub1 }}'), (966, '{{ sub1 | upcase }}')) AS of(id, place);
-- All visitors of a bench sit behind one address.
INSERT INTO sign_in_whitelist (pattern) VALUES ('127.0.0.0/8');
`;

export const BOX = 901;
/** Its campaign's page is ours. */
export const PAGE_BOX = 902;
/** Pages with a value of the link: printed, and with a filter. */
export const GREETING_PAGES = { printed: 965, filtered: 966 } as const;
