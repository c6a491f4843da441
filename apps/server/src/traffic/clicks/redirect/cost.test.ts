import { expect, it } from 'vitest';
import { LinkProblems } from '../problems/link-problems.ts';
import type { Source } from '../snapshot/compile.ts';
import { readCost, takeCost } from './cost.ts';
import { readLink } from './link.ts';

const source: Source = {
  id: 7,
  name: 'paid',
  publisherId: 0,
  categoryId: 0,
  maySendCosts: true,
  mostCostPerClick: '10.000000',
};

/** Forms of `cost` and `currency` as advertising networks, trackers and people write them. */
const FORMS: [cost: string, currency: string, read: string][] = [
  ['0.25', '', '0.25'],
  ['0.25', 'EUR', '0.25'],
  ['0.25', 'eur', '0.25'],
  ['0.5', '', '0.5'],
  ['0', '', '0'],
  ['10', '', '10'],
  ['0.12345650', '', '0.123456'],
  ['0.1234575', '', '0.123458'],
  ['.00000049', '', 'cost_unreadable'],
  ['4.9e-7', '', 'cost_unreadable'],
  ['0,0000001', '', 'cost_unreadable'],
  ['0.00000049', 'USD', 'cost_unreadable'],
  ['0.00004', 'GBp', 'cost_unreadable'],
  ['0.0000553', '', '0.000055'],
  ['5.53E-5', '', '0.000055'],
  ['.00000051', '', '0.000001'],
  ['0.000', '', '0.000'],
  ['0e-7', '', '0'],
  ['€0', '', '0'],
  ['.5', '', '0.5'],
  ['0,12', '', '0.12'],
  ['1,50', '', '1.50'],
  [' 0.12 ', '', '0.12'],
  ['€0.12', '', '0.12'],
  ['0,12 €', '', '0.12'],
  ['0.12EUR', '', '0.12'],
  ['1e-3', '', '0.001'],
  ['1.2E-05', '', '0.000012'],
  ['5e0', '', '5'],
  ['1e+1', '', '10'],
  ['$0.12', '', 'cost_currency'],
  ['0.12 USD', '', ''],
  ['0.12USD', '', ''],
  ['USD0.12', '', ''],
  ['usd 0,12', '', ''],
  ['EUR 0.12', 'EUR', '0.12'],
  ['0.12 USD', 'EUR', 'cost_currency'],
  ['0.12', 'US$', ''],
  ['12', 'GBp', ''],
  ['0.12', 'ZZZ', 'cost_currency'],
  ['0.12ZZZ', '', 'cost_currency'],
  ['0.0001', 'BTC', 'cost_currency'],
  ['cpm_12.34', '', 'cost_unreadable'],
  ['0.25', 'USD', ''],
  ['0.25', '{currency}', 'cost_currency'],
  ['1', 'USDT', 'cost_currency'],
  ['10.000001', '', 'cost_too_high'],
  ['1200000', '', 'cost_too_high'],
  ['999999999999', 'EUR', 'cost_too_high'],
  ['1e9', '', 'cost_too_high'],
  ['1e99', '', 'cost_unreadable'],
  ['12345678901234567890', '', 'cost_unreadable'],
  ['{bid}', '', 'cost_unreadable'],
  ['{{cost}}', '', 'cost_unreadable'],
  ['[COST]', '', 'cost_unreadable'],
  ['null', '', 'cost_unreadable'],
  ['NaN', '', 'cost_unreadable'],
  ['-1', '', 'cost_unreadable'],
  ['1,250', '', 'cost_unreadable'],
  ['0x10', '', 'cost_unreadable'],
  ['0.1.2', '', 'cost_unreadable'],
];

it.each(FORMS)('reads a cost of "%s" in "%s" as %s', (cost, currency, read) => {
  const { cost: taken, problem } = readCost({ cost, currency }, source);
  expect(problem ?? taken?.cost).toBe(read);
  if (problem !== undefined) expect(taken?.cost ?? '').toBe('');
});

