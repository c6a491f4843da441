/** Names that mix letters from right to left with others: their words stand on the page where a reader expects them. */
import { describe, expect, it } from 'vitest';
import { drawnLines, wordsOf } from '../testing/drawn.ts';
import { BUYER, GROUPS, HEAD, payloadOf, SELLER } from '../testing/payloads.ts';
import { renderPdf } from './pdf.ts';

const LINE = { description: 'CPA, Casino', month: '2026-10', exact: '12340.5', facts: 123 };

/** The facts of the document stand on the right of this. */
const FACTS = 300;

async function linesWith(more: Parameters<typeof payloadOf>[2], end?: number): Promise<string[][]> {
  const bytes = await renderPdf(payloadOf([LINE], GROUPS.AE, more), HEAD);
  return (await drawnLines(bytes, end)).map(wordsOf);
}

/** Each name as it is written, and its words on the page from left to right. */
const NAMES: readonly (readonly [name: string, words: readonly string[]])[] = [
  ['חברת ABC בעמ', ['בעמ', 'ABC', 'חברת']],
  ['ABC חברת בדיקה', ['ABC', 'בדיקה', 'חברת']],
  ['שלום עולם Group (ישראל) 2020', ['2020', '(', 'ישראל', ')', 'Group', 'עולם', 'שלום']],
  ['(בדיקה) Acme', ['Acme', '(', 'בדיקה', ')']],
  ['Acme (חברת בדיקה) Ltd.', ['Acme', '(', 'בדיקה', 'חברת', ')', 'Ltd.']],
  ['123 חברת Acme', ['Acme', 'חברת', '123']],
  ['מפעל 123-456 בעמ', ['בעמ', '123-456', 'מפעל']],
  ['חברת בדיקה 3.5% בעמ', ['בעמ', '3.5%', 'בדיקה', 'חברת']],
  ['חברת "Acme Media" בעמ', ['בעמ', '"Acme', 'Media"', 'חברת']],
  ['לאמיר Ltd, תל אביב', ['אביב', 'תל', ',Ltd', 'לאמיר']],
  ['סניף ב-ABC', ['ABC-ב', 'סניף']],
  ['שלום [A] (B) עולם', ['עולם', '(', 'B', ')', '[', 'A', ']', 'שלום']],
  ['شركة Acme للتجارة (ذ.م.م)', ['(', 'ذ.م.م', ')', 'للتجارة', 'Acme', 'شركة']],
  ['Al Noor النور للتجارة Trading', ['Al', 'Noor', 'للتجارة', 'النور', 'Trading']],
  ['مؤسسة 24/7', ['24/7', 'مؤسسة']],
  ['شركة A&B', ['A&B', 'شركة']],
  ['گروه Kian کیان', ['کیان', 'Kian', 'گروه']],
  ['الإسلام Media لآلئ', ['لآلئ', 'Media', 'الإسلام']],
  ['Amber Royale Ltd. (Malta) 24/7', ['Amber', 'Royale', 'Ltd.', '(', 'Malta', ')', '24/7']],
];

describe('A name of two directions', () => {
  it.each(NAMES)('%s stands on the page in the order in which it is read', async (name, words) => {
    const lines = await linesWith({ buyer: { ...BUYER, name } }, FACTS);
    expect(lines).toContainEqual(words);
  });

  it('goes on in the next line where a reader looks for it', async () => {
    const name = 'חברת בדיקה ארוכה מאוד Amber Royale Entertainment International Holdings בעמ תל אביב';
    const lines = await linesWith({ buyer: { ...BUYER, name } }, FACTS);
    const first = lines.findIndex((words) => words.at(-1) === 'חברת');
    expect(lines.slice(first, first + 2)).toEqual([
      ['Amber', 'Royale', 'Entertainment', 'מאוד', 'ארוכה', 'בדיקה', 'חברת'],
      ['אביב', 'תל', 'בעמ', 'International', 'Holdings'],
    ]);
  });

  it('changes neither the parts beside it nor their order', async () => {
    const bank = { name: 'בנק ABC לאומי', holder: 'חברת ABC בעמ', iban: 'IL62 0108', bic: 'LUMIILIT' };
    const seller = { ...SELLER, name: 'חברת ABC בעמ', street: 'רחוב הרצל 12', city: 'תל אביב', bank };
    const lines = await linesWith({ seller });
    expect(lines).toContainEqual(['לאומי', 'ABC', 'בנק', '·', 'IL62', '0108', '·', 'LUMIILIT']);
    expect(lines).toContainEqual(['Account', 'holder:', 'בעמ', 'ABC', 'חברת']);
    const sender = lines.find((words) => words.includes('הרצל'));
    expect(sender?.slice(0, 12)).toEqual([
      'בעמ',
      'ABC',
      'חברת',
      '·',
      '12',
      'הרצל',
      'רחוב',
      '·',
      'אביב',
      'תל',
      '1070',
      '·',
    ]);
  });

  it('keeps the lines of a note, each with its own direction', async () => {
    const lines = await linesWith({ note: 'תודה ABC רבה\nThanks תודה ABC\n\nסוף' });
    const first = lines.findIndex((words) => words.at(-1) === 'תודה');
    expect(lines.slice(first, first + 2)).toEqual([
      ['רבה', 'ABC', 'תודה'],
      ['Thanks', 'תודה', 'ABC'],
    ]);
    expect(lines).toContainEqual(['סוף']);
  });
});
