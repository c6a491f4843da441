/** Columns that say which way an amount goes, as public exports of banks, payment providers and ledgers have them. */
import { describe, expect, it } from 'vitest';
import { namesSides, readSides } from './debit-credit.ts';

const sidesOf = (header: string, cells: readonly string[], mayBeLetters = true) => {
  const sideOf = readSides(header, cells, mayBeLetters);
  return sideOf === null ? null : cells.map(sideOf);
};

describe('A column of credits and debits', () => {
  it.each([
    ['Type', 'Credit', 'Debit'],
    ['Transaction Type', 'CREDIT', 'DEBIT'],
    ['CR/DR', 'CR', 'DR'],
    ['Type', 'Cr.', 'Dr.'],
    ['Type', 'CR', 'DB'],
    ['CdtDbtInd', 'CRDT', 'DBIT'],
    ['Soll/Haben', 'H', 'S'],
    ['Soll/Haben', 'Haben', 'Soll'],
    ['Umsatzart', 'Gutschrift', 'Lastschrift'],
    ['D/K', 'K', 'D'],
    ['D/C', 'C', 'D'],
    ['Af Bij', 'Bij', 'Af'],
    ['Sens', 'Crédit', 'Débit'],
    ['Tipo', 'Abono', 'Cargo'],
    ['Tipo', 'Haber', 'Debe'],
    ['Segno', 'Avere', 'Dare'],
    ['Tipo', 'Crédito', 'Débito'],
    ['Typ', 'Uznanie', 'Obciążenie'],
    ['Typ', 'Kredit', 'Debet'],
    ['Тип', 'Кредит', 'Дебет'],
    ['Тип операции', 'Зачисление', 'Списание'],
    ['Tür', 'Alacak', 'Borç'],
    ['借贷', '贷', '借'],
    ['区分', '入金', '借方'],
    ['Vorzeichen', '+', '-'],
    ['Sign', '+', '−'],
    ['Direction', 'in', 'out'],
    ['Direction', 'Incoming', 'Outgoing'],
    ['Type', 'Commission credit', 'Debit adjustment'],
  ])('is read in the words of %s: %s and %s', (header, credit, debit) => {
    expect(sidesOf(header, [credit, debit, '', credit])).toEqual(['credit', 'debit', null, 'credit']);
  });

  it('says nothing clear of debits without any credit', () => {
    expect(sidesOf('Type', ['Debit', 'Debit'])).toEqual(['unclear', 'unclear']);
    expect(sidesOf('Soll/Haben', ['S', 'S'])).toEqual(['unclear', 'unclear']);
    expect(sidesOf('Soll/Haben', ['H', 'H'])).toEqual(['credit', 'credit']);
    expect(sidesOf('Type', ['Sale', 'Debit', 'Credit'])).toEqual([null, 'debit', 'credit']);
  });

  it('is not a column of other letters, words or amounts', () => {
    expect(sidesOf('Type', ['S', 'S'])).toBeNull();
    expect(sidesOf('Type', ['S', 'H', 'X'])).toBeNull();
    expect(sidesOf('Status', ['C', 'D'], false)).toBeNull();
    expect(sidesOf('Credit', ['100.00', '', '0'])).toBeNull();
    expect(sidesOf('Type', ['Debit card', 'Credit card', 'Credit note', 'Direct debit'])).toBeNull();
  });
});

describe('A header', () => {
  it.each([
    'Soll/Haben',
    'S/H',
    'D/C',
    'Dr/Cr',
    'Debit or credit',
    'debitCredit',
    'Af Bij',
    'Richtung',
    'Kz',
    'Дебет/Кредит',
  ])('names the two sides: %s', (header) => expect(namesSides(header)).toBe(true));
  it.each(['Card type', 'Credit/Debit card', 'Funding (credit, debit)', 'Type', 'Status', 'S', 'Design', 'Signup'])(
    'names something else: %s',
    (header) => expect(namesSides(header)).toBe(false),
  );
});
