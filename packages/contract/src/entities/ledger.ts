/** Money entered by hand: entries that are never changed, only reversed. */
import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';
import { CURRENCY } from './shared-fields.ts';

const newest = { orderBy: 'id', direction: 'desc' } as const;

const entry = {
  entryStatus: {
    kind: 'choice',
    label: 'Status',
    required: true,
    readOnly: true,
    options: [
      { value: 'posted', label: 'Posted', tone: 'good' },
      { value: 'reversed', label: 'Reversed', tone: 'attention' },
    ],
  },
  reversedBecause: { kind: 'text', label: 'Reversed because', max: 500, readOnly: true, hideInList: true },
} as const;

const name = { kind: 'text', label: 'Entry', max: 300, required: true, readOnly: true, search: true } as const;
const amount = { kind: 'decimal', label: 'Amount', required: true, currencyField: 'currency' } as const;
const notes = { kind: 'text', label: 'Notes', max: 2000, multiline: true, hideInList: true } as const;
const days = {
  fromDay: { kind: 'date', label: 'First day', required: true, ledger: true, help: 'In UTC.' },
  toDay: {
    kind: 'date',
    label: 'Last day',
    required: true,
    ledger: true,
    notBefore: 'fromDay',
    help: 'In UTC; at most 366 days after the first.',
  },
} as const;

export const manualTransaction = defineEntity({
  name: 'manualTransaction',
  path: 'manual-transactions',
  table: 'manual_transactions',
  one: 'Manual transaction',
  many: 'Manual transactions',
  title: 'reason',
  routes: { list: 'manualTransactions', add: 'manualTransactionsAdd', copy: 'manualTransactionsCopy' },
  ledger: true,
  fields: fields({
    reason: {
      kind: 'text',
      label: 'Reason',
      max: 300,
      required: true,
      search: true,
      help: 'Why this money is entered by hand; it cannot be changed afterwards.',
    },
    entryKind: {
      kind: 'choice',
      label: 'Kind',
      required: true,
      default: 'revenue',
      options: [
        { value: 'revenue', label: 'Revenue' },
        { value: 'cost', label: 'Media cost' },
        { value: 'flat_fee', label: 'Flat fee' },
        { value: 'publisher_cost', label: 'Publisher cost' },
      ],
    },
    day: { kind: 'date', label: 'Day', required: true, ledger: true, help: 'The day it counts on, in UTC.' },
    amount: { ...amount, min: '-10000000', max: '10000000', help: 'A negative amount takes away.' },
    currency: CURRENCY,
    partnerId: {
      kind: 'reference',
      label: 'Partner',
      to: 'partner',
      required: true,
      visibleWhen: { field: 'entryKind', is: ['revenue'] },
    },
    publisherId: {
      kind: 'reference',
      label: 'Publisher',
      to: 'publisher',
      required: true,
      visibleWhen: { field: 'entryKind', is: ['publisher_cost'] },
    },
    trafficSourceId: { kind: 'reference', label: 'Traffic source', to: 'trafficSource' },
    geoId: { kind: 'reference', label: 'Geo', to: 'geo' },
    attachments: { kind: 'images', label: 'Attachments', max: 5 },
    ...entry,
  }),
  defaultSort: newest,
});

export const simpleCost = defineEntity({
  name: 'simpleCost',
  path: 'simple-costs',
  table: 'simple_costs',
  one: 'Simple cost',
  many: 'Simple costs',
  title: 'name',
  routes: { list: 'simpleCost', add: 'simpleCost', copy: 'simpleCostCopy' },
  ledger: true,
  fields: fields({
    name,
    trafficSourceId: { kind: 'reference', label: 'Traffic source', to: 'trafficSource', required: true },
    geoId: { kind: 'reference', label: 'Geo', to: 'geo', help: 'Empty: every geo.' },
    ...days,
    amount: { ...amount, min: '0.01', max: '10000000', help: 'For the whole range.' },
    currency: CURRENCY,
    spread: {
      kind: 'choice',
      label: 'Spread',
      required: true,
      default: 'evenly',
      options: [
        { value: 'evenly', label: 'Evenly' },
        { value: 'visits', label: 'By visits' },
      ],
      help: 'By visits: each day bears its share of the source’s visits; evenly where there were none.',
    },
    notes,
    ...entry,
  }),
  defaultSort: newest,
});

