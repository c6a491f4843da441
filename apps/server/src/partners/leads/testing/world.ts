/** Two sites whose landers post leads, and two buyers of them, on a test file's own databases. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { makeLeadKey, showLeadStory } from '@signpost/contract/calls/leads.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { robotPartner } from '@signpost/contract/entities/robot-partner.ts';
import type { LeadReceipt, LeadStory } from '@signpost/contract/partners/leads/lead.ts';
import { call } from '@signpost/testkit/call.ts';
import { beforeEach, expect } from 'vitest';
import { outgoing } from '../../../platform/outgoing.ts';
import { runOnce } from '../../../platform/postgres.ts';
import { type ConversionWorld, conversionWorld } from '../../conversions/testing/world.ts';
import type { LeadDeps } from '../distribute.ts';
import { type Buyers, testBuyers } from './buyers.ts';

const leadCalls = entityCalls(entities.lead);

/** In Austria, Acme's deal is the first choice for nine of ten leads. */
const WORLD_SQL = `
INSERT INTO websites (id, name, publisher_id) VALUES (920, 'site.example', 910), (921, 'other.example', 911);
UPDATE deals SET weight = 90 WHERE id = 971; UPDATE deals SET weight = 10 WHERE id = 973;
`;
const ADAPTER = {
  headers: { authorization: 'Bearer {api_key}' },
  body: { 'user.mail': '{email}', phone: '{phone}', click: '{click_id}', color: '{extra_color}' },
  read: {
    accepted: { path: 'result.status', is: ['ok'] },
    rejected: { path: 'result.status', is: ['declined'] },
    duplicate: { path: 'result.status', is: ['exists'] },
    redirect: 'result.url',
    reason: 'message',
  },
};
/** A lead as a lander posts it. */
export const JO = { email: 'Jo@Example.com ', phone: '+43 (660) 1234567', firstName: 'Jo', country: 'AT' };

/** The time in this many minutes. */
export const minutes = (count: number): Date => new Date(Date.now() + count * 60_000);

type Lead = Record<string, unknown>;
interface Answer {
  data: LeadReceipt;
  errors?: { path: string; message: string }[];
}

export interface LeadWorld extends ConversionWorld {
  /** The servers of the two buyers. When a test begins they reject leads and have no recorded requests. */
  buyers: Buyers;
  /** The ids of the buyers as robot partners: `acme` of partner 951, `bolt` of partner 952. */
  acme: number;
  bolt: number;
  /** The key of site 921; leads are posted with the key of site 920 by default. */
  otherKey: string;
  /** The product's lead distribution. */
  leadDeps: LeadDeps;
  /** Posts arbitrary data. */
  postLead(lead: Lead, key?: string): Promise<{ status: number; headers: Lead; body: Answer }>;
  /** Posts a valid lead. */
  /** Posts a body as it is, with this content type. */
  postBytes(payload: Buffer, type: string): Promise<{ status: number; body: Answer }>;
  send(lead?: Lead): Promise<LeadReceipt>;
  /** In this test, a buyer that never answers is given up after a second. */
  loseAnswersSoon(): Promise<void>;
  leadOf(id: number): Promise<Lead>;
  storyOf(id: number): Promise<LeadStory>;
  /** The buyers that were asked and their outcomes, in order: `acme rejected`. */
  outcomesOf(id: number): Promise<string[]>;
}

/** Call once at the top of a test file. */
export async function leadWorld(): Promise<LeadWorld> {
  const world = await conversionWorld();
  const buyers = await testBuyers();
  const { app, admin, databases } = world;
  await runOnce(databases.databaseUrl, WORLD_SQL);

  async function robot(name: string, partnerId: number): Promise<number> {
    const body = {
      name,
      partnerId,
      integrationId: 960,
      status: 'active',
      endpointUrl: `${buyers.home}/${name}`,
      method: 'POST',
      bodyFormat: 'json',
      // Ample, because a busy machine must not lose an answer.
      timeoutSeconds: 30,
      settingsJson: ADAPTER,
      apiKey: 'key-of-the-buyer',
    };
    return (await call(admin, entityCalls(robotPartner).create, { body })).id;
  }
  async function keyOf(websiteId: number): Promise<string> {
    return (await call(admin, makeLeadKey, { params: { id: websiteId } })).key ?? '';
  }
  const [siteKey, otherKey] = [await keyOf(920), await keyOf(921)];
  const postLead: LeadWorld['postLead'] = async (lead, key = siteKey) => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/public/leads',
      headers: { 'x-site-key': key, 'content-type': 'application/json' },
      payload: JSON.stringify(lead),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json<Answer>() };
  };
  const postBytes: LeadWorld['postBytes'] = async (payload, type) => {
    const headers = { 'x-site-key': siteKey, 'content-type': type };
    const answer = await app.inject({ method: 'POST', url: '/api/public/leads', headers, payload });
    return { status: answer.statusCode, body: answer.json<Answer>() };
  };
  const storyOf = (id: number): Promise<LeadStory> => call(admin, showLeadStory, { params: { id } });

  beforeEach(async () => {
    buyers.asked = [];
    buyers.mood = {};
    await runOnce(
      databases.databaseUrl,
      'UPDATE leads SET next_try_at = NULL; UPDATE robot_partners SET timeout_seconds = 30',
    );
  });
  return {
    ...world,
    buyers,
    acme: await robot('acme', 951),
    bolt: await robot('bolt', 952),
    otherKey,
    async loseAnswersSoon() {
      await runOnce(databases.databaseUrl, 'UPDATE robot_partners SET timeout_seconds = 1');
    },
    leadDeps: {
      db: world.db,
      clickhouse: databases.clickhouse,
      log: world.deps.log,
      vault: world.deps.vault,
      send: outgoing({ allowPrivate: true }),
    },
    postLead,
    postBytes,
    async send(lead = JO) {
      const { status, body } = await postLead(lead);
      expect([status, body.errors]).toEqual([201, undefined]);
      return body.data;
    },
    leadOf: async (id) => await call(admin, leadCalls.read, { params: { id } }),
    storyOf,
    outcomesOf: async (id) =>
      (await storyOf(id)).attempts.map(({ robotPartner, outcome }) => `${robotPartner} ${outcome}`),
  };
}