/** Trackers append their own parameters to links that have them already. */
it.each([
  ['cost=0.5&cost=5', 'cost_unreadable', '0.5 & 5'],
  ['cost=0.05&cost=0.5&cost=0.05', 'cost_unreadable', '0.05 & 0.5'],
  ['cost=0.5&Cost=5', 'cost_unreadable', '0.5 & 5'],
  ['cost=0.5&amp;cost=5', 'cost_unreadable', '0.5 & 5'],
  ['cost=0.5&cost={cost}', 'cost_unreadable', '0.5 & {cost}'],
  ['cost=1&cost=250&currency=EUR', 'cost_unreadable', '1 & 250 EUR'],
  ['cost=0.5&currency=EUR&currency=USD', 'cost_currency', '0.5 EUR & USD'],
  ['cost=0.5&currency=USD&CURRENCY=EUR', 'cost_currency', '0.5 USD & EUR'],
  ['cost=0.5&currency=EUR&currency={currency}', 'cost_currency', '0.5 EUR & {currency}'],
])('lists the contradiction of ?%s as %s', (query, problem, found) => {
  const problems = new LinkProblems();
  const link = readLink(`/box_1?${query}`);
  expect(link && takeCost(problems, link, source, undefined)).toBeUndefined();
  expect(problems.take()).toMatchObject([{ problem, found }]);
});

it.each([
  ['cost=0.5&cost=0.5', '0.5'],
  ['cost=0.5&cost=%200.5', '0.5'],
  ['cost=0.5&cost=', '0.5'],
  ['cost=&cost=0.5', '0.5'],
  ['cost=0.5&currency=EUR&currency=eur', '0.5'],
  ['cost=0.5&currency=&currency=EUR', '0.5'],
  ['cost=0.5&source=a&source=b', '0.5'],
])('reads ?%s as %s', (query, cost) => {
  const link = readLink(`/box_1?${query}`);
  expect(link && readCost(link, source).cost?.cost).toBe(cost);
});

it('keeps a readable amount in another currency as reported, without counting it as money', () => {
  expect(readCost({ cost: '0.25', currency: 'usd' }, source).cost).toEqual({
    amount: '0.25',
    currency: 'USD',
    cost: '',
  });
});

it.each([
  ['0.12USD', '', '0.12', 'USD'],
  ['12', 'GBp', '0.12', 'GBP'],
  ['12', 'GBX', '0.12', 'GBP'],
  ['0.12', 'gbp', '0.12', 'GBP'],
  ['12GBX', '', '0.12', 'GBP'],
])('reads %j in %j as %s %s', (cost, currency, amount, code) => {
  expect(readCost({ cost, currency }, source).cost).toEqual({ amount, currency: code, cost: '' });
});

it('leaves the cost of a source with a limit per day to the worker, but not one above the limit per click', () => {
  const limited = { ...source, isCostLimitedPerDay: true };
  expect(readCost({ cost: '0.25', currency: '' }, limited).cost).toEqual({ amount: '0.25', currency: 'EUR', cost: '' });
  expect(readCost({ cost: '11', currency: '' }, limited)).toEqual({ problem: 'cost_too_high' });
});

it('takes no cost from a source that may not send one, or without a source', () => {
  const said = { cost: '0.25', currency: '' };
  expect(readCost(said, { ...source, maySendCosts: false })).toEqual({ problem: 'cost_not_allowed' });
  expect(readCost(said, undefined)).toEqual({ problem: 'cost_not_allowed' });
});

