/**
 * How likely a text is in an encoding: the logarithm of a probability. Each character outside ASCII is as likely as its
 * language makes it, and less likely next to characters with which it rarely stands (docs/decisions/0051).
 */
import { ENCODING_NAMES, ENCODINGS, type EncodingName } from '@signpost/contract/reading/encodings.ts';
import { ALPHABETS, type Alphabet, EXPECTED, EXPECTED_UNREADABLE } from './encoding-alphabets.ts';
import { IDEOGRAPHS, type Ideographs } from './encoding-ideographs.ts';
import { UNREADABLE_ENCODINGS, unreadableText } from './encoding-unreadable.ts';

/** The most frequent letter of an alphabet is this much more frequent than the rarest one, as a logarithm. */
const STEEPNESS = 2.5;
/** The probabilities of characters that are not letters of the text's language. */
const FOREIGN_LETTER = 0.002;
const MARK = 0.01;
const OTHER_SIGN = 0.0003;
const UNREADABLE = 1e-7;
/** Marks and currencies that tables contain. */
const MARKS = new Set('“”‘’„‚«»–—…€£°§²³©®™·•¿¡№´\u00a0，。、：；（）「」・！？％￥－');

/** Where a character stands. */
interface Place {
  before: string;
  after: string;
}

const smallLetter = (character: string): string => {
  if (character === 'İ') return 'i';
  return character.toLowerCase();
};
const isLetter = (character: string): boolean => /^[\p{L}\p{M}]/u.test(character);
const isAscii = (character: string): boolean => character < '\x80';
const isCapital = (character: string): boolean => /^\p{Lu}/u.test(character);
const isSmall = (character: string): boolean => /^\p{Ll}/u.test(character);

/** How much the case of a letter fits its neighbours. */
function caseFactor(character: string, { before, after }: Place): number {
  if (isCapital(character) && isSmall(before)) return 0.005;
  // Words of capitals are about as usual as others, and their first letter is not one that stands alone.
  if (isCapital(character) && (isCapital(before) || isCapital(after))) return 0.6;
  if (isCapital(character)) return 0.2;
  if (isSmall(character) && isCapital(before) && isCapital(after)) return 0.02;
  return 0.8;
}

function latinFactor({ before, after }: Place): number {
  if (/^\d/.test(before) || /^\d/.test(after)) return 0.01;
  if (!isLetter(before) && !isLetter(after)) return 0.05;
  if (isLetter(before) && !isAscii(before)) return 0.12;
  return 0.88;
}

/** Words of other scripts rarely have letters of ASCII, or one letter alone. */
function scriptFactor({ before, after }: Place): number {
  if ([before, after].some((one) => isLetter(one) && isAscii(one))) return 0.003;
  if (isLetter(before) || isLetter(after)) return 0.97;
  return 0.02;
}

/** Quotation marks that stand in front of a word, behind one, and on either side. */
const OPENING = new Set('„‚');
const CLOSING = new Set('”');
const EITHER_SIDE = new Set('“‘«»');
const QUOTES = new Set([...OPENING, ...CLOSING, ...EITHER_SIDE]);
/** The probability of a quotation mark that has another one, of one that is alone, and of one within a word. */
const PAIRED_QUOTE = 0.05;
const LONELY_QUOTE = 0.003;
const QUOTE_IN_WORD = 0.00002;

/** The probability of a quotation mark, by where it stands. */
function quoteShare(character: string, { before, after }: Place, isPaired: boolean): number {
  const isBehind = isLetter(before);
  const isInFront = isLetter(after);
  if (isBehind && (isInFront || OPENING.has(character))) return QUOTE_IN_WORD;
  if (isInFront && CLOSING.has(character)) return QUOTE_IN_WORD;
  if (isPaired) return PAIRED_QUOTE;
  return LONELY_QUOTE;
}

/** The probability of a character that is no letter, or that the language does not have. */
function strangeness(character: string): number {
  if (character === '\ufffd' || /^[\p{Cc}\p{Co}\p{Cn}]/u.test(character)) return UNREADABLE;
  if (MARKS.has(character)) return MARK;
  if (isLetter(character)) return FOREIGN_LETTER;
  return OTHER_SIGN;
}

type Model = (character: string, place: Place) => number;

