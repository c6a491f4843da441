import { describe, expect, it } from 'vitest';
import { findColumns } from './reconcile.ts';

describe('The columns of a partner’s file', () => {
  it.each([
    [
      ['Date', 'Transaction ID', 'Payout', 'Status'],
      { reference: 'Transaction ID', amount: 'Payout', status: 'Status', time: 'Date' },
    ],
    [
      ['Datum', 'Transaktion', 'Betrag', 'Status'],
      { reference: 'Transaktion', amount: 'Betrag', status: 'Status', time: 'Datum' },
    ],
    [['Transaktions-ID', 'Provision (EUR)'], { reference: 'Transaktions-ID', amount: 'Provision (EUR)' }],
    [['click_id', 'txid', 'amount'], { reference: 'txid', amount: 'amount', clickId: 'click_id' }],
    [['Brand', 'Country'], {}],
  ])('are found by the headers %j', (headers, columns) => {
    expect(findColumns(headers)).toEqual(columns);
  });
});
