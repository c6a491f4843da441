/**
 * Counts what the demo's partners report with the code that counts real postbacks (docs/decisions/0180): report by report,
 * in the order of their times, so that prices, commissions and corrections are those of the product.
 */

import type { KnownClick } from '../../../partners/conversions/counting/clicks.ts';
import { reversalOf } from '../../../partners/conversions/counting/facts.ts';
import {
  type Counted,
  keyOf,
  type Surroundings,
  type Waiting,
} from '../../../partners/conversions/counting/surroundings.ts';
import { type CountedOutcome, weigh } from '../../../partners/conversions/counting/weigh.ts';
import type { Terms } from '../../../partners/deals/terms.ts';
import { factLine, type KnownFact } from '../../../traffic/clicks/fact-line.ts';
import { uuidAt } from './line.ts';
import type { DemoPartner } from './partners.ts';
import { approvedFacts, pendingFacts } from './pending.ts';
import type { Report } from './player.ts';
import { chance } from './random.ts';

const DAY_MS = 86_400_000;
/** A report is received and counted this long after what it reports. */
const RECEIVED_MS = 40_000;
const COUNTED_MS = 41_000;

/** A report that was counted, as PostgreSQL stores it. */
export interface DemoTransaction {
  waiting: Waiting;
  integrationId: number;
  price: CountedOutcome['price'];
  revenue: string;
  /** The lines of its facts, its corrections among them. */
  lines: string[];
  /** How many of the lines were taken back, or are corrections themselves. */
  settled: number;
  /** Its facts that its partner has not approved. */
  pending: readonly KnownFact[] | null;
  events: { at: string; what: string; detail: object }[];
}

/** A click with everything reported about it. */
interface Story {
  click: KnownClick;
  partner: DemoPartner;
  transactions: DemoTransaction[];
}

interface Due {
  at: number;
  happen(): void;
}

interface CounterInput {
  terms: Terms;
  now: Date;
  /** Stories with a report since then are kept. */
  keepSince: number;
  /** Facts since then (ISO 8601) keep their trace. */
  traceSince: string;
  write(line: string): void;
}

/** Takes reports of the future, and counts them when their day comes. */
export class Counter {
  readonly #input: CounterInput;
  readonly #due = new Map<number, Due[]>();
  readonly #luck = chance(31_337);
  readonly #recent = new Set<Story>();
  #lastId = 0;

  constructor(input: CounterInput) {
    this.#input = input;
  }

  expect(click: KnownClick, partner: DemoPartner, reports: readonly Report[]): void {
    const story: Story = { click, partner, transactions: [] };
    for (const report of reports) {
      const at = Math.floor(report.at);
      this.#later(at, () => this.#count(story, { ...report, at }));
    }
  }

  /** Counts what is due on the day that starts at `start`. */
  countDay(start: number): void {
    const due = this.#due.get(start) ?? [];
    this.#due.delete(start);
    for (const { happen } of due.sort((one, other) => one.at - other.at)) happen();
  }

  /** The transactions of the clicks that were reported on lately, oldest first. */
  recent(): DemoTransaction[] {
    return [...this.#recent].flatMap(({ transactions }) => transactions).sort((a, b) => a.waiting.id - b.waiting.id);
  }

  #later(at: number, happen: () => void): void {
    if (at + COUNTED_MS > this.#input.now.getTime()) return;
    const day = Math.floor(at / DAY_MS) * DAY_MS;
    const due = this.#due.get(day);
    if (due === undefined) this.#due.set(day, [{ at, happen }]);
    else due.push({ at, happen });
  }

  #count(story: Story, { at, meaning, txid, amount }: Report): void {
    const { click, partner, transactions } = story;
    if (at >= this.#input.keepSince) this.#recent.add(story);
    this.#lastId += 1;
    const waiting: Waiting = {
      id: this.#lastId,
      partnerId: partner.id,
      meaning,
      state: 'waiting',
      status: meaning,
      reference: txid,
      txid,
      clickId: click.clickId,
      amount,
      payout: null,
      currency: amount === null ? null : partner.currency,
      occurredAt: new Date(at),
      receivedAt: new Date(at + RECEIVED_MS),
      tries: 0,
    };
    const now = new Date(at + COUNTED_MS);
    const { outcomes, restated } = weigh(this.#around(story), [waiting], now);
    for (const { before, outcome, why } of restated) {
      const transaction = transactions.find((it) => it.waiting.id === before.id);
      if (transaction === undefined) throw new RangeError(`Transaction ${before.id} is not of this click.`);
      this.#takeBack(transaction, why, now);
      this.#book(story, transaction, outcome, now);
    }
    const outcome = outcomes.get(waiting.id);
    if (outcome?.state !== 'counted') throw new RangeError(`A report of the demo is not counted: ${outcome?.reason}.`);
    const received = { at: waiting.receivedAt.toISOString(), what: 'received', detail: { status: meaning, meaning } };
    const transaction: DemoTransaction = {
      waiting,
      integrationId: click.integrationId,
      price: outcome.price,
      revenue: outcome.revenue,
      lines: [],
      settled: 0,
      pending: null,
      events: [received],
    };
    transactions.push(transaction);
    this.#book(story, transaction, outcome, now);
  }

  #around({ click, partner, transactions }: Story): Surroundings {
    const counted = transactions.map(
      ({ waiting, price, revenue }): Counted => ({ ...waiting, stored: { ...price, took: [...price.took] }, revenue }),
    );
    return {
      clicks: new Map([[click.clickId, click]]),
      terms: this.#input.terms,
      counted: new Map([[keyOf({ clickId: click.clickId, partnerId: partner.id }), counted]]),
      takesSeveral: new Set(),
      keepsFirst: new Set(),
    };
  }

  #book({ partner }: Story, transaction: DemoTransaction, outcome: CountedOutcome, now: Date): void {
    const { price, revenue, facts } = outcome;
    transaction.price = price;
    transaction.revenue = revenue;
    transaction.events.push({
      at: now.toISOString(),
      what: 'counted',
      detail: { by: price.by, revenue, because: price.because },
    });
    if (!partner.approves || Number(revenue) <= 0) {
      for (const fact of facts) this.#write(transaction, fact, now);
      return;
    }
    transaction.pending = facts;
    for (const fact of pendingFacts(facts)) this.#write(transaction, fact, now);
    const approvedAt = now.getTime() + Math.floor((12 + this.#luck.next() * 12) * DAY_MS);
    this.#later(approvedAt, () => this.#approve(transaction, facts, new Date(approvedAt)));
  }

  #approve(transaction: DemoTransaction, facts: readonly KnownFact[], at: Date): void {
    // It was taken back in the meantime.
    if (transaction.pending !== facts) return;
    transaction.pending = null;
    for (const fact of approvedFacts(facts, at)) this.#write(transaction, fact, at);
  }

  #takeBack(transaction: DemoTransaction, why: string, now: Date): void {
    transaction.pending = null;
    transaction.events.push({ at: now.toISOString(), what: 'again', detail: { why } });
    for (const line of transaction.lines.slice(transaction.settled))
      this.#write(transaction, reversalOf(line, why, now), now);
    transaction.settled = transaction.lines.length;
  }

  #write(transaction: DemoTransaction, fact: KnownFact, now: Date): void {
    const { traceSince, write } = this.#input;
    // Ids come from the seed, so that the same world is made again.
    const known = { ...fact, factId: uuidAt(now.getTime(), this.#luck) };
    const line = factLine(fact.at < traceSince ? { ...known, trace: '' } : known);
    transaction.lines.push(line);
    write(line);
  }
}
