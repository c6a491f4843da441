/** Names of files: without characters that a system forbids, and in plain Latin letters for programs that know no others. */

/** Characters that a system forbids in names of files, that separate folders, or that nobody sees. */
const FORBIDDEN = /[\\/:*?"<>|\p{Cc}\p{Cf}]/gu;
const LONGEST = 200;

/** The name under which every system can store a file, with all its letters. */
export const wholeName = (name: string): string => name.replaceAll(FORBIDDEN, '_').slice(0, LONGEST).toWellFormed();

/** Letters that do not consist of a plain letter and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ẞ: 'SS',
  Æ: 'Ae',
  æ: 'ae',
  Œ: 'Oe',
  œ: 'oe',
  Ø: 'O',
  ø: 'o',
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ð: 'D',
  ð: 'd',
  Þ: 'Th',
  þ: 'th',
  ı: 'i',
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
};
const ACCENTS = /\p{M}/gu;

/** The text in plain Latin letters, digits and `. _ ( ) -`. Other signs become `_`, and letters without a Latin form are left out. */
export function latinName(text: string): string {
  const letters = [...text.normalize('NFC')].map((sign) => LETTERS[sign] ?? sign).join('');
  return letters
    .normalize('NFKD')
    .replaceAll(ACCENTS, '')
    .replaceAll(/[^\x20-\x7e]/g, '')
    .replaceAll(/[^\w. ()-]/g, '_');
}
