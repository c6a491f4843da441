/** One router process: snapshot, log and server together. */

import { mkdir } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { CONSENT_PARAMETER } from '@signpost/contract/traffic/clicks/parameters.ts';
import { NO_PROXIES, type TrustedProxies } from '../../platform/client-address.ts';
import { newId } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import type { Measures } from '../../platform/measures.ts';
import { isSenderGone } from '../../platform/request-body.ts';
import type { Running } from '../../platform/running.ts';
import { folderStore } from '../../platform/store/folder.ts';
import type { ObjectStore } from '../../platform/store/store.ts';
import { type DiskState, watchDisk } from './disk.ts';
import { clicksFolder } from './log/segments.ts';
import { type LogHealth, openClickLog } from './log/writer.ts';
import { OrphanVisits } from './orphans/orphan-visits.ts';
import type { FindClick } from './out/find-click.ts';
import { rebuildRecent } from './out/rebuild.ts';
import { leadsOn, RecentClicks } from './out/recent-clicks.ts';
import { imageServer } from './pages/images.ts';
import { Renderings } from './pages/renderings.ts';
import { LinkProblems } from './problems/link-problems.ts';
import { Bursts } from './redirect/bursts.ts';
import { openCountries } from './redirect/country.ts';
import { type ClickCounts, noCounts } from './redirect/counts.ts';
import { Floods } from './redirect/floods.ts';
import { type Beside, clickServer } from './redirect/server.ts';
import { followSnapshot, type SnapshotSource } from './snapshot/follow.ts';
import { LimitedClicks } from './snapshot/limited-clicks.ts';

export interface RouterOptions {
  port: number;
  host: string;
  dataDir: string;
  /** Where uploaded images are; without it, in the data folder. */
  files?: ObjectStore;
  trustedProxies: TrustedProxies;
  /** The parameter of links with the choice that a visitor made on another site; `consent` if it is left out. */
  consentParameter?: string;
  source: SnapshotSource;
  log: Log;
  /** Reports the router's figures. */
  measures?: Measures | undefined;
  /** The bearer token with which other machines may read the figures of `GET /health`. */
  healthSecret?: string | undefined;
  /** Where older clicks are found; without it they are unknown. */
  findClick?: FindClick | undefined;
  /** Counts what links say and cannot be used. */
  problems?: LinkProblems;
  /** Counts the clicks of direct links and boxes with a limit. */
  limitedClicks?: LimitedClicks;
  /** Counts visits to addresses without a link. */
  orphans?: OrphanVisits;
  /** Answers requests that are not links; false leaves the request to the links. */
  beside?: Beside;
}

/** The answer of `GET /health` on the click port. */
export interface RouterHealth {
  /** Whether the router answers links. */
  up: boolean;
  configuration: { version: string | null; staleSince: string | null };
  log: LogHealth;
  disk: DiskState;
  /** How many clicks counted as bots because of a burst from one address, since this process began. */
  bursts: number;
  /** How many bots' clicks were counted together because they came too fast, since this process began. */
  flooded: number;
}

/** Requests that have begun may end within this time; slower clients are disconnected. */
const LAST_ANSWERS_MS = 5_000;

/** Stops a server: no new connections, and the open ones end with their next answer. */
async function closeServer(server: Server): Promise<void> {
  const late = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeIdleConnections();
  });
  clearTimeout(late);
}

