import { testDatabases } from '@signpost/testkit/database.ts';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { errorHandling } from '../../http/errors.ts';
import { reportProblem } from '../reports/rows.ts';
import { tooMuch } from './run.ts';

const { clickhouse } = await testDatabases();
/** How the engine ends a query that needs more than its time. */
const error: unknown = await clickhouse
  .query(
    'SELECT count() FROM numbers(1000000000000) WHERE cityHash64(number) = 1',
    {},
    { parse: (row) => row, maxSeconds: 0.2 },
  )
  .catch((refusal: unknown) => refusal);

it.each([
  ['a question', tooMuch(error), /^The figures took too long to add up\. Try again in a moment/],
  ['a report', reportProblem(error), /^The report took too long to add up\. Run it again later/],
  ['a screen that asks the engine directly', error, /^The figures took too long to add up\. Try again in a moment/],
])('says that %s took too long, which is not that it is too large', async (_, thrown, message) => {
  const app = Fastify();
  app.decorate('methodsOf', () => []);
  errorHandling(app);
  app.get('/figures', () => {
    throw thrown;
  });
  const answer = await app.inject('/figures');
  expect([answer.statusCode, answer.json().errorCode]).toEqual([504, 'TIMED_OUT']);
  expect(answer.json().errors[0].message).toMatch(message);
});
