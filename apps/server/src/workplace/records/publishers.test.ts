/** The screens of the manager portal that all grades see, used by a publisher's person and by staff. */

import type { EntityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { flatFeeContact } from '@signpost/contract/entities/flat-fee-contact.ts';
import { gamblingLink } from '@signpost/contract/entities/gambling-link.ts';
import { entities } from '@signpost/contract/entities/index.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import { website } from '@signpost/contract/entities/website.ts';
import { testApp } from '@signpost/testkit/app.ts';
import { attempt, call, refusal } from '@signpost/testkit/call.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { partnersOf } from './testing/partners.ts';

const flatFeeContactCalls = entityCalls(flatFeeContact);
const gamblingLinkCalls = entityCalls(gamblingLink);
const partnerCalls = entityCalls(partner);
const publisherCalls = entityCalls(publisher);
const tagCalls = entityCalls(entities.tag);
const websiteCalls = entityCalls(website);

const world = await testApp();
const admin = await world.signIn('Admin');
const createPartner = partnersOf(admin);
type Person = Awaited<ReturnType<typeof world.signIn>>;

const publisherNamed = async (name: string) =>
  await call(admin, publisherCalls.create, { body: { name: `${name} ${Math.random()}`, currency: 'EUR' } });
const websiteOf = async (publisherId: number) =>
  await call(admin, websiteCalls.create, {
    body: {
      name: `w${Math.random().toString(36).slice(2)}.example.com`,
      websiteKind: 'external',
      publisherId,
    },
  });

const [own, other] = [await publisherNamed('own'), await publisherNamed('other')];
const [mine, theirs] = [await websiteOf(own.id), await websiteOf(other.id)];
const brand = await createPartner();
const paused = await createPartner({ status: 'paused' });
let person: Person;
let colleague: Person;
let stranger: Person;
let staff: Person;

beforeAll(async () => {
  person = await world.signIn('Publisher', { publisherId: own.id });
  colleague = await world.signIn('Publisher', { publisherId: own.id });
  stranger = await world.signIn('Publisher', { publisherId: other.id });
  staff = await world.signIn('Default User');
});

const link = (more: Record<string, unknown> = {}) => ({
  name: 'Spring',
  partnerId: brand.id,
  geoId: 14,
  targetUrl: 'https://example.com/?c=1',
  ...more,
});
const idsOf = async (who: Person, { list }: EntityCalls) =>
  (await call(who, list, { query: { limit: 1000 } })).map(({ id }) => id);
const refused = async (who: Person, { create }: EntityCalls, body: unknown) => {
  const { status, errors } = await refusal(who, create, { body });
  return [status, errors.map((error) => error.path)];
};

describe('Gambling links', () => {
  it('are added, listed, changed and archived by a person of a publisher, and shared within it', async () => {
    const made = await call(person, gamblingLinkCalls.create, { body: link() });
    expect(made).toMatchObject({ managerId: person.userId, publisherId: own.id, may: { edit: true, archive: true } });
    expect(await idsOf(person, gamblingLinkCalls)).toEqual([made.id]);
    expect(await idsOf(colleague, gamblingLinkCalls)).toEqual([made.id]);
    const changed = await attempt(person, gamblingLinkCalls.update, {
      params: { id: made.id },
      body: { version: 1, values: { name: 'Summer' } },
    });
    expect(changed.body.data).toMatchObject({ name: 'Summer', version: 2 });
    expect((await attempt(person, gamblingLinkCalls.history, { params: { id: made.id } })).status).toBe(200);
    expect((await attempt(person, gamblingLinkCalls.archive, { params: { id: made.id } })).status).toBe(200);
    expect((await attempt(person, gamblingLinkCalls.restore, { params: { id: made.id } })).status).toBe(200);
  });

  it('are visible to management, but not to other publishers or other staff', async () => {
    const made = await call(person, gamblingLinkCalls.create, { body: link() });
    const before = await call(admin, gamblingLinkCalls.read, { params: { id: made.id } });
    for (const who of [stranger, staff, await world.signIn('Publisher')]) {
      expect((await refusal(who, gamblingLinkCalls.read, { params: { id: made.id } })).status).toBe(404);
      expect((await refusal(who, gamblingLinkCalls.history, { params: { id: made.id } })).status).toBe(404);
      expect(
        (
          await refusal(who, gamblingLinkCalls.update, {
            params: { id: made.id },
            body: { version: 1, values: { name: 'x' } },
          })
        ).status,
      ).toBe(404);
      expect((await refusal(who, gamblingLinkCalls.archive, { params: { id: made.id } })).status).toBe(404);
      expect(await idsOf(who, gamblingLinkCalls)).not.toContain(made.id);
      expect(await call(who, gamblingLinkCalls.options, { query: { ids: [made.id] } })).toEqual([]);
    }
    expect(await call(admin, gamblingLinkCalls.read, { params: { id: made.id } })).toEqual(before);
    expect(
      (await attempt(await world.signIn('Management'), gamblingLinkCalls.read, { params: { id: made.id } })).status,
    ).toBe(200);
    const staffs = await call(staff, gamblingLinkCalls.create, { body: link() });
    expect(staffs).toMatchObject({ managerId: staff.userId, publisherId: null });
    expect((await refusal(person, gamblingLinkCalls.read, { params: { id: staffs.id } })).status).toBe(404);
  });

  it('belong to the person who creates them, even when another owner is sent, and need a publisher', async () => {
    for (const whose of [{ managerId: staff.userId }, { publisherId: other.id }])
      expect((await refusal(person, gamblingLinkCalls.create, { body: link(whose) })).status).toBe(400);
    const nobodys = await world.signIn('Publisher');
    const { status, body } = await attempt(nobodys, gamblingLinkCalls.create, { body: link() });
    expect([status, body.errors?.[0]?.message]).toEqual([
      400,
      expect.stringContaining('is not linked to a publisher yet'),
    ]);
  });
});

describe('Flat fee contacts', () => {
  it('are kept by a person of a publisher, with their own websites', async () => {
    const made = await call(person, flatFeeContactCalls.create, { body: { name: 'Ann', websites: [mine.id] } });
    expect(made).toMatchObject({ publisherId: own.id, websites: [mine.id], labels: { websites: mine.name } });
    expect(await idsOf(colleague, flatFeeContactCalls)).toEqual([made.id]);
    expect((await refusal(stranger, flatFeeContactCalls.read, { params: { id: made.id } })).status).toBe(404);
    expect(await idsOf(stranger, flatFeeContactCalls)).toEqual([]);
    const changed = await attempt(person, flatFeeContactCalls.update, {
      params: { id: made.id },
      body: { version: 1, values: { phone: '+43 1 2345' } },
    });
    expect(changed.body.data).toMatchObject({ phone: '+43 1 2345', websites: [mine.id] });
    expect((await attempt(staff, flatFeeContactCalls.read, { params: { id: made.id } })).status).toBe(200);
  });

  it('of staff are hidden from publishers', async () => {
    const made = await call(staff, flatFeeContactCalls.create, { body: { name: 'Bo', websites: [theirs.id] } });
    expect(made).toMatchObject({ publisherId: null });
    for (const who of [person, stranger])
      expect((await refusal(who, flatFeeContactCalls.read, { params: { id: made.id } })).status).toBe(404);
  });
});

describe('The options of a publisher’s person', () => {
  const options = async (who: Person, calls: EntityCalls, query: { ids?: number[]; q?: string } = {}) =>
    (await call(who, calls.options, { query })).map(({ value }) => value);

  it('are active brands, all geos and their own websites, with names only', async () => {
    expect(await options(person, entityCalls(entities.geo), { ids: [14] })).toEqual([14]);
    expect(await options(person, partnerCalls, { ids: [brand.id, paused.id] })).toEqual([brand.id]);
    expect(await options(person, partnerCalls, { q: paused.name })).toEqual([]);
    expect(await options(person, websiteCalls)).toEqual([mine.id]);
    const data = await call(person, partnerCalls.options, { query: { ids: [brand.id] } });
    expect(data).toEqual([{ value: brand.id, label: brand.name }]);
    for (const definition of [partnerCalls.list, partnerCalls.read])
      expect((await refusal(person, definition, { params: { id: brand.id } })).status).toBe(403);
    for (const definition of [websiteCalls.list, websiteCalls.read])
      expect((await refusal(person, definition, { params: { id: mine.id } })).status).toBe(403);
  });

  it('include no tags, people or other publishers', async () => {
    await call(admin, tagCalls.create, { body: { name: `T ${Math.random()}`, color: 'gray' } });
    for (const entity of [entities.tag, entities.user])
      expect([entity.path, await options(person, entityCalls(entity))]).toEqual([entity.path, []]);
    const publishers = await attempt(person, publisherCalls.options, {});
    expect(publishers.body.data?.map(({ value }) => value) ?? []).not.toContain(other.id);
  });

  it('are the only records that they may refer to', async () => {
    const tag = await call(admin, tagCalls.create, { body: { name: `T ${Math.random()}`, color: 'gray' } });
    expect(await refused(person, gamblingLinkCalls, link({ partnerId: paused.id }))).toEqual([400, ['partnerId']]);
    expect(await refused(person, gamblingLinkCalls, link({ tags: [tag.id] }))).toEqual([400, ['tags']]);
    const contact = { name: 'Ann', websites: [mine.id, theirs.id] };
    expect(await refused(person, flatFeeContactCalls, contact)).toEqual([400, ['websites']]);
    const made = await call(person, flatFeeContactCalls.create, { body: { name: 'Ann', websites: [mine.id] } });
    const moved = await attempt(person, flatFeeContactCalls.update, {
      params: { id: made.id },
      body: {
        version: 1,
        values: { websites: [theirs.id] },
      },
    });
    expect(moved.status).toBe(400);
    const bulk = { action: 'edit', ids: [made.id], values: { websites: [theirs.id] } };
    expect((await refusal(person, flatFeeContactCalls.bulk, { body: bulk })).status).toBe(400);
  });

  it('keep the name of a chosen brand that was paused later', async () => {
    const soon = await createPartner();
    const made = await call(person, gamblingLinkCalls.create, { body: link({ partnerId: soon.id }) });
    await call(admin, partnerCalls.update, {
      params: { id: soon.id },
      body: { version: 1, values: { status: 'paused' } },
    });
    expect(await options(person, partnerCalls, { ids: [soon.id] })).toEqual([soon.id]);
    expect(await options(stranger, partnerCalls, { ids: [soon.id] })).toEqual([]);
    const values = { ...link({ partnerId: soon.id }), name: 'Still here' };
    expect(
      (await attempt(person, gamblingLinkCalls.update, { params: { id: made.id }, body: { version: 1, values } }))
        .status,
    ).toBe(200);
  });

  it('are not restricted for staff', async () => {
    expect(await options(staff, partnerCalls, { ids: [paused.id] })).toEqual([paused.id]);
    expect(await options(staff, websiteCalls, { ids: [theirs.id] })).toEqual([theirs.id]);
    await call(staff, gamblingLinkCalls.create, { body: link({ partnerId: paused.id }) });
  });
});
