/** Makes the frozen content of an invoice from the facts that it claims. */
import { addDays, addMonths, earlier } from '@signpost/contract/dates/dates.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type {
  DocumentKind,
  DocumentLine,
  DocumentPayload,
  Party,
  Side,
  VatGroup,
} from '@signpost/contract/money/document.ts';
import { currencyProblem } from '@signpost/contract/money/document-currency.ts';
import { compareMoney, subtractMoney, sumMoney } from '@signpost/contract/money/money.ts';
import {
  convertMoney,
  priceOf,
  type Rounding,
  shareMoney,
  vatOf,
  wholeUnits,
} from '@signpost/contract/money/rounding.ts';
import { decideVat, statedParty, type VatRow } from '@signpost/contract/money/vat.ts';
import { placesOf } from '@signpost/contract/reading/minor-units.ts';
import type { Queryable } from '../../database.ts';
import type { ClickHouse } from '../../platform/clickhouse.ts';
import type { FactRange } from './billable.ts';
import type { FactGroup } from './facts.ts';
import { groupFacts } from './facts.ts';
import { nationalVatOf } from './national-vat.ts';
import { nothingDueOver } from './nothing-due.ts';
import { type LegalEntity, readCounterparty, readLegalEntity } from './parties.ts';
import { readRate, readVatRows } from './rules.ts';
import { tradersOf } from './sides.ts';
import { countryIn, describeLine, noteIn, readNames } from './words.ts';

/** The version of the metrics' definitions that lines refer to. */
const DEFINITIONS = '1';

export interface ContentAsk {
  kind: Exclude<DocumentKind, 'creditNote'>;
  side: Side;
  partyId: number;
  currency: string;
  legalEntityId: number;
  /** The month that the document is for; lines of earlier months are marked. */
  month: string;
  ranges: readonly FactRange[];
  /** Facts that are left out of the ranges, and facts that are added to them. */
  heldFacts: readonly string[];
  movedFacts: readonly string[];
  /** The month with which billing of the party begins; the period of the document does not begin before it. */
  beginsWith: string | undefined;
  note: string;
  externalNumber: string;
  fileHash: string;
  paymentTermsDays: number | null;
  today: string;
}

export interface ContentDeps {
  db: Queryable;
  clickhouse: ClickHouse;
}

/** The last day of a month. */
export const lastDayOf = (month: string): string => addDays(addMonths(`${month}-01`, 1), -1);

/**
 * The functional totals, rounded to the functional currency; the net amount takes the unit that rounding leaves, so they
 * add up.
 */
export function functionalTotals(totals: DocumentPayload['totals'], rate: string, rounding: Rounding) {
  const total = convertMoney(totals.total, rate, rounding);
  const vat = convertMoney(totals.vat, rate, rounding);
  return { net: wholeUnits(subtractMoney(total, vat), rounding.places), vat, total };
}

const isZero = (amount: string): boolean => compareMoney(amount, '0') === 0;

/** How many pieces a group has if every one of its facts is one piece of a deal that pays the same amount for each. */
function piecesOf({ dealType, takenBack, facts, ...counts }: FactGroup): number {
  if (dealType !== 'CPA' && dealType !== 'CPL') return 0;
  const { firstDeposits, leads, qualifiedLeads } = counts;
  const pieces = dealType === 'CPA' ? firstDeposits : qualifiedLeads || leads;
  if (takenBack || pieces === facts) return facts;
  return 0;
}

/** Quantity and unit price: pieces only where each was paid the same price, and that price is printed. */
function pricedAs(group: FactGroup, net: string, places: number): Pick<DocumentLine, 'quantity' | 'unitPrice'> {
  const each = group.takenBack ? subtractMoney('0', group.least) : group.least;
  const priced = priceOf(net, piecesOf(group), places);
  const isAgreed = group.least === group.most && compareMoney(priced.unitPrice, each) === 0;
  if (isAgreed) return priced;
  return priceOf(net, 1, places);
}

/** Whether another document bills the first facts of this month and contract, so that these became known after it. */
const isBilledAgain = ({ month, contract }: FactGroup, ranges: readonly FactRange[]): boolean => {
  const own = ranges.filter((range) => range.month === month && range.contract === contract);
  return own.length > 0 && own.every(({ from }) => from > 0);
};

/** Lines without rounding differences: the document's own month first, as they are printed, then earlier periods. */
function linesOf(
  groups: readonly FactGroup[],
  context: {
    row: VatRow;
    rounding: Rounding;
    month: string;
    ranges: readonly FactRange[];
    describe: (group: FactGroup) => string;
  },
): { lines: DocumentLine[]; net: string } {
  const { row, rounding, month, ranges, describe } = context;
  const isEarlier = (group: FactGroup) => group.earned < month || isBilledAgain(group, ranges);
  const own = groups.filter((group) => !isEarlier(group));
  const before = groups.filter(isEarlier);
  const billed = [...own, ...before].filter(({ exact }) => !isZero(exact));
  const { net, shares } = shareMoney(
    billed.map(({ exact }) => exact),
    rounding,
  );
  const lines = billed.map((group, index): DocumentLine => {
    const amount = shares[index] ?? '0';
    return {
      position: index + 1,
      description: describe(group),
      month: group.earned,
      isEarlier: isEarlier(group),
      ...pricedAs(group, amount, rounding.places),
      exact: group.exact,
      base: group.base,
      net: amount,
      vatCategory: row.category,
      vatRate: row.rate,
      facts: group.facts,
      filter: {
        month: group.month,
        earned: group.earned,
        contract: group.contract,
        dealType: group.dealType,
        productId: group.productId,
        geoId: group.geoId,
        takenBack: group.takenBack,
      },
      creditsPosition: null,
    };
  });
  return { lines, net };
}

