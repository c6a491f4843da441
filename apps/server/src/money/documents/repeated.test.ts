/** Calls of documents whose first answer was lost: the same call again gets that answer, and somebody else the present state. */
import { randomUUID } from 'node:crypto';
import type { AnyCall, CallInput } from '@signpost/contract/calls/define-call.ts';
import { decideDocument } from '@signpost/contract/calls/document-approvals.ts';
import * as calls from '@signpost/contract/calls/documents.ts';
import { acceptDocument, issueDocument } from '@signpost/contract/calls/documents.ts';
import { createMyDraft } from '@signpost/contract/calls/my-invoices.ts';
import { recordPayment, reverseAllocation, reversePayment } from '@signpost/contract/calls/payments.ts';
import { IDEMPOTENCY_HEADER } from '@signpost/contract/envelope.ts';
import type { Caller } from '@signpost/testkit/app.ts';
import { attempt, call } from '@signpost/testkit/call.ts';
import { describe, expect, it } from 'vitest';
import { documentWorld } from './testing/world.ts';

const world = await documentWorld();
const { author, approver, second, tell, view, draft, issue } = world;
const publisher = await world.signIn('Publisher', { publisherId: 910 });
const colleague = await world.signIn('Publisher', { publisherId: 910 });

const revenue = (amount: string) => ({ partnerId: 951, amount, revenue: amount });
const cost = (amount: string) => ({ kind: 'publisher_cost' as const, publisherId: 910, amount, publisherCost: amount });

/** Makes the call twice under one key and once under another. */
async function repeat<C extends AnyCall>(person: Caller, definition: C, input: CallInput<C>) {
  const key = { [IDEMPOTENCY_HEADER]: randomUUID() };
  const first = await attempt(person, definition, { ...Object(input) }, key);
  const again = await attempt(person, definition, { ...Object(input) }, key);
  const other = await attempt(person, definition, { ...Object(input) }, { [IDEMPOTENCY_HEADER]: randomUUID() });
  return { key, first, again, other };
}

/** A repeated call gets the first answer, marked as repeated. A call under another key is refused with the present state. */
async function expectOnce<C extends AnyCall>(
  person: Caller,
  definition: C,
  input: CallInput<C>,
  state: RegExp,
): Promise<Record<string, string>> {
  const { key, first, again, other } = await repeat(person, definition, input);
  const { name } = definition;
  expect([name, first.status, first.text]).toEqual([name, 200, expect.any(String)]);
  expect([again.status, again.body.data, again.headers['idempotency-replayed']]).toEqual([
    200,
    first.body.data,
    'true',
  ]);
  expect([409, 400]).toContain(other.status);
  expect(other.body.errors[0]?.message ?? other.body.message).toMatch(state);
  return key;
}

describe('A repeated call', () => {
  it('gets the first answer of proposing, approving and issuing, and refuses other content under its key', async () => {
    await tell([revenue('70')]);
    const id = await draft('receivable', 951);
    const { payloadHash } = await view(id);
    await expectOnce(
      author,
      calls.proposeDocument,
      { params: { id }, body: { payloadHash } },
      /^The document waits for approval already/,
    );
    const approve = { params: { id }, body: { payloadHash, verdict: 'approved' as const } };
    await expectOnce(approver, decideDocument, approve, /^The document is approved already/);
    const key = await expectOnce(
      author,
      issueDocument,
      { params: { id }, body: { payloadHash } },
      /^The document has been issued already, as SP-INV-2026-\d{5}\. Nothing is left to do here\.$/,
    );
    const foreign = await attempt(
      author,
      issueDocument,
      { params: { id }, body: { payloadHash: 'f'.repeat(64) } },
      key,
    );
    expect([foreign.status, foreign.body.errorCode]).toEqual([422, 'IDEMPOTENCY']);
    const late = await attempt(second, decideDocument, approve);
    expect([late.status, late.body.message]).toEqual([
      409,
      'The document has been issued already. Nothing is left to do here.',
    ]);
    expect((await view(id)).history.map(({ what }) => what)).toEqual(['created', 'proposed', 'approved', 'issued']);
  });

  it('gets one number when it is made twice at the same moment', async () => {
    await tell([revenue('80')]);
    const id = await draft('receivable', 951);
    const { payloadHash } = await view(id);
    await call(author, calls.proposeDocument, { params: { id }, body: { payloadHash } });
    await call(approver, decideDocument, { params: { id }, body: { payloadHash, verdict: 'approved' } });
    const key = { [IDEMPOTENCY_HEADER]: randomUUID() };
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => attempt(author, issueDocument, { params: { id }, body: { payloadHash } }, key)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [first, ...others] = answers.map(({ body }) => body.data);
    for (const other of others) expect(other).toEqual(first);
  });

  it('gets the first answer of a publisher’s draft, dispute and acceptance, and of the decision', async () => {
    await tell([cost('15')]);
    const ask = { partyId: 910, currency: 'EUR', month: '2026-10' };
    const key = { [IDEMPOTENCY_HEADER]: randomUUID() };
    const made = await attempt(publisher, createMyDraft, { body: ask }, key);
    const { id } = made.body.data;
    const remade = await attempt(publisher, createMyDraft, { body: ask }, key);
    expect([made.status, remade.status, remade.body.data]).toEqual([200, 200, { id }]);

    const [fact] = await call(publisher, calls.listBilledFacts, { params: { id }, query: {} });
    const dispute = { factId: fact?.factId ?? '', reason: 'Twice' };
    await expectOnce(
      publisher,
      calls.disputeFact,
      { params: { id }, body: dispute },
      /^This fact has been disputed already/,
    );
    const [opened] = await call(author, calls.listDisputes, { query: { documentId: id } });
    const answer = { state: 'rejected' as const, answer: 'Counted once.' };
    await expectOnce(
      author,
      calls.decideDispute,
      { params: { id: opened?.id ?? 0 }, body: answer },
      /^Test Management has rejected this dispute already\. Nothing is left to decide\.$/,
    );
    await issue(id);
    const accepted = /^Test Publisher accepted this document on 2026-11-05\. Nothing is left to do\.$/;
    await expectOnce(publisher, acceptDocument, { params: { id } }, accepted);
    const late = await attempt(colleague, acceptDocument, { params: { id }, body: {} });
    expect([late.status, late.body.message]).toEqual([409, expect.stringMatching(accepted)]);
    expect((await view(id)).history.filter(({ what }) => what === 'accepted by the publisher')).toHaveLength(1);
  });

  it('takes a payment and a settlement back once', async () => {
    await tell([revenue('90')]);
    const id = await draft('receivable', 951);
    await issue(id);
    const pay = async (): Promise<number> => {
      const allocations = [{ documentId: id, amount: '10', taken: '10' }];
      const payment = { legalEntityId: 1, side: 'receivable', partyId: 951, day: '2026-11-05', currency: 'EUR' };
      const { body } = await attempt(author, recordPayment, {
        body: { ...payment, amount: '10', reference: '', allocations },
      });
      return body.data.id;
    };
    const paid = await pay();
    const reason = { reason: 'Typed twice' };
    await expectOnce(author, reversePayment, { params: { id: paid }, body: reason }, /^This payment was reversed/);
    await pay();
    const open = (await view(id)).allocations.filter(({ isReversible }) => isReversible);
    expect(open).toHaveLength(1);
    const settlement = { id: open[0]?.id ?? 0 };
    await expectOnce(
      author,
      reverseAllocation,
      { params: settlement, body: reason },
      /^This settlement was taken back already/,
    );
  });
});
