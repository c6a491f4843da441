/** Deals of a partner that are pasted from a spreadsheet: what each row means, or why it is refused. */

import type { Field } from '../define/field.ts';
import { parseInput } from '../define/parse.ts';
import { MESSAGE } from '../define/validators.ts';
import { partner } from '../entities/partner.ts';
import { WHOLE_NUMBER } from '../field-messages.ts';
import { isObject } from '../objects.ts';
import { dealTypeLabel } from '../partners/conversions/deal-types.ts';
import { type DecimalMark, detectMark, readAmount } from '../reading/amount.ts';
import { type DayOrder, detectOrder, readDay } from '../reading/day.ts';
import { amountProblem, dayProblem } from '../reading/problems.ts';
import { readPasted } from '../sheets/pasted.ts';

const DEAL_FIELDS = partner.fields.deals.of;
type DealField = keyof typeof DEAL_FIELDS;

/** The columns of pasted rows in their order, with other words for their headers. */
const COLUMNS = [
  ['geoId', ['country', 'geos', 'countries']],
  ['integrationId', []],
  ['dealType', ['type', 'model']],
  ['dealRevenueType', ['revenue type', 'pays for', 'goal']],
  ['fixedAmount', ['amount', 'price', 'payout', 'fixed amount', 'cpa', 'cpl']],
  ['sharePercent', ['share %', 'revshare', 'rev share', 'percent']],
  ['leadCap', ['cap', 'daily cap']],
  ['weight', []],
  ['waterfallBlocked', ['block', 'blocked']],
  ['validFrom', ['from', 'start']],
  ['validTo', ['to', 'until', 'end']],
  ['rejectedPaid', ['rejected paid']],
] as const satisfies readonly (readonly [DealField, readonly string[]])[];

/** The headers of the columns in the order that pasted rows without headers have. */
export const PASTED_DEAL_COLUMNS: readonly string[] = COLUMNS.map(([name]) => DEAL_FIELDS[name].label);

/** The records that pasted names are looked up in. */
export interface PasteLookups {
  geos: readonly { id: number; code: string; country: string }[];
  /** The integrations of the partner. */
  integrations: readonly { id: number; name: string }[];
  /** The currency of the partner's amounts. */
  currency: string;
}

export interface PastedDealRow {
  /** The number of the row in the pasted text, from 1. */
  row: number;
  /** One deal for each geo of the row; empty if the row is refused. */
  deals: Readonly<Record<string, unknown>>[];
  /** Why the row is refused. */
  problems: string[];
}

export interface PastedDeals {
  rows: PastedDealRow[];
  /** Headers that name no column. Nothing is added as long as there are any. */
  unknownHeaders: string[];
}

/** The largest number of rows that one paste may have. */
const MOST_ROWS = 200;

const bare = (text: string): string => text.trim().toLowerCase();

function columnOf(header: string): DealField | undefined {
  // A unit in brackets, such as `Share (%)`, is not part of the name.
  const wanted = bare(header.split('(')[0] ?? '');
  return COLUMNS.find(
    ([name, others]) => bare(DEAL_FIELDS[name].label) === wanted || others.some((other) => other === wanted),
  )?.[0];
}

type Read = { value: unknown } | { problem: string };

/** The value of a choice by its label or its stored value. */
function readChoice(field: Field, text: string): Read {
  if (field.kind !== 'choice') return { value: text };
  const found = field.options.find(({ value, label }) => [bare(value), bare(label)].includes(bare(text)));
  if (found !== undefined) return { value: found.value };
  return { problem: `“${text}” is not one of ${field.options.map(({ label }) => label).join(', ')}.` };
}

const YES = ['yes', 'true', '1', 'x', 'y'];
const NO = ['no', 'false', '0', 'n'];

interface Marks {
  mark: DecimalMark | null;
  order: DayOrder | null;
  currency: string;
}

function readCell(name: DealField, text: string, { mark, order, currency }: Marks): Read {
  const field: Field = DEAL_FIELDS[name];
  switch (field.kind) {
    case 'choice':
      return readChoice(field, text);
    case 'decimal': {
      const isShare = name === 'sharePercent';
      const reading = readAmount(text, isShare ? { mark, allowsPercent: true } : { mark, currency });
      if (reading.kind === 'amount') return { value: reading.amount };
      return { problem: amountProblem(text, reading) ?? MESSAGE.number };
    }
    case 'integer': {
      const reading = readAmount(text, { mark });
      if (reading.kind !== 'amount') return { problem: amountProblem(text, reading) ?? MESSAGE.number };
      const number = Number(reading.amount);
      if (Number.isSafeInteger(number)) return { value: number };
      return { problem: WHOLE_NUMBER };
    }
    case 'date': {
      const reading = readDay(text, { today: null, order });
      if (reading.kind === 'day') return { value: reading.day };
      return { problem: dayProblem(text, reading) ?? MESSAGE.number };
    }
    case 'toggle':
      if (YES.includes(bare(text))) return { value: true };
      if (NO.includes(bare(text))) return { value: false };
      return { problem: `“${text}” is neither Yes nor No.` };
    default:
      return { value: text };
  }
}