/** Adds the figures of a router; they are read when somebody asks. */
function reportRouter(measures: Measures, health: () => RouterHealth, counts: ClickCounts): void {
  const names = [
    'signpost_click_requests_total',
    'signpost_redirects_total',
    'signpost_decisions_total',
    'signpost_flooded_clicks_total',
    'signpost_log_recorded_total',
    'signpost_log_unrecorded',
    'signpost_log_waiting',
    'signpost_log_writable',
    'signpost_configuration_stale_seconds',
  ] as const;
  measures.read('router', names, () => {
    const { configuration, flooded, log } = health();
    const { staleSince } = configuration;
    return [
      { name: 'signpost_click_requests_total', value: counts.requests },
      { name: 'signpost_redirects_total', value: counts.redirects },
      ...Object.entries(counts.outcomes).map(
        ([outcome, value]) => ({ name: 'signpost_decisions_total', labels: { outcome }, value }) as const,
      ),
      { name: 'signpost_flooded_clicks_total', value: flooded },
      { name: 'signpost_log_recorded_total', value: log.recorded },
      { name: 'signpost_log_unrecorded', value: log.unrecorded },
      { name: 'signpost_log_waiting', value: log.waiting },
      { name: 'signpost_log_writable', value: Number(log.writable) },
      {
        name: 'signpost_configuration_stale_seconds',
        value: staleSince === null ? 0 : (Date.now() - Date.parse(staleSince)) / 1000,
      },
    ];
  });
}

const TELL_BURSTS_MS = 60_000;

/** Starts routing. Rejects only if the port is taken; while other services are down it routes with what it has. */
export async function startRouter(options: RouterOptions): Promise<Running & { port: number }> {
  const { dataDir, log, limitedClicks = new LimitedClicks() } = options;
  const clicks = clicksFolder(dataDir);
  await mkdir(clicks, { recursive: true }).catch((err: unknown) => log.error({ err }, 'no folder for the click log'));
  // Each start creates a new folder, so that a folder has only one writer. The shipper handles what a killed router
  // left behind.
  const clickLog = openClickLog({ folder: join(clicks, newId()), log });
  const [countryOf, following, disk] = await Promise.all([
    openCountries(),
    followSnapshot({ clicks, source: options.source, log, limitedClicks }),
    watchDisk(clicks),
  ]);
  const recent = new RecentClicks();
  const campaigns = following.current()?.campaigns;
  await rebuildRecent(clicks, recent, (id) => campaigns === undefined || leadsOn(campaigns.get(id)), log);
  const floods = new Floods({ append: (line) => clickLog.append(line, () => undefined) });
  let bursts = 0;
  let toldAt = Number.NEGATIVE_INFINITY;
  const burst = (): void => {
    bursts += 1;
    if (performance.now() - toldAt < TELL_BURSTS_MS) return;
    toldAt = performance.now();
    log.warn(
      { trustsProxies: options.trustedProxies !== NO_PROXIES },
      'bursts from one address count as bots; if that is a proxy, TRUST_PROXY has to say so',
    );
  };
  const health = (): RouterHealth => ({
    up: following.current() !== undefined,
    configuration: {
      version: following.current()?.version ?? null,
      staleSince: following.staleSince()?.toISOString() ?? null,
    },
    log: clickLog.health(),
    disk: disk.state(),
    bursts,
    flooded: floods.clicks,
  });
  const counts = noCounts();
  options.measures && reportRouter(options.measures, health, counts);
  const server = clickServer({
    snapshot: following.current,
    sent: following.sent,
    limitedClicks,
    log: clickLog,
    recent,
    failed: (err) => {
      if (isSenderGone(err)) log.debug('a request on the click port was broken off by its sender');
      else log.error({ err }, 'a request on the click port failed');
    },
    findClick: options.findClick ?? (async () => undefined),
    countryOf,
    counts,
    bursts: new Bursts(),
    outBursts: new Bursts(),
    renderings: new Renderings(),
    floods,
    problems: options.problems ?? new LinkProblems(),
    orphans: options.orphans ?? new OrphanVisits(),
    orphanBursts: new Bursts(),
    burst,
    health,
    healthSecret: options.healthSecret,
    images: imageServer(options.files ?? folderStore(dataDir)),
    trustedProxies: options.trustedProxies,
    consentParameter: options.consentParameter ?? CONSENT_PARAMETER,
    beside: options.beside,
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, 4096, resolve);
  });
  const address: AddressInfo | string | null = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : options.port,
    async stop() {
      await closeServer(server);
      floods.stop();
      disk.stop();
      await clickLog.close();
      await following.stop();
    },
  };
}
