import { describe, expect, it } from 'vitest';
import { findColumns, findEvents } from './reconcile.ts';

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
    [
      ['Transaction ID', 'Transaction type', 'Amount'],
      { reference: 'Transaction ID', status: 'Transaction type', amount: 'Amount' },
    ],
    [['Action Id', 'Action Date', 'Event type', 'State', 'Payout'], { status: 'State', amount: 'Payout' }],
    [
      ['Bestellnummer', 'Event time', 'Buchungsart', 'Betrag'],
      { reference: 'Bestellnummer', status: 'Buchungsart', amount: 'Betrag', time: 'Event time' },
    ],
    [['Brand', 'Country'], {}],
  ])('are found by the headers %j', (headers, columns) => {
    expect(findColumns(headers)).toEqual(columns);
  });

  it.each([
    [['Transaction ID', 'Status', 'Transaction type'], 'Status', 'Transaction type'],
    [['Transaction ID', 'Type'], 'Type', null],
    [['Transaction ID', 'Status'], 'Status', null],
  ])('have one of events in %j beside the one of statuses, or none', (headers, status, events) => {
    expect(findEvents(headers, status)).toBe(events);
  });
});