export const partnerRevenue = defineEntity({
  name: 'partnerRevenue',
  path: 'partner-revenues',
  table: 'partner_revenues',
  one: 'Partner revenue',
  many: 'Partner revenues',
  title: 'name',
  routes: { list: 'partnersRevenues', add: 'partnersRevenuesAdd' },
  ledger: true,
  fields: fields({
    name,
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner', required: true },
    ...days,
    geoId: { kind: 'reference', label: 'Geo', to: 'geo' },
    productId: { kind: 'reference', label: 'Product', to: 'product' },
    trafficSourceId: { kind: 'reference', label: 'Traffic source', to: 'trafficSource' },
    amount: { ...amount, min: '-10000000', max: '10000000', help: 'For the whole range; spread evenly over its days.' },
    currency: CURRENCY,
    notes,
    ...entry,
  }),
  defaultSort: newest,
});

const count = { kind: 'integer', min: 0, max: 10_000_000, required: true, default: 0 } as const;
const money = { kind: 'decimal', required: true, default: '0', currencyField: 'currency' } as const;

export const gamblingStat = defineEntity({
  name: 'gamblingStat',
  path: 'gambling-stats',
  table: 'gambling_stats',
  one: 'Gambling stat',
  many: 'Gambling stats',
  title: 'name',
  routes: { list: 'gamblingStats', add: 'gamblingStatsAdd' },
  ledger: true,
  fields: fields({
    name,
    day: { kind: 'date', label: 'Day', required: true, ledger: true, help: 'In UTC.' },
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner', required: true },
    geoId: { kind: 'reference', label: 'Geo', to: 'geo' },
    trafficSourceId: { kind: 'reference', label: 'Traffic source', to: 'trafficSource' },
    registrations: { ...count, label: 'Registrations' },
    firstDeposits: { ...count, label: 'First deposits' },
    deposits: { ...count, label: 'Deposits' },
    depositAmount: { ...money, label: 'Deposit amount', min: '0', max: '100000000' },
    revenue: { ...money, label: 'Revenue', min: '-10000000', max: '10000000' },
    currency: CURRENCY,
    importId: { kind: 'reference', label: 'Import', to: 'gamblingImport', readOnly: true },
    ...entry,
  }),
  defaultSort: newest,
});

export const gamblingImport = defineEntity({
  name: 'gamblingImport',
  path: 'gambling-imports',
  table: 'gambling_imports',
  one: 'Import',
  many: 'Imports',
  title: 'name',
  // Made by uploading a file, not by a form.
  routes: { list: 'gamblingStats', also: { list: ['gamblingStatsCsvUpload'] } },
  listWith: null,
  fields: fields({
    name: { kind: 'text', label: 'File', max: 200, required: true, readOnly: true, search: true },
    partnerId: { kind: 'reference', label: 'Partner', to: 'partner', required: true, readOnly: true },
    mapping: { kind: 'json', label: 'Columns', readOnly: true, required: true, hideInList: true },
    importState: {
      kind: 'choice',
      label: 'State',
      required: true,
      readOnly: true,
      options: [
        { value: 'uploaded', label: 'Not checked yet' },
        { value: 'checking', label: 'Checking' },
        { value: 'checked', label: 'Checked', tone: 'accent' },
        { value: 'importing', label: 'Importing' },
        { value: 'imported', label: 'Imported', tone: 'good' },
        { value: 'failed', label: 'Failed', tone: 'bad' },
        { value: 'undone', label: 'Undone', tone: 'attention' },
      ],
    },
    rowsTotal: { ...count, label: 'Rows', readOnly: true },
    rowsDone: { ...count, label: 'Done', readOnly: true, hideInList: true },
    rowsGood: { ...count, label: 'Good', readOnly: true },
    rowsBad: { ...count, label: 'Refused', readOnly: true },
    problem: { kind: 'text', label: 'Problem', max: 500, readOnly: true },
  }),
  defaultSort: newest,
});
