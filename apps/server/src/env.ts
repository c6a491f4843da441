import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { isCurrency } from '@signpost/contract/reading/iso-currencies.ts';
import { CONSENT_PARAMETER } from '@signpost/contract/traffic/clicks/parameters.ts';
import { z } from 'zod';
import { readTrustedProxies, type TrustedProxies } from './platform/client-address.ts';
import type { TracingPlan } from './platform/spans.ts';
import { StartError } from './platform/start-error.ts';
import type { S3Access } from './platform/store/store.ts';

const wholeNumber = (least: number, most = Number.MAX_SAFE_INTEGER) => {
  const error = `has to be a whole number ${most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`}`;
  return z.coerce.number({ error }).int({ error }).min(least, { error }).max(most, { error });
};
const SHARE = 'has to be a number from 0 to 1';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const HIGHEST_PORT = 65_535;
const port = wholeNumber(0, HIGHEST_PORT);
const url = (...protocols: string[]) =>
  z
    .string()
    .refine(
      (text) => protocols.includes(URL.parse(text)?.protocol ?? ''),
      `has to be an address that begins with ${protocols.join('// or ')}//`,
    );

const vaultKey = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'has to be 32 bytes as 64 hexadecimal digits')
  .optional();

const variables = z.object({
  PORT: port.default(4000),
  CLICK_PORT: port.default(4001),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  CLICKHOUSE_URL: url('http:', 'https:').optional(),
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(/^[A-Za-z_]\w*$/, 'has to be a name of letters, digits and underscores')
    .optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_AUTH_URL: url('http:', 'https:').default('https://accounts.google.com/o/oauth2/v2/auth'),
  GOOGLE_TOKENINFO_URL: url('http:', 'https:').default('https://oauth2.googleapis.com/tokeninfo'),
  GOOGLE_USERINFO_URL: url('http:', 'https:').default('https://openidconnect.googleapis.com/v1/userinfo'),
  GOOGLE_SHEETS_URL: url('http:', 'https:').default('https://sheets.googleapis.com'),
  DEMO: z.enum(['0', '1'], { error: 'has to be 0 or 1' }).optional(),
  BASE_CURRENCY: z.string().refine(isCurrency, 'has to be the code of a currency that exists, such as USD').optional(),
  EXCHANGE_RATES_URL: url('http:', 'https:').optional(),
  SMTP_URL: url('smtp:', 'smtps:').optional(),
  MAIL_FROM: z.email({ error: 'has to be an e-mail address' }).optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `has to be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  SHORT_LINK_HOSTS: z.string().default(''),
  CONSENT_PARAMETER: z
    .string()
    .regex(/^[a-z0-9_]{1,40}$/, 'has to be the name of a parameter: lower-case letters, digits and underscores')
    .default(CONSENT_PARAMETER),
  TRUST_PROXY: z.string().default(''),
  PUBLIC_URL: url('http:', 'https:').optional(),
  FIRST_ADMIN: z.email({ error: 'has to be an e-mail address' }).optional(),
  PRIVATE_TARGETS: z.enum(['0', '1'], { error: 'has to be 0 or 1' }).default('0'),
  CHECK_ANSWERS: z.enum(['0', '1'], { error: 'has to be 0 or 1' }).default('0'),
  HEALTH_SECRET: z
    .string()
    .regex(/^\S{16,}$/, 'has to have at least 16 characters and no blanks')
    .optional(),
  METRICS_PORT: wholeNumber(1, HIGHEST_PORT).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^\S{16,}$/, 'has to have at least 16 characters and no blanks')
    .optional(),
  VAULT_KEY: vaultKey,
  OTEL_EXPORTER_OTLP_ENDPOINT: url('http:', 'https:').optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^[\w-]+=[^,\s]*(,[\w-]+=[^,\s]*)*$/, 'has to be pairs such as name=value, separated by commas')
    .optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: SHARE })
    .min(0, { error: SHARE })
    .max(1, { error: SHARE })
    .default(1),
  FILES_TARGET: z.string().optional(),
  FILES_S3_ENDPOINT: url('http:', 'https:').optional(),
  NEW_VAULT_KEY: vaultKey,
  BACKUP_TARGET: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().optional(),
  BACKUP_AT: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'has to be a time such as 03:30')
    .default('02:30'),
  BACKUP_KEEP: wholeNumber(1).default(14),
  BACKUP_S3_ENDPOINT: url('http:', 'https:').optional(),
  AWS_REGION: z.string().default('us-east-1'),
  AWS_ACCESS_KEY_ID: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().optional(),
  ANALYTICS_PORT: port.default(0),
  ANALYTICS_SECRET: z.string().min(16, { error: 'has to have at least 16 characters' }).optional(),
});

/** All configuration from the environment, parsed once at start. */
export interface Env {
  /** The port of the API and the app. */
  port: number;
  /** The port of visitors' links. */
  clickPort: number;
  host: string;
  /** An absolute path. */
  dataDir: string;
  databaseUrl: string | undefined;
  clickhouseUrl: string | undefined;
  clickhouseCluster: string | undefined;
  google: {
    clientId: string | undefined;
    authUrl: string;
    tokenInfoUrl: string;
    userInfoUrl: string;
    sheetsUrl: string;
  };
  /** Enables demo sign-in and demo data; only ever true on a loopback host. */
  demo: boolean;
  /** The currency of all statistics and books; without it, the stored one. It can be chosen until something is recorded. */
  baseCurrency: string | undefined;
  /** Where the European Central Bank's rates are fetched once a day; without it, only the packaged table applies. */
  exchangeRatesUrl: string | undefined;
  /** The mail server; without it, e-mail is off. */
  smtpUrl: string | undefined;
  /** The sender of mails. */
  mailFrom: string | undefined;
  logLevel: string;
  /** Lower case, without scheme. */
  shortLinkHosts: string[];
  /** The parameter of links with the choice that a visitor made on another site. */
  consentParameter: string;
  /** The proxies in front of both ports whose X-Forwarded-For is believed. */
  trustedProxies: TrustedProxies;
  /**
   * The address at which people open the app. Requests for other hosts are refused; without it, every host is answered.
   */
  publicUrl: URL | undefined;
  /** The address of a person who becomes an Admin at start, as long as there is no Admin. */
  firstAdmin: string | undefined;
  /** Whether addresses of partners, publishers and lead buyers may be in a private network; only for development. */
  privateTargets: boolean;
  /** Whether every answer is checked against the schema of its call; only for tests, because it takes time. */
  checkAnswers: boolean;
  /** The bearer token with which other machines may read the figures of the health calls. */
  healthSecret: string | undefined;
  /**
   * The settings for `/metrics`: a port of its own, and the bearer token that callers need. If neither is set, nobody
   * may read it.
   */
  metrics: { port: number | undefined; token: string | undefined };
  /** Used in place of `secrets/vault.key` in the data folder. */
  vaultKey: Buffer | undefined;
  /** The key that replaces it; only for `npm run rotate-key`. */
  newVaultKey: Buffer | undefined;
  /** Where traces are sent, if anywhere. */
  tracing: TracingPlan;
  /** Where images and files of reports are; without a target, in the data folder. */
  files: { target: string | undefined; s3: S3Access };
  backup: {
    /** Where scheduled backups go; without it, none is scheduled. */
    target: string | undefined;
    /** Encrypts the vault's key in a backup. */
    passphrase: string | undefined;
    /** The time of the daily backup, in UTC. */
    at: string;
    /** How many backups are kept. */
    keep: number;
    s3: S3Access;
  };
  /** The port and secret of the embedded engine's child process; set only by the supervisor. */
  analytics: { port: number; secret: string | undefined };
}

/**
 * Reads the environment. An empty variable counts as not set. Throws a StartError that names the variable and what
 * is wrong with it.
 */
export function readEnv(source: NodeJS.ProcessEnv = process.env): Env {
  const set = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''));
  const parsed = variables.safeParse(set);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(`${issue?.path.join('.')} cannot be used: ${issue?.message ?? 'it is not valid'}.`);
  }
  const env = parsed.data;
  if (env.CLICKHOUSE_CLUSTER !== undefined && env.CLICKHOUSE_URL === undefined)
    throw new StartError(
      'CLICKHOUSE_CLUSTER cannot be used without CLICKHOUSE_URL: the embedded engine is no cluster. Set CLICKHOUSE_URL to one of its servers.',
    );
  const s3 = {
    region: env.AWS_REGION,
    accessKeyId: env.AWS_ACCESS_KEY_ID,
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
  };
  return {
    port: env.PORT,
    clickPort: env.CLICK_PORT,
    host: env.HOST,
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    clickhouseUrl: env.CLICKHOUSE_URL,
    clickhouseCluster: env.CLICKHOUSE_CLUSTER,
    google: {
      clientId: env.GOOGLE_CLIENT_ID,
      authUrl: env.GOOGLE_AUTH_URL,
      tokenInfoUrl: env.GOOGLE_TOKENINFO_URL,
      userInfoUrl: env.GOOGLE_USERINFO_URL,
      sheetsUrl: env.GOOGLE_SHEETS_URL.replace(/\/$/, ''),
    },
    demo: demoMode(env),
    baseCurrency: env.BASE_CURRENCY,
    exchangeRatesUrl: env.EXCHANGE_RATES_URL,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    logLevel: env.LOG_LEVEL,
    consentParameter: env.CONSENT_PARAMETER,
    shortLinkHosts: env.SHORT_LINK_HOSTS.split(',')
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ''),
    trustedProxies: readTrustedProxies(env.TRUST_PROXY),
    publicUrl: env.PUBLIC_URL === undefined ? undefined : new URL(env.PUBLIC_URL),
    firstAdmin: env.FIRST_ADMIN?.toLowerCase(),
    privateTargets: env.PRIVATE_TARGETS === '1',
    checkAnswers: env.CHECK_ANSWERS === '1',
    healthSecret: env.HEALTH_SECRET,
    metrics: { port: env.METRICS_PORT, token: env.METRICS_TOKEN },
    vaultKey: keyIn(env.VAULT_KEY),
    newVaultKey: keyIn(env.NEW_VAULT_KEY),
    tracing: {
      endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT,
      headers: headersIn(env.OTEL_EXPORTER_OTLP_HEADERS),
      share: env.OTEL_TRACES_SAMPLER_ARG,
    },
    files: { target: env.FILES_TARGET, s3: { ...s3, endpoint: env.FILES_S3_ENDPOINT } },
    backup: {
      target: env.BACKUP_TARGET,
      passphrase: env.BACKUP_PASSPHRASE,
      at: env.BACKUP_AT,
      keep: env.BACKUP_KEEP,
      s3: { ...s3, endpoint: env.BACKUP_S3_ENDPOINT },
    },
    analytics: { port: env.ANALYTICS_PORT, secret: env.ANALYTICS_SECRET },
  };
}

const headersIn = (pairs = ''): Record<string, string> =>
  Object.fromEntries(
    pairs
      .split(',')
      .filter((pair) => pair !== '')
      .map((pair) => [pair.slice(0, pair.indexOf('=')), decodeURIComponent(pair.slice(pair.indexOf('=') + 1))]),
  );

const keyIn = (hex: string | undefined): Buffer | undefined => {
  if (hex === undefined) return undefined;
  return Buffer.from(hex, 'hex');
};

/**
 * Demo mode is only switched on automatically if no setting suggests real use and only this machine can reach the port.
 */
function demoMode(env: z.infer<typeof variables>): boolean {
  const loopback = isLoopback(env.HOST);
  if (env.DEMO === '1' && !loopback) {
    throw new StartError(
      `DEMO=1 lets anybody sign in, so it works on a loopback host only, and HOST is ${env.HOST}: unset DEMO or HOST.`,
    );
  }
  if (env.DEMO !== undefined) return env.DEMO === '1';
  const configured =
    env.GOOGLE_CLIENT_ID ?? env.DATABASE_URL ?? env.CLICKHOUSE_URL ?? env.SMTP_URL ?? env.PUBLIC_URL ?? env.FIRST_ADMIN;
  return loopback && configured === undefined;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