function readGeos(text: string, { geos }: PasteLookups): { ids: number[]; problems: string[] } {
  const byName = new Map(
    geos.flatMap(
      ({ id, code, country }) =>
        [
          [bare(code), id],
          [bare(country), id],
        ] as const,
    ),
  );
  const whole = byName.get(bare(text));
  if (whole !== undefined) return { ids: [whole], problems: [] };
  const ids = new Set<number>();
  const problems: string[] = [];
  for (const word of text.split(/[,;/\n]/)) {
    if (word.trim() === '') continue;
    const id = byName.get(bare(word));
    if (id === undefined) problems.push(`Unknown geo “${word.trim()}”.`);
    else ids.add(id);
  }
  return { ids: [...ids], problems };
}

function readIntegration(text: string, { integrations }: PasteLookups): Read {
  if (text === '') {
    const [only, another] = integrations;
    if (only !== undefined && another === undefined) return { value: only.id };
    return { problem: 'Name the integration: the partner does not have exactly one.' };
  }
  const found = integrations.find(({ name }) => bare(name) === bare(text));
  if (found === undefined) return { problem: `“${text}” is not one of the partner’s integrations.` };
  return { value: found.id };
}

const NO_GEO = 'Name at least one geo, by its code or country.';

/** Reads one row. A row with several geos, such as `DE, AT, CH`, is one deal for each. */
function readRow(cells: ReadonlyMap<DealField, string>, lookups: PasteLookups, marks: Marks) {
  const problems: string[] = [];
  const terms: Record<string, unknown> = {};
  for (const [name, text] of cells) {
    if (name === 'geoId' || name === 'integrationId' || text === '') continue;
    const read = readCell(name, text, marks);
    if ('problem' in read) problems.push(`${DEAL_FIELDS[name].label}: ${read.problem}`);
    else terms[name] = read.value;
  }
  const integration = readIntegration(cells.get('integrationId') ?? '', lookups);
  if ('problem' in integration) problems.push(integration.problem);
  else terms.integrationId = integration.value;
  const geos = readGeos(cells.get('geoId') ?? '', lookups);
  problems.push(...geos.problems);
  if (geos.ids.length === 0 && geos.problems.length === 0) problems.push(NO_GEO);
  if (problems.length > 0) return { deals: [], problems };
  return checkTerms(
    geos.ids.map((geoId) => ({ ...terms, geoId })),
    lookups,
    cells,
  );
}

/** Checks complete deals by the rules of the partner's form, and that no cell is dropped because its type pays no such thing. */
function checkTerms(
  deals: readonly Record<string, unknown>[],
  { integrations }: PasteLookups,
  cells: ReadonlyMap<DealField, string>,
): Pick<PastedDealRow, 'deals' | 'problems'> {
  const fields = { integrations: partner.fields.integrations, deals: partner.fields.deals };
  const { value, errors } = parseInput(fields, { integrations: integrations.map(({ id }) => id), deals }, '9999-12-31');
  const problems = errors.map(({ path, message }) => {
    const name = COLUMNS.find(([field]) => path.endsWith(`.${field}`))?.[0];
    if (name === undefined) return message;
    return `${DEAL_FIELDS[name].label}: ${message}`;
  });
  const parsed = Array.isArray(value.deals) ? value.deals.filter(isObject) : [];
  for (const name of ['fixedAmount', 'sharePercent'] as const)
    if (errors.length === 0 && (cells.get(name) ?? '') !== '' && parsed.some((deal) => deal[name] === null))
      problems.push(
        `${DEAL_FIELDS[name].label}: a ${dealTypeLabel(String(parsed[0]?.dealType))} deal has none. Leave it empty.`,
      );
  if (problems.length > 0) return { deals: [], problems: [...new Set(problems)] };
  return { deals: [...parsed], problems: [] };
}

/**
 * Reads rows that were copied from a spreadsheet. With a first row of headers, columns may stand in any order; without
 * one they are those of {@link PASTED_DEAL_COLUMNS}. Amounts and days are read by the shared parsers: a text with two
 * meanings is refused unless other cells of its kind show which one is meant.
 */
export function readPastedDeals(text: string, lookups: PasteLookups): PastedDeals {
  const table = readPasted(text).map((row) => row.map((cell) => cell.trim()));
  const [first = []] = table;
  const hasHeader = first.filter((cell) => columnOf(cell) !== undefined).length >= 2;
  const names = hasHeader ? first.map(columnOf) : COLUMNS.map(([name]) => name);
  const unknownHeaders = hasHeader ? first.filter((cell, at) => cell !== '' && names[at] === undefined) : [];
  const body = table
    .map((cells, at) => ({ row: at + 1, cells }))
    .slice(hasHeader ? 1 : 0)
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const ofKind = (kind: Field['kind']) =>
    body.flatMap(({ cells }) =>
      cells.filter((cell, at) => {
        const name = names[at];
        return name !== undefined && cell !== '' && DEAL_FIELDS[name].kind === kind;
      }),
    );
  const marks: Marks = {
    mark: detectMark(ofKind('decimal')).mark,
    order: detectOrder(ofKind('date')).order,
    currency: lookups.currency,
  };
  const rows = body.map(({ row, cells }): PastedDealRow => {
    if (row > MOST_ROWS + 1) return { row, deals: [], problems: [`At most ${MOST_ROWS} rows are read at once.`] };
    const extra = cells.slice(names.length).some((cell) => cell !== '');
    if (extra) return { row, deals: [], problems: ['The row has more cells than there are columns.'] };
    const byName = new Map<DealField, string>();
    for (const [at, cell] of cells.entries()) {
      const name = names[at];
      if (name !== undefined) byName.set(name, cell);
    }
    return { row, ...readRow(byName, lookups, marks) };
  });
  return { rows, unknownHeaders };
}
