import { expect, it } from 'vitest';
import { namesEvents } from './event-columns.ts';

/** Headers of networks, payment providers and banks as their documents and users show them. */
const EVENTS = [
  'Event, event, EVENT_TYPE, Event type, Event name, eventName, Goal, Goal name, Action, Type, Type (sale/lead), Ereignis, Aktion',
  'Transaction type, TRANSACTION_TYPE, transactionType, Transaction Types, Type of transaction, Transaction type (EN), Tx type',
  'Record type, Row type, Entry Type, Line type, Operation type, Commission type, Conversion Type, Sale Type, Activity type',
  'Vorgang, Vorgangsart, Buchungsart, Umsatzart, Transaktionsart, Transaktionstyp, Art der Transaktion, Art, Typ',
  'Tipo, Tipo de transacción, Tipo de operación, Operación, Tipo di transazione, Tipo operazione, Tipo de transação',
  'Type de transaction, Type d’opération, Nature de l’opération, Opération, Soort, Soort transactie, Transactietype',
  'Typ transakcji, Rodzaj operacji, Typ transakce, Тип, Тип операции, Тип транзакции, Вид операции, Событие, İşlem türü',
  '交易类型, 取引種別, 거래유형, 类型',
];
const OTHERS = [
  'Event ID, Event time, event_date, Event status, Action Date, Action Id, goal_id, Event value, Type ID',
  'Transaction, Transaction ID, Transaction date, Transaction status, Record, Status, Operation ID, Operationsnummer',
  'Device type, Campaign type, Traffic type, Payment type, Tip, Artikel, Typography, Amount, Betrag, Tipo de cambio',
];
const named = (lists: readonly string[]): string[] => lists.flatMap((list) => list.split(', '));

it.each(named(EVENTS))('takes a column called %s for one of events', (header) => {
  expect(namesEvents(header)).toBe(true);
});

it.each(named(OTHERS))('takes no column called %s for one of events', (header) => {
  expect(namesEvents(header)).toBe(false);
});
