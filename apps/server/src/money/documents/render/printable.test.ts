/** Names and addresses in the scripts of the world, as partners of other countries write them. */
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { BUYER, GROUPS, HEAD, payloadOf } from '../testing/payloads.ts';
import { renderPdf } from './pdf.ts';
import { preparePrint, refuseUnprintable } from './printable.ts';

const LINE = { description: 'CPA, Casino', month: '2026-10', exact: '12340.5', facts: 123 };
const named = (name: string, note = '') => payloadOf([LINE], GROUPS.AE, { buyer: { ...BUYER, name }, note });

const NAMES: readonly (readonly [script: string, name: string])[] = [
  ['Japanese', '株式会社テスト ひらがな ㈱'],
  ['simplified Chinese', '北京测试网络科技有限公司'],
  ['traditional Chinese', '國際數位行銷股份有限公司'],
  ['Korean', '주식회사 테스트 서울특별시'],
  ['Hebrew', 'חברת בדיקה בעמ'],
  ['Arabic', 'شركة'],
  ['Thai', 'บริษัท ทดสอบ จำกัด'],
  ['Hindi', 'भारत'],
  ['Greek', 'Δοκιμή Α.Ε.'],
  ['Cyrillic', 'ООО «Тест» Їжак Ђорђе'],
  ['Vietnamese', 'Công ty TNHH Thử Nghiệm'],
  ['Polish', 'Spółka Łódź Źdźbło'],
  ['Turkish', 'Şirketi İĞÜÖÇ'],
  ['currency signs', '₦ ₸ ₿ ₽ ₹ €'],
  ['fullwidth Latin', 'ＡＢＣ１２３'],
];

/** Names whose letters are parts of other signs: each one is printed after all those before it. */
const ARABIC_NAMES = [
  'غريد زينة ثابت',
  'مكتبة الهدى فؤاد جهاد',
  'مؤسسة محمد عبدالله',
  'محمد بن سلمان',
  'عبد الله هشام الهدى',
  'ملجأ الإسلام لآلئ',
  'خليج ججج ححح خخخ',
  'هههه عععع صصصص طططط قققق ككك',
  'حَمَّدٌ',
  'گچپژ کیان',
];

const signsOf = (text: string): string[] => [...text.normalize('NFKC').replace(/\s/gu, '')].sort();

async function expectSigns(name: string): Promise<void> {
  const bytes = new Uint8Array(await renderPdf(named(name), HEAD));
  const [page = ''] = (await extractText(await getDocumentProxy(bytes))).text;
  const printed = signsOf(page);
  for (const sign of signsOf(name)) {
    const place = printed.indexOf(sign);
    expect(place, `${sign} of ${name} is missing`).toBeGreaterThanOrEqual(0);
    printed.splice(place, 1);
  }
}

describe('A name in another script', () => {
  it.each(NAMES)('is printed sign by sign: %s', async (_script, name) => {
    await expectSigns(name);
    await expect(refuseUnprintable(named(name))).resolves.toBeUndefined();
  });

  it('is printed whole after other documents, whichever signs have its letters as parts', async () => {
    for (const name of [...ARABIC_NAMES, ...ARABIC_NAMES.toReversed()]) await expectSigns(name);
  });

  it('opens no font of another script for a document in Latin letters', async () => {
    const { families } = await preparePrint(named('Amber Royale Ltd.'));
    expect(families.every((family) => family.startsWith('Inter '))).toBe(true);
  });

  it.each([
    ['a ligature becomes its letters', 'Of\ufb01ce', 'Office'],
    ['letters with separate accents are joined', 'e\u0301te\u0301', 'été'],
    ['direction marks of a phone’s address book are left out', '\u202dAcme\u202c', 'Acme'],
    ['a narrow blank becomes a blank', 'Acme\u2007Ltd', 'Acme Ltd'],
  ])('keeps its meaning: %s', async (_name, written, printed) => {
    const { payload, missing } = await preparePrint(named(written));
    expect(missing).toEqual([]);
    expect(payload.buyer.name).toBe(printed);
  });

  it('goes on in the next line where a long name has no blanks', async () => {
    const long = '株式会社とても長い名前の会社で改行が必要になるはずの商号';
    const { payload } = await preparePrint(named(long));
    const lines = payload.buyer.name.split('\n');
    expect(lines.join('')).toBe(long);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(16);
  });
});

describe('A character that no font has', () => {
  it('is refused before the document leaves, and the message names it', async () => {
    await expect(refuseUnprintable(named('Acme 😀 ப'))).rejects.toThrow(
      'A document cannot print “😀” (U+1F600), “ப” (U+0BAA). Write the name, address or note without them.',
    );
    await expect(refuseUnprintable(named('Acme', '🎰'))).rejects.toThrow('“🎰” (U+1F3B0)');
  });

  it('is a question mark in the picture of a draft', async () => {
    const { payload, missing } = await preparePrint(named('Acme 😀'));
    expect(payload.buyer.name).toBe('Acme ?');
    expect(missing).toEqual(['😀']);
  });
});
