/** The server's dependencies; tests pass their own. */
import type { Db } from './database.ts';
import type { Env } from './env.ts';
import type { ClickHouse } from './platform/clickhouse.ts';
import type { Clock } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import type { Mailer } from './platform/mail.ts';
import type { Measures } from './platform/measures.ts';
import type { MeasuresHandler } from './platform/measures-http.ts';
import type { Send } from './platform/outgoing.ts';
import type { Tracing } from './platform/spans.ts';
import type { ObjectStore } from './platform/store/store.ts';
import type { Vault } from './platform/vault.ts';

export interface Deps {
  db: Db;
  clickhouse: ClickHouse;
  clock: Clock;
  log: Log;
  /** Requests addresses that people typed. */
  send: Send;
  /** Sends mails; null without SMTP_URL. */
  mail: Mailer | null;
  /** Images and files of reports, which all machines share. */
  files: ObjectStore;
  /** Opens the vault of this database; rejects while its key is missing or is another database's. */
  vault: () => Promise<Vault>;
  env: Pick<
    Env,
    | 'checkAnswers'
    | 'clickPort'
    | 'dataDir'
    | 'demo'
    | 'google'
    | 'healthSecret'
    | 'host'
    | 'privateTargets'
    | 'publicUrl'
    | 'shortLinkHosts'
    | 'trustedProxies'
  >;
  /**
   * Listens to PostgreSQL notifications and returns how to stop. Without it, caches are only renewed when they expire.
   */
  onNotify?: (
    channel: 'metadata' | 'routing' | 'notices',
    told: (payload: string) => void,
  ) => Promise<() => Promise<void>>;
  /** Counts and times requests; undefined where nobody may read the figures. */
  measures?: Measures | undefined;
  /** Traces requests; undefined where no traces are wanted. */
  tracing?: Tracing | undefined;
  /** Answers `/metrics`. Without it, the address is unknown. */
  metrics?: MeasuresHandler;
  /** The folder of the built web app. Without it no app is served. */
  webRoot?: string;
}
