/** Names that people type in another way than they are stored. */

import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { flatFeeContact } from '@signpost/contract/entities/flat-fee-contact.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt } from '@signpost/testkit/call.ts';
import { expect, it } from 'vitest';
import { z } from 'zod';

const flatFeeContactCalls = entityCalls(flatFeeContact);
const geoCalls = entityCalls(entities.geo);

const world = await testApp();
const admin = await world.signIn('Admin');
const made = z.object({ data: z.object({ id: z.number() }) });
const rows = z.object({ data: z.array(z.object({ id: z.number() })) });
const options = z.object({ data: z.array(z.object({ value: z.number(), label: z.string() })) });

it.each([
  ['UK', 'GB'],
  ['Great Britain', 'GB'],
  ['Ivory Coast', 'CI'],
  ['Czech Republic', 'CZ'],
  ['Turkey', 'TR'],
  ['Republic of Korea', 'KR'],
  ['Holland', 'NL'],
  ['USA', 'US'],
  ['Österreich', 'AT'],
])('%s is found as the country %s, in its list and in choices', async (typed, code) => {
  const geos = z.object({ data: z.array(z.object({ id: z.number(), code: z.string() })) });
  const q = typed;
  const listed = geos.parse((await attempt(admin, geoCalls.list, { query: { q, limit: 50 } })).body).data;
  const geo = listed.find((one) => one.code === code);
  expect(geo).toBeDefined();
  const chosen = options.parse((await attempt(admin, geoCalls.options, { query: { q } })).body).data;
  expect(chosen.map(({ value }) => value)).toContain(geo?.id);
});

it.each([
  ['Okacme Inc', 'Okacme Inc.'],
  ['Okacme Inc.', 'Okacme Inc'],
  ['St John Okhill', 'St. John Okhill'],
  ['Vicki L Oktravis', 'Vicki L. Oktravis'],
])('The name %s is found by %s', async (name, typed) => {
  const { id } = made.parse((await attempt(admin, flatFeeContactCalls.create, { body: { name } })).body).data;
  const { data } = rows.parse((await attempt(admin, flatFeeContactCalls.list, { query: { q: typed } })).body);
  expect(data.map((one) => one.id)).toContain(id);
});
