import type { AnyCall } from '@signpost/contract/calls/define-call.ts';
import { entityCalls } from '@signpost/contract/calls/entity-calls.ts';
import { listOwnChanges, readLatestChange, undoChange } from '@signpost/contract/calls/undo.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { exchangeRate } from '@signpost/contract/entities/exchange-rate.ts';
import { entities, entityList } from '@signpost/contract/entities/index.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { REQUEST_ID_HEADER } from '@signpost/contract/envelope.ts';
import type { HistoryEntry } from '@signpost/contract/records/history.ts';
import type { OwnChange, Undone } from '@signpost/contract/records/undo.ts';
import { type Caller, testApp } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { auditValues } from './audit-values.ts';
import { isWritten } from './scope.ts';
import { type Input, inputs } from './testing/inputs.ts';
import { deal, partnersOf } from './testing/partners.ts';

const exchangeRateCalls = entityCalls(exchangeRate);
const partnerCalls = entityCalls(partner);
const tagCalls = entityCalls(entities.tag);

const world = await testApp();
const admin = await world.signIn('Admin');
const other = await world.signIn('Management');
const { inputFor, fullInputFor } = inputs(admin);
const createPartner = partnersOf(admin);

interface Row extends Input {
  id: number;
  version: number;
  archivedAt: string | null;
}

beforeAll(async () => {
  await call(admin, exchangeRateCalls.create, { body: { currency: 'USD', day: '2020-01-01', perEuro: '1.1' } });
});

/** Makes a call that has to succeed, and returns the id of the change that it made. */
async function change(by: Caller, definition: AnyCall, input: { params?: { id: number }; body: unknown }) {
  const answer = await attempt(by, definition, input);
  expect([answer.status < 300, answer.body.errors ?? []]).toEqual([true, []]);
  return String(answer.headers[REQUEST_ID_HEADER]);
}
const undo = (by: Caller, requestId: string | undefined) => attempt(by, undoChange, { body: { requestId } });
const latestOf = async (by: Caller): Promise<OwnChange | null> => await call(by, readLatestChange, {});
const undoLatest = async (by: Caller) => await undo(by, (await latestOf(by))?.requestId);
const ownChanges = async (by: Caller): Promise<OwnChange[]> => await call(by, listOwnChanges, {});
const trailOf = async (entity: EntityDefinition, id: number) => {
  const rows = await world.db
    .selectFrom('audit')
    .select(['action'])
    .where('entity', '=', entity.name)
    .where('recordId', '=', id)
    .execute();
  return rows.length;
};

const changeable = entityList.filter((entity) => isWritten(entity) && !entity.ledger);

describe.each(changeable.map((entity) => [entity.name, entity] as const))('the undo of a change of %s', (_, entity) => {
  const read = async (id: number): Promise<Row> => await call(admin, entityCalls(entity).read, { params: { id } });

  it('leaves the record as it was before and adds one entry to the trail, for edits, archiving and creation', async () => {
    const { body, status } = await attempt(admin, entityCalls(entity).create, { body: await inputFor(entity) });
    expect([status, body.errors ?? []]).toEqual([201, []]);
    const { id }: Row = body.data;
    const valuesNow = async () => auditValues(entity.fields, await read(id));
    const others = await fullInputFor(entity);
    let undone = 0;
    for (const [name, value] of Object.entries(others)) {
      const before = await read(id);
      const saved = await attempt(admin, entityCalls(entity).update, {
        params: { id },
        body: { version: before.version, values: { [name]: value } },
      });
      if (saved.status !== 200 || (saved.body.data as Row).version === before.version) continue;
      const entries = await trailOf(entity, id);
      const answer = await undo(admin, String(saved.headers[REQUEST_ID_HEADER]));
      if (entity.fields[name]?.secret) {
        expect([name, answer.status, answer.body.errors[0]?.message]).toMatchObject([name, 400, /secret/]);
        continue;
      }
      expect([name, answer.status, answer.body.errors ?? []]).toEqual([name, 200, []]);
      expect([name, await valuesNow()]).toEqual([name, auditValues(entity.fields, before)]);
      expect(await trailOf(entity, id)).toBe(entries + 1);
      undone += 1;
      if (undone === 3) break;
    }
    const archived = await attempt(admin, entityCalls(entity).archive, { params: { id } });
    if (archived.status !== 200) return;
    expect((await undo(admin, String(archived.headers[REQUEST_ID_HEADER]))).status).toBe(200);
    expect((await read(id)).archivedAt).toBeNull();
  });
});