function modelOfAlphabet({ letters, isLatin }: Alphabet): Model {
  const all = [...letters];
  const step = Math.exp(-STEEPNESS / all.length);
  const first = (1 - step) / (1 - step ** all.length);
  const shares = new Map(all.map((letter, rank) => [letter, first * step ** rank]));
  return (character, place) => {
    const share = shares.get(smallLetter(character));
    if (share === undefined && !isLetter(character)) return strangeness(character);
    const factor = isLatin ? latinFactor(place) : scriptFactor(place);
    return (share ?? strangeness(character)) * factor * caseFactor(character, place);
  };
}

const KANA = /^[\u3041-\u30fe]/;
const HALF_WIDTH_KANA = /^[\uff66-\uff9f]/;

/** The characters that the standard of an encoding calls the usual ones. */
function usualOf({ encoding, usual: [from, until] }: Ideographs): Set<string> {
  const decoder = new TextDecoder(encoding);
  const found = new Set<string>();
  for (let lead = from; lead <= until; lead += 1)
    for (let trail = 0x40; trail <= 0xfe; trail += 1) found.add(decoder.decode(new Uint8Array([lead, trail])));
  return found;
}

function modelOfIdeographs(ideographs: Ideographs): Model {
  const { encoding, common } = ideographs;
  const usual = usualOf(ideographs);
  const isJapanese = encoding === 'shift_jis' || encoding === 'euc-jp';
  const shareOf = (character: string): number => {
    if (isJapanese && KANA.test(character)) return 0.5 / 160;
    if (HALF_WIDTH_KANA.test(character)) return 0.5 / 60;
    if (common.has(character)) return 0.6 / common.size;
    if (usual.has(character)) return 0.35 / usual.size;
    if (/^[\p{sc=Han}\p{sc=Hangul}]/u.test(character)) return 0.01 / 5_000;
    return Math.min(strangeness(character), MARK);
  };
  return (character, { before, after }) => {
    if ([before, after].some((one) => isLetter(one) && isAscii(one))) return shareOf(character) * 0.2;
    const isAlone = !isLetter(before) && !isLetter(after);
    if (isAlone && HALF_WIDTH_KANA.test(character)) return 0.01 * shareOf(character);
    return shareOf(character);
  };
}

/** Whether a text has a quotation mark in front of a word and one behind a word. */
function hasPair(characters: readonly string[]): boolean {
  const quotes = [...characters.entries()].filter(([, character]) => QUOTES.has(character));
  const isBehind = quotes.some(([at]) => isLetter(characters[at - 1] ?? '') && !isLetter(characters[at + 1] ?? ''));
  const isInFront = quotes.some(([at]) => isLetter(characters[at + 1] ?? '') && !isLetter(characters[at - 1] ?? ''));
  return isBehind && isInFront;
}

/** The logarithm of the probability of a text. */
function scoreOf(text: string, model: Model): number {
  const characters = [...text];
  const isPaired = hasPair(characters);
  let score = 0;
  for (const [at, character] of characters.entries()) {
    if (isAscii(character)) continue;
    const place = { before: characters[at - 1] ?? '', after: characters[at + 1] ?? '' };
    score += Math.log(QUOTES.has(character) ? quoteShare(character, place, isPaired) : model(character, place));
  }
  return score;
}

export interface Reading {
  /** Null for an encoding that cannot be read. */
  encoding: EncodingName | null;
  label: string;
  text: string;
  score: number;
}

/** The text of these bytes in each encoding, the likeliest one first. */
export function readingsOf(bytes: Uint8Array): Reading[] {
  const models: { encoding: EncodingName; model: Model }[] = [
    ...ALPHABETS.flatMap((alphabet) => {
      const model = modelOfAlphabet(alphabet);
      return alphabet.encodings.map((encoding) => ({ encoding, model }));
    }),
    ...IDEOGRAPHS.map((ideographs) => ({ encoding: ideographs.encoding, model: modelOfIdeographs(ideographs) })),
  ];
  const scoreLike = (encoding: EncodingName, text: string): number =>
    Math.max(...models.filter((one) => one.encoding === encoding).map(({ model }) => scoreOf(text, model)));
  const readings = ENCODING_NAMES.flatMap((encoding): Reading[] => {
    const expected = EXPECTED[encoding];
    if (expected === undefined) return [];
    const text = new TextDecoder(encoding).decode(bytes);
    return [{ encoding, label: ENCODINGS[encoding], text, score: expected + scoreLike(encoding, text) }];
  });
  const unreadable = UNREADABLE_ENCODINGS.map((one): Reading => {
    const text = unreadableText(one, bytes);
    return { encoding: null, label: one.label, text, score: EXPECTED_UNREADABLE + scoreLike(one.like, text) };
  });
  return [...readings, ...unreadable].sort((one, other) => other.score - one.score);
}
