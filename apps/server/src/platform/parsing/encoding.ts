/**
 * Decodes a table that is not in Unicode, in the encoding that a person has chosen or in the one that its letters show. The
 * forms stand in `encoding.test.ts`.
 */
import { ENCODING_NAMES, ENCODING_PATH, type EncodingName, type ReadAs } from '@signpost/contract/reading/encodings.ts';
import { unicodeText } from '../uploaded-text.ts';
import { type Reading, readingsOf } from './encoding-scores.ts';
import { sevenBitEncoding } from './encoding-seven-bits.ts';
import { refusedAt } from './refusal.ts';

interface DecodedTable {
  text: string;
  /** Null for a text in Unicode, whatever a person has chosen. */
  encoding: ReadAs | null;
}

/** Errors: VALIDATION at `file` for a file that is not text, and at `encoding` if a person must choose it. */
export function decodeTable(bytes: Buffer, chosen: EncodingName | undefined): DecodedTable {
  const text = unicodeText(bytes);
  if (text !== null) return asciiTable(bytes, text, chosen) ?? { text, encoding: null };
  const name = chosen ?? detectEncoding(bytes);
  return { text: new TextDecoder(name).decode(bytes), encoding: { name, isChosen: chosen !== undefined } };
}

/**
 * The text of bytes of ASCII that mean other letters; null for a plain text, and for one that a person wants as it stands.
 * Errors: VALIDATION at `encoding` if the letters cannot be decoded.
 */
function asciiTable(bytes: Buffer, text: string, chosen: EncodingName | undefined): DecodedTable | null {
  const isAscii = text.length === bytes.length;
  if (!isAscii || (chosen !== undefined && chosen !== 'iso-2022-jp')) return null;
  const found = sevenBitEncoding(text);
  if (found === null) return null;
  if (found === 'iso-2022-jp')
    return { text: new TextDecoder(found).decode(bytes), encoding: { name: found, isChosen: chosen !== undefined } };
  const advice = 'Save it as UTF-8, or choose UTF-8 to read its texts as they stand.';
  throw refusedAt(ENCODING_PATH, `This file seems to be in ${found.unreadable}, which cannot be read here. ${advice}`);
}

/** Words of this many bytes are enough for detection. */
const MOST_BYTES = 4 * 1024;
/** The bytes that no encoding uses within a character, as a tabulator, a blank or a comma. They divide the text into words. */
const isBetween = (byte: number): boolean => byte < 0x30 || (byte >= 0x3a && byte <= 0x3f);

/** The different words with characters outside ASCII, one a line. */
function wordsOf(bytes: Buffer): Buffer {
  const words = new Set<string>();
  let length = 0;
  let start = 0;
  let isStrange = false;
  for (let at = 0; at <= bytes.length && length < MOST_BYTES; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 0x80) isStrange = true;
    if (!isBetween(byte)) continue;
    if (isStrange) {
      const word = bytes.toString('latin1', start, Math.min(at, start + MOST_BYTES));
      if (!words.has(word)) length += word.length;
      words.add(word);
    }
    start = at + 1;
    isStrange = false;
  }
  return Buffer.from([...words].join('\n'), 'latin1');
}

/** Whether most characters are in UTF-8, and a few were cut or replaced. */
function isDamagedUtf8(words: Buffer): boolean {
  const strange = [...new TextDecoder().decode(words)].filter((character) => character >= '\x80');
  const damaged = strange.filter((character) => character === '\ufffd').length;
  return damaged * LEAST_WHOLE <= strange.length - damaged;
}

/** A text is damaged UTF-8 if it has at least this many whole characters for each damaged one. */
const LEAST_WHOLE = 4;
/** Another text must be less likely by these factors, as logarithms: the first at least, the second for each character that differs. */
const CERTAIN = 2;
const CERTAIN_BY_CHARACTER = 0.3;
/** A text whose characters are less likely than this on average is in no encoding that is known here. */
const LEAST_LIKELY = -10;
/** The question shows this many texts, with as many characters. */
const SHOWN_TEXTS = 3;
const SHOWN_CHARACTERS = 40;

/** Errors: VALIDATION at `encoding` if the letters fit several encodings. */
function detectEncoding(bytes: Buffer): EncodingName {
  const words = wordsOf(bytes);
  if (isDamagedUtf8(words)) return 'utf-8';
  const readings = readingsOf(words);
  const [best] = readings;
  if (best === undefined) throw new Error('There are no encodings.');
  const others = readings.filter(({ text }) => text !== best.text);
  const strange = [...best.text].filter((character) => character >= '\x80').length;
  const distanceTo = (other: Reading): number =>
    Math.max(CERTAIN, CERTAIN_BY_CHARACTER * differences(best.text, other.text));
  // Programs of DOS wrote other encodings, which nothing here can read, with the same bytes as old Macs.
  const isReadable = best.encoding !== null && best.encoding !== 'macintosh';
  const isClear = isReadable && others.every((other) => best.score - other.score >= distanceTo(other));
  if (isClear && best.score >= LEAST_LIKELY * strange) return preferred(readings, best.text);
  throw refusedAt(ENCODING_PATH, questionAbout(readings));
}

/** How many characters differ between two texts. Of texts with different lengths, all characters outside ASCII differ. */
function differences(one: string, other: string): number {
  const characters = [...one];
  const others = [...other];
  if (characters.length !== others.length) return characters.filter((character) => character >= '\x80').length;
  return characters.filter((character, at) => character !== others[at]).length;
}

/** Equal texts are read in the encoding that most programs write. */
function preferred(readings: readonly Reading[], text: string): EncodingName {
  const same = new Set<EncodingName | null>(
    readings.filter((one) => one.text === text).map(({ encoding }) => encoding),
  );
  return ENCODING_NAMES.find((name) => same.has(name)) ?? 'windows-1252';
}

const exampleOf = ({ text }: Reading): string => text.replaceAll('\n', ' ').slice(0, SHOWN_CHARACTERS);

/** Asks for the encoding, with what the file would say. */
function questionAbout(readings: readonly Reading[]): string {
  const texts = new Map<string, string>();
  const readable = readings.filter(({ encoding }) => encoding !== null);
  for (const reading of readable)
    if (texts.size < SHOWN_TEXTS && !texts.has(exampleOf(reading)))
      texts.set(exampleOf(reading), `“${exampleOf(reading)}” in ${reading.label}`);
  const question = `The letters of this file can be read in several ways: ${[...texts.values()].join(', ')}.`;
  return [question, adviceFor(readings), 'Choose the encoding.'].filter((sentence) => sentence !== '').join(' ');
}

/** Tells how a file can be read whose likeliest encoding is not known here; '' for other files. */
function adviceFor([best]: readonly Reading[]): string {
  if (best === undefined || best.encoding !== null) return '';
  return `If it should say “${exampleOf(best)}”, it is in ${best.label}, so save it as UTF-8 and choose it again.`;
}