describe('an undo', () => {
  const read = async (id: number): Promise<Row> => await call(admin, partnerCalls.read, { params: { id } });
  const edit = async (by: Caller, id: number, values: object) =>
    await change(by, partnerCalls.update, { params: { id }, body: { version: (await read(id)).version, values } });

  it('archives a record that was created, unless it was changed since', async () => {
    const made = await attempt(admin, tagCalls.create, { body: { name: 'Fresh tag', color: 'gray' } });
    const tag: Row = made.body.data;
    const requestId = String(made.headers[REQUEST_ID_HEADER]);
    const answer: Undone = (await undo(admin, requestId)).body.data;
    expect(answer.what).toBe('Tag “Fresh tag”');
    const after: Row = await call(admin, tagCalls.read, { params: { id: tag.id } });
    expect(after.archivedAt).not.toBeNull();

    const { id } = await createPartner();
    const creation = (await ownChanges(admin))[0];
    await edit(other, id, { notes: 'Mine now.' });
    expect(await undo(admin, creation?.requestId)).toMatchObject({
      status: 400,
      body: { errors: [{ message: expect.stringMatching(/has been changed since by Test Management/) }] },
    });
  });

  it('puts back what it changed and keeps what others changed beside it', async () => {
    const { id } = await createPartner();
    const { status: before } = await read(id);
    const mine = await edit(admin, id, { status: before === 'paused' ? 'active' : 'paused' });
    await edit(other, id, { notes: 'Call them on Friday.' });
    expect((await undo(admin, mine)).status).toBe(200);
    expect(await read(id)).toMatchObject({ status: before, notes: 'Call them on Friday.' });
  });

  it('is refused as a whole, naming who changed the same since and which field', async () => {
    const { id } = await createPartner();
    const mine = await edit(admin, id, { notes: 'First.', currency: 'USD' });
    await edit(other, id, { notes: 'Second.' });
    const answer = await undo(admin, mine);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0]?.message).toMatch(/changed since by Test Management \(Notes\)/);
    expect(await read(id)).toMatchObject({ notes: 'Second.', currency: 'USD' });
    // A refusal leaves the change open, for when the other one has been taken back.
    expect((await undoLatest(other)).status).toBe(200);
    expect((await undo(admin, mine)).status).toBe(200);
  });

  it('is refused where somebody has changed the field and set it back by hand', async () => {
    const { id } = await createPartner();
    const mine = await edit(admin, id, { notes: 'Mine.' });
    await edit(other, id, { notes: 'Theirs.' });
    await edit(other, id, { notes: 'Mine.' });
    const answer = await undo(admin, mine);
    expect([answer.status, answer.body.errors[0]?.message]).toEqual([
      400,
      expect.stringMatching(/changed since by Test Management \(Notes\)/),
    ]);
  });

  it('takes back one change to many records together', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await createPartner()).id));
    const mine = await change(admin, partnerCalls.bulk, { body: { action: 'edit', ids, values: { notes: 'Many.' } } });
    const listed = (await ownChanges(admin)).find(({ requestId }) => requestId === mine);
    expect(listed).toMatchObject({ count: 3, isUndone: false });
    expect((await undo(admin, mine)).body.data).toMatchObject({ what: '3 partners' });
    for (const id of ids) expect((await read(id)).notes).toBeNull();

    const again = await change(admin, partnerCalls.bulk, {
      body: {
        action: 'edit',
        ids,
        values: { notes: 'Again.' },
      },
    });
    await edit(other, ids[1] ?? 0, { notes: 'One of them.' });
    expect((await undo(admin, again)).status).toBe(400);
    expect(await Promise.all(ids.map(async (id) => (await read(id)).notes))).toEqual([
      'Again.',
      'One of them.',
      'Again.',
    ]);
  });

  it('brings removed deals back under their ids', async () => {
    const { id } = await createPartner({ deals: [deal(), deal({ weight: 5 })] });
    const deals = (await read(id)).deals as { id: number }[];
    const mine = await edit(admin, id, { deals: [] });
    expect((await undo(admin, mine)).status).toBe(200);
    expect(((await read(id)).deals as { id: number }[]).map((deal) => deal.id)).toEqual(deals.map((deal) => deal.id));
  });

  it('of rows of a list is listed with the rows that differ, in words', async () => {
    const { id } = await createPartner({ deals: [deal(), deal({ weight: 5 })] });
    const rows = ((await read(id)).deals as Input[]).map(({ labels: _labels, ...row }) => row);
    await edit(admin, id, { deals: rows.map((row, at) => (at === 0 ? { ...row, weight: 77 } : row)) });
    const [latest] = await ownChanges(admin);
    const [change] = latest?.records[0]?.changes ?? [];
    expect(change).toMatchObject({
      field: 'deals',
      before: [expect.stringMatching(/^Geo [A-Z]\w+.*Integration \D/)],
      after: [expect.stringMatching(/Weight 77/)],
    });
  });

  it('keeps what others changed in other rows of the same list, and names the row where it cannot', async () => {
    const { id } = await createPartner({ deals: [deal(), deal({ weight: 5 }), deal({ weight: 7 })] });
    const rowsNow = async () => (await read(id)).deals as { id: number; weight: number; notes?: string | null }[];
    const [one, two, three] = await rowsNow();
    const put = async (by: Caller, change: (rows: Input[]) => Input[]) =>
      await edit(by, id, { deals: change((await rowsNow()).map(({ labels: _labels, ...row }: Input) => row)) });
    const weigh = (rowId: number | undefined, weight: number) => (rows: Input[]) =>
      rows.map((row) => (row.id === rowId ? { ...row, weight } : row));

    const mine = await put(admin, weigh(one?.id, 90));
    await put(other, weigh(two?.id, 50));
    expect((await undo(admin, mine)).status).toBe(200);
    expect((await rowsNow()).map(({ weight }) => weight)).toEqual([one?.weight, 50, 7]);

    const removal = await put(admin, (rows) => rows.filter((row) => row.id !== two?.id));
    await put(other, weigh(three?.id, 8));
    expect((await undo(admin, removal)).status).toBe(200);
    expect((await rowsNow()).map((row) => [row.id, row.weight])).toEqual([
      [one?.id, one?.weight],
      [two?.id, 50],
      [three?.id, 8],
    ]);

    const again = await put(admin, weigh(one?.id, 91));
    await put(other, weigh(one?.id, 92));
    await put(admin, weigh(two?.id, 51));
    expect((await undo(admin, again)).body.errors[0]?.message).toMatch(
      /changed since by Test Management \(Deals: .*Weight.* of deal “[^”]+, Standard postback, CPA, [^”]+, 120\.5”\)/i,
    );
  });

  it('of the removal of a deal is refused while an equal one has been added since, and names that deal', async () => {
    const { id } = await createPartner({ deals: [deal(), deal({ weight: 5 })] });
    const dealsNow = async () => (await read(id)).deals as { id: number; weight: number }[];
    const rowsToSend = async () => (await dealsNow()).map(({ labels: _labels, ...row }: Input) => row);
    const removal = await edit(admin, id, { deals: (await rowsToSend()).filter(({ weight }) => weight === 3) });
    await edit(other, id, { deals: [...(await rowsToSend()), deal({ weight: 5 })] });
    const answer = await undo(admin, removal);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0]?.message).toMatch(
      /changed since by Test Management \(Deals: an equal deal “[^”]+, Standard postback, CPA, [^”]+” was added\)/,
    );
    expect((await dealsNow()).map(({ weight }) => weight)).toEqual([3, 5]);
    await edit(other, id, {
      deals: (await rowsToSend()).map((row) => (row.weight === 5 ? { ...row, weight: 6 } : row)),
    });
    expect((await undo(admin, removal)).status).toBe(200);
    expect((await dealsNow()).map(({ weight }) => weight)).toEqual([3, 5, 6]);
  });

  it('names the field whose earlier value somebody else uses now', async () => {
    const made: Row = await call(admin, tagCalls.create, { body: { name: 'Summer', color: 'gray' } });
    const renamed = await change(admin, tagCalls.update, {
      params: { id: made.id },
      body: {
        version: made.version,
        values: { name: 'Autumn' },
      },
    });
    await change(other, tagCalls.create, { body: { name: 'Summer', color: 'gray' } });
    expect((await undo(admin, renamed)).body.errors[0]?.message).toMatch(
      /“Autumn” cannot go back to what it was\. Name: /,
    );
  });

  it('says beforehand that a secret cannot be put back, and shows nothing of it', async () => {
    const entity = changeable.find(({ fields }) => Object.values(fields).some(({ secret }) => secret));
    const [name] = Object.entries(entity?.fields ?? {}).find(([, { secret }]) => secret) ?? [];
    if (entity === undefined || name === undefined) throw new Error('There is no entity with a secret.');
    const { id, version }: Row = await call(admin, entityCalls(entity).create, {
      body: { ...(await fullInputFor(entity)), [name]: 'first-secret-1' },
    });
    await change(admin, entityCalls(entity).update, {
      params: { id },
      body: { version, values: { [name]: 'second-secret-2' } },
    });
    const [latest] = await ownChanges(admin);
    expect(latest?.refusal).toMatch(/secret was changed/);
    const shown = [{ field: name, before: '••••', after: '•••• (changed)' }];
    expect(latest?.records[0]?.changes).toEqual(shown);
    const history: HistoryEntry[] = await call(admin, entityCalls(entity).history, { params: { id } });
    expect(history[0]?.changes).toEqual(shown);
    // "Restore version" would save the mask as the secret.
    expect(history[0]?.snapshot).not.toHaveProperty(name);
  });

  it('happens once, and can be undone itself', async () => {
    const { id } = await createPartner();
    const mine = await edit(admin, id, { notes: 'Twice.' });
    const answers = await Promise.all([undo(admin, mine), undo(admin, mine)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const done = answers.find(({ status }) => status === 200)?.body.data;
    expect((await read(id)).notes).toBeNull();
    const redone = (await undo(admin, done?.requestId)).body.data;
    expect(redone).toMatchObject({ isRedo: true });
    expect((await read(id)).notes).toBe('Twice.');
    expect((await ownChanges(admin)).slice(0, 3).map(({ isUndo, isUndone }) => [isUndo, isUndone])).toEqual([
      [true, false],
      [true, true],
      [false, true],
    ]);
    // Taking the redo back is an undo again.
    expect((await undo(admin, redone.requestId)).body.data).toMatchObject({ isRedo: false });
    expect((await read(id)).notes).toBeNull();
  });

  it('of the latest change that stands goes back change by change', async () => {
    const { id } = await createPartner();
    await edit(admin, id, { notes: 'One.' });
    await edit(admin, id, { notes: 'Two.' });
    await undoLatest(admin);
    expect((await read(id)).notes).toBe('One.');
    await undoLatest(admin);
    expect((await read(id)).notes).toBeNull();
  });

  it('is refused to anybody else, and to the person who may no longer edit the record', async () => {
    const { id } = await createPartner();
    const mine = await edit(admin, id, { notes: 'Mine.' });
    expect((await undo(other, mine)).status).toBe(404);
    const operations = await world.signIn('Operations');
    const theirs = await edit(operations, id, { notes: 'Theirs.' });
    await world.db
      .updateTable('users')
      .set({ excludedPaths: ['/partners', '/partners/add', '/partners/edit/$id'] })
      .where('id', '=', operations.userId)
      .execute();
    expect((await undo(operations, theirs)).body.errors[0]?.message).toBe(
      'You may not edit partners, so this change stays.',
    );
    expect(await ownChanges(operations)).toEqual([]);
    expect((await read(id)).notes).toBe('Theirs.');
  });

  it('says that entries of a ledger are reversed instead', async () => {
    const entry = await attempt(admin, exchangeRateCalls.create, {
      body: { currency: 'GBP', day: '2020-01-01', perEuro: '1.1' },
    });
    expect(entry.status).toBe(201);
    const cost = entityList.find(({ ledger, name }) => ledger && name === 'simpleCost');
    if (cost === undefined) throw new Error('There is no ledger of simple costs.');
    const requestId = await change(admin, entityCalls(cost).create, { body: await inputFor(cost) });
    expect((await undo(admin, requestId)).body.errors[0]?.message).toMatch(/not undone but reversed/);
    // The latest change is this one, so that no older one is taken for it.
    expect(await latestOf(admin)).toMatchObject({
      requestId,
      refusal: expect.stringMatching(/not undone but reversed/),
    });
  });
});
