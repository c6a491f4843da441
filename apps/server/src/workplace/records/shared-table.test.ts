import type { AnyCall } from '@signpost/contract/calls/define-call.ts';
import type { EntityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { boxCalls } from '@signpost/contract/calls/routing.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { seoCampaignBox } from '@signpost/contract/entities/seo-campaign-box.ts';
import { website } from '@signpost/contract/entities/website.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { describe, expect, it } from 'vitest';

const campaignBoxCalls = entityCalls(campaignBox);
const seoCampaignBoxCalls = entityCalls(seoCampaignBox);
const websiteCalls = entityCalls(website);

/** Campaign boxes and SEO campaign boxes share a table, but the calls of one never reach records of the other. */
const world = await testApp();
const admin = await world.signIn('Admin');
const { id: websiteId } = await call(admin, websiteCalls.create, {
  body: { name: 'pages.example.com', websiteKind: 'parasite' },
});
const page = { name: 'Best casinos', websiteId, page: '/best', keyword: 'best casino', position: 2 };
const fallback = { fallbackUrl: 'https://example.com/' };
const seo = await call(admin, seoCampaignBoxCalls.create, { body: { ...page, ...fallback } });
const box = await call(admin, campaignBoxCalls.create, { body: { name: 'Side box', ...fallback } });

describe('Two entities that share a table', () => {
  it('share one sequence of ids, so that the id in a link or fact identifies one box', () => {
    expect(seo.id).not.toBe(box.id);
  });

  it('are listed, exported and offered as options separately', async () => {
    const names = async (calls: EntityCalls, q?: string) =>
      (await call(admin, calls.list, { query: { q } })).map(({ name }) => name);
    const labels = async (calls: EntityCalls) =>
      (await call(admin, calls.options, { query: {} })).map(({ label }) => label);
    expect(await names(seoCampaignBoxCalls)).toEqual(['Best casinos']);
    expect(await names(campaignBoxCalls)).toEqual(['Side box']);
    expect(await labels(seoCampaignBoxCalls)).toEqual(['Best casinos']);
    expect(await labels(campaignBoxCalls)).toEqual(['Side box']);
    expect((await attempt(admin, campaignBoxCalls.export, { query: { format: 'csv' } })).text).not.toContain(
      'Best casinos',
    );
    expect(await names(seoCampaignBoxCalls, 'best casino')).toEqual(['Best casinos']);
  });

  it('are read, changed, archived and explained only by their own calls', async () => {
    for (const { calls, explain, theirs, values } of [
      {
        calls: campaignBoxCalls,
        explain: boxCalls.campaignBox.explain,
        theirs: seo,
        values: { name: 'Taken over', ...fallback },
      },
      {
        calls: seoCampaignBoxCalls,
        explain: boxCalls.seoCampaignBox.explain,
        theirs: box,
        values: { ...page, ...fallback },
      },
    ]) {
      const { id, version } = theirs;
      const statusOf = async (definition: AnyCall, body?: unknown) =>
        (await refusal(admin, definition, { params: { id }, body })).status;
      expect(await statusOf(calls.read)).toBe(404);
      expect(await statusOf(calls.history)).toBe(404);
      expect(await statusOf(calls.update, { version, values })).toBe(404);
      expect(await statusOf(calls.archive)).toBe(404);
      expect(await statusOf(calls.bulk, { action: 'archive', ids: [id] })).toBe(404);
      expect(await statusOf(explain, {})).toBe(404);
    }
    const explained = await attempt(admin, boxCalls.seoCampaignBox.explain, { params: { id: seo.id }, body: {} });
    expect(explained.status, explained.text).toBe(200);
    expect(explained.body.data).toMatchObject({ reason: 'no_campaign' });
  });

  it('are accessible to the grades of their own screens', async () => {
    const [ofSeo, staff] = [await world.signIn('Seo User'), await world.signIn('Default User')];
    expect((await attempt(ofSeo, seoCampaignBoxCalls.list, {})).status).toBe(200);
    expect((await attempt(ofSeo, boxCalls.seoCampaignBox.explain, { params: { id: seo.id }, body: {} })).status).toBe(
      200,
    );
    expect((await refusal(staff, seoCampaignBoxCalls.list, {})).status).toBe(403);
    expect((await refusal(staff, boxCalls.seoCampaignBox.explain, { params: { id: seo.id }, body: {} })).status).toBe(
      403,
    );
    expect((await refusal(staff, campaignBoxCalls.read, { params: { id: seo.id } })).status).toBe(404);
  });

  it('refuse an SEO box without a page or with a page that is not a path', async () => {
    for (const [wrong, message] of [
      [null, 'Field has to be filled.'],
      ['best', 'Enter the path of a page such as /best-casinos.'],
    ]) {
      const { status, body } = await attempt(admin, seoCampaignBoxCalls.create, {
        body: { ...page, ...fallback, page: wrong },
      });
      expect([status, body.errors]).toEqual([400, [{ path: 'page', message }]]);
    }
  });
});
