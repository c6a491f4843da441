import { describe, expect, it } from 'vitest';
import { readEnv } from './env.ts';

describe('Demo mode', () => {
  it('is on when nothing is configured and the host is loopback', () => {
    expect(readEnv({}).demo).toBe(true);
    expect(readEnv({ HOST: 'localhost', GOOGLE_CLIENT_ID: '' }).demo).toBe(true);
    expect(readEnv({ HOST: '::1' }).demo).toBe(true);
  });

  it.each([
    [{ HOST: '0.0.0.0' }],
    [{ HOST: '127.example.com' }],
    [{ GOOGLE_CLIENT_ID: 'id' }],
    [{ DATABASE_URL: 'postgres://db/signpost' }],
    [{ CLICKHOUSE_URL: 'http://ch:8123' }],
    [{ DEMO: '0' }],
  ])('is off with %o', (source) => {
    expect(readEnv(source).demo).toBe(false);
  });

  it('can only be enabled on a loopback host', () => {
    expect(readEnv({ DEMO: '1', GOOGLE_CLIENT_ID: 'id' }).demo).toBe(true);
    expect(() => readEnv({ DEMO: '1', HOST: '0.0.0.0' })).toThrow(/loopback host only, and HOST is 0\.0\.0\.0/);
  });
});

it.each([
  [{ PORT: 'x' }, /^PORT cannot be used: has to be a whole number from 0 to 65535\.$/],
  [{ PORT: '70000' }, /^PORT cannot be used: has to be a whole number from 0 to 65535\.$/],
  [{ METRICS_PORT: '0' }, /^METRICS_PORT cannot be used: has to be a whole number from 1 to 65535\.$/],
  [{ BACKUP_KEEP: '0' }, /^BACKUP_KEEP cannot be used: has to be a whole number from 1 on\.$/],
  [{ BACKUP_KEEP: 'abc' }, /^BACKUP_KEEP cannot be used: has to be a whole number from 1 on\.$/],
  [{ BACKUP_KEEP: '1.5' }, /^BACKUP_KEEP cannot be used: has to be a whole number from 1 on\.$/],
  [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL cannot be used: has to be one of fatal, error, /],
  [{ FIRST_ADMIN: 'me' }, /^FIRST_ADMIN cannot be used: has to be an e-mail address\.$/],
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL cannot be used: has to be an address that begins with postgres:\/\//],
  [{ DATABASE_URL: 'db.example/signpost' }, /^DATABASE_URL cannot be used: has to be an address that begins with/],
  [{ CLICKHOUSE_URL: 'ch.example:8123' }, /^CLICKHOUSE_URL cannot be used: has to be an address that begins with/],
  [{ CLICKHOUSE_CLUSTER: "a'; DROP" }, /^CLICKHOUSE_CLUSTER cannot be used/],
  [{ CLICKHOUSE_CLUSTER: 'main' }, /^CLICKHOUSE_CLUSTER cannot be used without CLICKHOUSE_URL/],
  [{ DEMO: 'yes' }, /^DEMO cannot be used: has to be 0 or 1/],
])('names the variable that is wrong in %o', (source, message) => {
  expect(() => readEnv(source)).toThrow(message);
});

it('has working defaults when nothing is set', () => {
  expect(readEnv({})).toMatchObject({ port: 4000, clickPort: 4001, host: '127.0.0.1', logLevel: 'info' });
  expect(readEnv({ SHORT_LINK_HOSTS: ' Go.example , x.y' }).shortLinkHosts).toEqual(['go.example', 'x.y']);
});