it('counts costs that are no money by source and reason, and none of bots', () => {
  const problems = new LinkProblems();
  const open = (cost: string, from: Source | undefined, bot?: string) => {
    const link = readLink(`/box_1?cost=${encodeURIComponent(cost)}`);
    if (link === undefined) throw new Error('No link.');
    return takeCost(problems, link, from, bot);
  };
  expect(open('0.25', source)?.cost).toBe('0.25');
  expect(open('', source)).toBeUndefined();
  open('{bid}', source);
  open('[BID]', source);
  open('11', source);
  open('1', undefined);
  open('1', undefined, 'burst');
  const counted = problems.take().map(({ lastAt: _lastAt, ...rest }) => rest);
  expect(counted).toEqual([
    { problem: 'cost_unreadable', trafficSourceId: 7, found: '[BID]', cases: 2 },
    { problem: 'cost_too_high', trafficSourceId: 7, found: '11', cases: 1 },
    { problem: 'cost_not_allowed', trafficSourceId: 0, found: '1', cases: 1 },
  ]);
  expect(problems.take()).toEqual([]);
});

it('counts texts together that are stored the same', () => {
  const problems = new LinkProblems();
  for (const text of ['mail', 'mail\0', 'mail']) problems.count('unknown_source', 0, text, 1_000);
  problems.count('unknown_source', 0, '\ud800mail', 2_000);
  const counted = problems.take();
  expect(counted).toEqual([
    { problem: 'unknown_source', trafficSourceId: 0, found: 'mail', cases: 3, lastAt: '1970-01-01T00:00:01.000Z' },
    {
      problem: 'unknown_source',
      trafficSourceId: 0,
      found: '\ufffdmail',
      cases: 1,
      lastAt: '1970-01-01T00:00:02.000Z',
    },
  ]);
  problems.putBack(counted);
  problems.count('unknown_source', 0, '\ud800mail', 3_000);
  expect(problems.take()).toMatchObject([{ cases: 3 }, { cases: 2, lastAt: '1970-01-01T00:00:03.000Z' }]);
});

it('holds a bounded number of texts and counts the others together', () => {
  const problems = new LinkProblems();
  for (let at = 0; at < 3_000; at += 1) problems.count('unknown_source', 0, `text_${at}`);
  const counted = problems.take();
  expect(counted.length).toBeLessThanOrEqual(1_001);
  expect(counted.reduce((sum, { cases }) => sum + cases, 0)).toBe(3_000);
});

/** Paths behind an id, as trackers with parameters in the path write them. Only parameters are read. */
it.each([
  ['/d_derby/sub9/0.50', '/0.50'],
  ['/d_derby/sub9/0,50', '/0,50'],
  ['/d_derby/sub9/0.50/', '/0.50'],
  ['/d_derby/sub9/0.50?source=a', '/0.50'],
  ['/d_derby/sub9/0.50&source=a', '/0.50'],
  ['/box_1/.5', '/.5'],
  ['/box_1/1.5/x', '/1.5'],
  ['/box_1/cost/0.5', '/cost/0.5'],
  ['/box_1/cost/5', '/cost/5'],
  ['/box_1/cost=0.5', '/cost=0.5'],
  ['/box_1/Cost:5', '/Cost:5'],
  ['/box_1/cost%3D5?sub1=b', '/cost%3D5'],
  ['/box_1/cost/{cost}', '/cost/{cost}'],
])('counts the cost in the path of %s as not readable', (url, found) => {
  const link = readLink(url);
  for (const [from, problem] of [
    [source, 'cost_unreadable'],
    [{ ...source, maySendCosts: false }, 'cost_not_allowed'],
    [undefined, 'cost_not_allowed'],
  ] as const) {
    const problems = new LinkProblems();
    expect(link && takeCost(problems, link, from, undefined)).toBeUndefined();
    expect(problems.take()).toMatchObject([{ problem, trafficSourceId: from?.id ?? 0, found }]);
  }
});

it.each([
  '/d_derby/sub9',
  '/box_1/5',
  '/box_1/1.5.2',
  '/box_1/costume/5',
  '/box_1/v1.5',
  '/box_1/2026.11.28',
  '/box_1.',
])('finds no cost in the path of %s', (url) => {
  expect(readLink(url)?.cost).toBe('');
});

it('reads the cost of the parameters also if the path has a number', () => {
  const link = readLink('/d_derby/0.50?cost=0.25');
  expect(link && readCost(link, source).cost?.cost).toBe('0.25');
});