/** The seller and the buyer: on self-billed and received invoices the publisher sells. */
export async function readParties(db: Queryable, ask: Pick<ContentAsk, 'side' | 'partyId' | 'legalEntityId'>) {
  const entity: LegalEntity = await readLegalEntity(db, ask.legalEntityId);
  const other = await readCounterparty(db, ask.side, ask.partyId);
  const named = (party: Party): Party => ({
    ...statedParty(party),
    country: countryIn(entity.language, { code: party.countryCode, name: party.country }),
  });
  return {
    entity,
    terms: other.paymentTermsDays ?? entity.paymentTermsDays,
    ...tradersOf(ask.side, { own: named(entity.party), other: named(other.party) }),
  };
}

/**
 * The month with which the period of a document begins. Events from before billing began that became known afterwards
 * are a line of earlier periods, but the period does not begin before billing did.
 */
function firstMonth({ month, ranges, beginsWith }: ContentAsk, lines: readonly DocumentLine[]): string {
  const earliest = (months: readonly string[]): string => months.reduce((one, next) => earlier(one, next), month);
  const named = earliest(lines.map((line) => line.month));
  if (beginsWith === undefined || named >= beginsWith) return named;
  // A draft from before the month was moved forward keeps what it claims.
  return earliest([beginsWith, ...ranges.map((range) => range.month)]);
}

/**
 * The content of an invoice for these facts, as it would be issued today. Errors: VALIDATION if data of a party, a rate or
 * a VAT row is missing, or if nothing or less than nothing is due.
 */
export async function buildContent(deps: ContentDeps, ask: ContentAsk): Promise<DocumentPayload> {
  const { db, clickhouse } = deps;
  const { kind, side, partyId, currency, month, ranges } = ask;
  const { entity, terms, seller, buyer } = await readParties(db, ask);
  const problem = currencyProblem(currency);
  if (problem !== '')
    throw new AppError('VALIDATION', { message: problem, errors: [{ path: 'currency', message: problem }] });
  const end = lastDayOf(month);
  const agreedOn = earlier(end, ask.today);
  const { row, refused } = decideVat(await readVatRows(db), { side, seller, buyer }, agreedOn);
  if (row === null)
    throw new AppError('VALIDATION', { message: refused, errors: [{ path: 'partyId', message: refused }] });
  const rate = await readRate(db, { currency, to: entity.functionalCurrency, day: agreedOn });
  const rounding = { mode: entity.rounding, places: placesOf(currency) };
  const billed = { side, partyId, currency, ranges, without: ask.heldFacts, with: ask.movedFacts };
  const [groups, names] = await Promise.all([groupFacts(clickhouse, billed), readNames(db, entity.language)]);
  const { lines, net } = linesOf(groups, {
    row,
    rounding,
    month,
    ranges,
    describe: (group) => describeLine(group, names, entity.language),
  });
  const vat = vatOf(net, row.rate, rounding);
  const totals = { net, vat, total: wholeUnits(sumMoney([net, vat]), rounding.places) };
  const exact = sumMoney(lines.map((line) => line.exact));
  if (compareMoney(totals.total, '0') <= 0)
    throw new AppError('VALIDATION', {
      message:
        lines.length === 0
          ? `Nothing is due for ${other(ask, seller, buyer)} in ${currency}.`
          : nothingDueOver({ exact, net, currency }),
    });
  const group: VatGroup = {
    category: row.category,
    rate: row.rate,
    exact,
    net,
    vat,
    treatment: row.treatment,
    version: row.version,
    noteCode: row.noteCode ?? '',
    note: noteIn(entity.language, row),
  };
  return {
    schema: 1,
    kind,
    side,
    language: entity.language,
    currency,
    functionalCurrency: entity.functionalCurrency,
    rounding: entity.rounding,
    seller,
    buyer,
    period: { start: `${firstMonth(ask, lines)}-01`, end: agreedOn },
    lines,
    groups: [group],
    totals,
    rate,
    functional: functionalTotals(totals, rate.rate, { ...rounding, places: placesOf(entity.functionalCurrency) }),
    ...(await nationalVatOf(db, { seller, currency, totals, rounding: entity.rounding, rate })),
    claims: ranges.map((range) => ({ currency, ...range })),
    heldFacts: [...ask.heldFacts].sort(),
    movedFacts: [...ask.movedFacts].sort(),
    statistics: { base: sumMoney(groups.map(({ base }) => base)), definitions: DEFINITIONS },
    paymentTermsDays: ask.paymentTermsDays ?? terms,
    note: ask.note,
    externalNumber: ask.externalNumber,
    fileHash: ask.fileHash,
    credits: null,
  };
}

const other = ({ side }: ContentAsk, seller: { name: string }, buyer: { name: string }): string => {
  if (side === 'receivable') return buyer.name;
  return seller.name;
};
