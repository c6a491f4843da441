/** The start of the product with BASE_CURRENCY, in every role and in the doctor. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { baseCurrency, DEFAULT_BASE_CURRENCY, setBaseCurrency } from '@signpost/contract/money/base-currency.ts';
import { checkSchema } from '@signpost/contract/operations/checks.ts';
import { testDatabases } from '@signpost/testkit/database.ts';
import { fact } from '@signpost/testkit/fact.ts';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { readEnv } from '../../env.ts';
import { childEnv } from '../../platform/child-env.ts';
import { newId } from '../../platform/ids.ts';
import { snakeCase } from '../../platform/names.ts';
import { runOnce } from '../../platform/postgres.ts';
import { until } from '../../traffic/clicks/testing/world.ts';
import * as click from './click.ts';
import { roleVariables } from './testing/variables.ts';
import * as web from './web.ts';
import * as worker from './worker.ts';

afterAll(() => setBaseCurrency(DEFAULT_BASE_CURRENCY));
const databases = await testDatabases();
const variables = await roleVariables(databases);
const envWith = (code: string) => readEnv({ ...variables, BASE_CURRENCY: code });
const stored = async () => (await runOnce(databases.databaseUrl, 'SELECT code FROM base_currency'))[0]?.code;

/** No role starts with this one, so the wait below ends only when the role has set its own. */
const FORMER = 'CHF';

async function startAndStop(role: typeof web | typeof worker | typeof click, code: string): Promise<string> {
  setBaseCurrency(FORMER);
  const running = await role.run(envWith(code));
  await until(() => baseCurrency() !== FORMER);
  await running.stop();
  return baseCurrency();
}

/** Waits until the doctor, in a process of its own, says so. On a busy machine a check of it may not end in time. */
const doctorSays = (code: string, verdict: { state: string; message: string }) =>
  until(async () => {
    const { state, message } = (await doctor(code)) ?? {};
    return state === verdict.state && message === verdict.message;
  });

async function doctor(code: string) {
  const env = childEnv({ ...variables, BASE_CURRENCY: code });
  const text = await new Promise<string>((resolve) => {
    execFile(process.execPath, [join(import.meta.dirname, '../../doctor.ts'), '--json'], { env }, (_error, stdout) =>
      resolve(stdout),
    );
  });
  const { checks } = z.object({ checks: z.array(checkSchema) }).parse(JSON.parse(text));
  return checks.find(({ name }) => name === 'baseCurrency') ?? checks[0];
}

it('takes a currency without a stored rate from the packaged rates, and another one until something is recorded', async () => {
  expect(await startAndStop(worker, 'THB')).toBe('THB');
  expect(await startAndStop(web, 'USD')).toBe('USD');
  expect(await stored()).toBe('USD');
  await doctorSays('USD', { state: 'good', message: 'Amounts are kept in USD.' });
});

it('is read by every role, and by the router from its configuration', async () => {
  expect(await startAndStop(worker, '')).toBe('USD');
  expect(await startAndStop(web, '')).toBe('USD');
  expect(await startAndStop(click, '')).toBe('USD');
});

it('refuses what is no currency', () => {
  for (const code of ['usd', 'XAU', 'DEM', 'Dollar'])
    expect(() => envWith(code)).toThrow(
      'BASE_CURRENCY cannot be used: has to be the code of a currency that exists, such as USD.',
    );
});

it('refuses another currency after the first fact, in web and worker, and the doctor says so', async () => {
  const first = fact({
    factId: newId(),
    kind: 'visit',
    clickId: newId(),
    visitorId: '7',
    visits: 1,
    at: new Date().toISOString(),
  });
  const row = Object.fromEntries(Object.entries(first).map(([name, value]) => [snakeCase(name), value]));
  await databases.clickhouse.insert('facts', [{ chunk_id: 'test', ...row }]);
  const sentence =
    'BASE_CURRENCY is EUR, but this installation keeps its amounts in USD and has facts in it already: set BASE_CURRENCY to USD, or leave it out.';
  await expect(web.run(envWith('EUR'))).rejects.toThrow(sentence);
  await expect(worker.run(envWith('EUR'))).rejects.toThrow(sentence);
  expect(await stored()).toBe('USD');
  await doctorSays('EUR', { state: 'problem', message: sentence });
  expect(await startAndStop(web, '')).toBe('USD');
});
