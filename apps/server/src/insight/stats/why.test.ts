/** Explains changes of random facts: every dimension reports the same change, and its parts add up to it exactly. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { explainChange, listConfigurationChanges } from '@signpost/contract/calls/stats.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { METRICS } from '@signpost/contract/insight/stats/metrics.ts';
import { readQuestion } from '@signpost/contract/insight/stats/query.ts';
import { globalTab } from '@signpost/contract/insight/stats/tabs/global.ts';
import { EFFECTS, splitOf, termsOf, type WhyData } from '@signpost/contract/insight/stats/why.ts';
import { sumMoney } from '@signpost/contract/money/money.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { factsOf, micros, sumsOf } from './testing/model.ts';
import { randomWorld } from './testing/random-world.ts';

const campaignBoxCalls = entityCalls(campaignBox);

const { app, world } = await randomWorld(31, 500);
const admin = await app.signIn('Admin');
const question = {
  tab: 'global',
  dateRange: { start: '2025-04-01', end: '2025-04-12' },
  compare: { start: '2025-03-20', end: '2025-03-31' },
};
const why = async (more: Record<string, unknown>) =>
  await attempt(admin, explainChange, { query: { ...question, ...more } });
const total = ({ effects }: { effects: WhyData['dimensions'][number]['effects'] }) =>
  sumMoney(EFFECTS.map((name) => effects[name]));

const SPLIT = METRICS.map(({ id }) => id).filter((id) => splitOf(id) !== null);
const statsAsked = thorough(10, SPLIT.length);
/** Others in every run. */
const [STATS = []] = fc.sample(fc.shuffledSubarray(SPLIT, { minLength: statsAsked, maxLength: statsAsked }), 1);

describe('The change of a king stat', () => {
  it.each(STATS)('%i is split exactly, by every dimension into the same whole', async (kingstat) => {
    const { status, body } = await why({ kingstat });
    expect([status, body.errors ?? []]).toEqual([200, []]);
    const data = explainChange.answer.parse(body.data);
    if (data.overall === null) {
      expect(data.dimensions).toEqual([]);
      return;
    }
    const { change } = data.overall;
    expect(total(data.overall)).toBe(sumMoney([change]));
    const { terms, firstTerm } = data;
    expect(terms.map((term) => term.metric)).toEqual(termsOf(kingstat).map((term) => term.metric));
    if (terms.length > 0) {
      expect(sumMoney(terms.map((term) => term.change))).toBe(sumMoney([change]));
      expect(firstTerm && total(firstTerm)).toBe(sumMoney([terms[0]?.change ?? '']));
    }
    for (const dimension of data.dimensions) {
      expect([dimension.dimension, dimension.change]).toEqual([dimension.dimension, change]);
      expect(total(dimension)).toBe(sumMoney([change]));
      const parts = [...dimension.items, ...(dimension.others ? [dimension.others] : [])];
      expect(sumMoney(parts.map((part) => part.change))).toBe(sumMoney([change]));
      for (const part of parts) expect(total(part)).toBe(sumMoney([part.change]));
    }
  });

  it('matches the facts within the selection and filters, and is not explained by the selected items', async () => {
    const levels = [{ type: 'device', selectedItemId: 'mobile' }, { type: 'geo' }];
    const { body } = await why({ kingstat: 11, levels, excludes: { geo: [3] } });
    const data = explainChange.answer.parse(body.data);
    const read = readQuestion(globalTab, { ...question, levels, excludes: { geo: [3] } });
    const revenue = (range: typeof question.dateRange) => sumsOf(factsOf(world, read, range)).revenue;
    const change = revenue(question.dateRange) - revenue(question.compare);
    expect(micros(data.overall?.change ?? 'none')).toBe(change);
    expect(data.dimensions.map(({ dimension }) => dimension)).not.toContain('device');
    expect(data.dimensions.length).toBeGreaterThan(8);
  });

  it('is refused without two ranges, an additive metric and an accessible tab', async () => {
    expect((await refusal(admin, explainChange, { query: { ...question, compare: undefined } })).status).toBe(400);
    expect((await why({ kingstat: 2 })).body.errors[0]?.path).toBe('kingstat');
    const seo = await app.signIn('Seo User');
    expect((await refusal(seo, explainChange, { query: { ...question, tab: 'mbg' } })).status).toBe(403);
  });
});

describe('Changes of the configuration', () => {
  const today = new Date().toISOString().slice(0, 10);
  const asked = { tab: 'global', dateRange: { start: today, end: today }, timeZone: 'UTC' };

  it('are listed with person, record and fields for people who may open their screens', async () => {
    const values = { name: 'Marked', boxKind: 'regular', fallbackUrl: 'https://example.com' };
    const made = await attempt(admin, campaignBoxCalls.create, { body: values });
    const { id, version } = made.body.data;
    const saved = await attempt(admin, campaignBoxCalls.update, {
      params: { id },
      body: {
        version,
        values: { ...values, name: 'Marked anew' },
      },
    });
    expect([saved.status, saved.body.errors ?? []]).toEqual([200, []]);
    const { body } = await attempt(admin, listConfigurationChanges, { query: asked });
    const [newest, first] = listConfigurationChanges.answer.parse(body.data);
    expect(newest).toMatchObject({
      entity: 'campaignBox',
      recordId: id,
      name: 'Marked anew',
      action: 'update',
      by: 'Test Admin',
      fields: ['Name'],
    });
    expect(first).toMatchObject({ name: 'Marked', action: 'create', fields: [] });
    const seo = await app.signIn('Seo User');
    const theirs = listConfigurationChanges.answer.parse(await call(seo, listConfigurationChanges, { query: asked }));
    expect(theirs.filter(({ entity }) => entity === 'campaignBox')).toEqual([]);
    const publisher = await app.signIn('Publisher', { publisherId: 301, includedPaths: ['/stats', '/campaign-box'] });
    expect(await call(publisher, listConfigurationChanges, { query: asked })).toEqual([]);
  });
});
