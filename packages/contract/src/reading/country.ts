/** The one reader of countries: codes of two or three letters and names, as forms and networks send them. */
import { ABBREVIATIONS, ALIASES, FILLERS, FORMS_OF_STATE, REMARKS, TWICE } from './country-names.ts';
import { trimInvisible } from './invisible.ts';

/** The languages after English, in this order: if two give one name to different countries, the first one counts. */
const OTHER_LANGUAGES =
  `de fr es it pt nl pl ru uk be bg sr hr bs sl sk cs mk hu ro el tr az sq da sv nb nn is fi et lv lt ga mt ca eu gl
   ar fa ur he hi bn ta te mr gu pa ne si th lo my km ka hy kk uz ky mn ja ko zh zh-Hant vi id ms fil sw am af`.split(
    /\s+/,
  );

/** Codes of three letters (ISO 3166-1) whose first two letters are not the code of two. */
const ALPHA3 =
  'AND AD ARE AE ARG AR ARM AM AUS AU AUT AT AZE AZ BEL BE BGD BD BGR BG BHR BH BIH BA BLR BY BRA BR CAN CA CHE CH CHL CL CHN CN COL CO CRI CR CYP CY CZE CZ DEU DE DNK DK DOM DO DZA DZ ECU EC EGY EG ESP ES EST EE FIN FI FRA FR GEO GE GHA GH GRC GR GTM GT HKG HK HND HN HRV HR HUN HU IDN ID IND IN IRL IE IRN IR IRQ IQ ISL IS ISR IL ITA IT JOR JO JPN JP KAZ KZ KEN KE KOR KR KWT KW LBN LB LIE LI LKA LK LTU LT LUX LU LVA LV MAR MA MCO MC MDA MD MEX MX MKD MK MLT MT MNE ME MYS MY NGA NG NIC NI NLD NL NOR NO NZL NZ OMN OM PAK PK PAN PA PER PE PHL PH POL PL PRT PT PRY PY QAT QA ROU RO RUS RU SAU SA SGP SG SLV SV SRB RS SVK SK SVN SI SWE SE THA TH TUN TN TUR TR TWN TW UKR UA URY UY USA US UZB UZ VEN VE VNM VN ZAF ZA MDG MG CIV CI CMR CM SEN SN UGA UG TZA TZ ETH ET ZMB ZM ZWE ZW BOL BO PSE PS SYR SY YEM YE NPL NP KHM KH MMR MM LAO LA MNG MN AFG AF CUB CU JAM JM TTO TT HTI HT PRK KP COD CD COG CG AGO AO MOZ MZ';

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The words of a name in one order, without abbreviations and words that change nothing: "Korea, Rep." and "Republic of Korea". */
const sortedWords = (name: string): string =>
  joinedLetters(name)
    .split(' ')
    .map((word) => ABBREVIATIONS[word] ?? word)
    .filter((word) => !FILLERS.has(word))
    .toSorted()
    .join(' ');

/** "u s virgin islands" as "us virgin islands". The s of "people s" is no letter of its own. */
const joinedLetters = (name: string): string => name.replace(/(?<=^|[^\p{L}])(\p{L}) (?=\p{L}(?:[^\p{L}]|$))/gu, '$1');

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Codes of states that no longer exist, which could be any of their successors. `cs` is also the Czech language. */
const DISSOLVED: ReadonlySet<string> = new Set(['AN', 'CS', 'SU', 'YU']);
/** Codes that name no country: groups of countries, and places for private use. */
const NO_COUNTRY: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'QO', 'ZZ']);

/** Places with a reserved code (ISO 3166-1, exceptional reservations), which no list of countries has, and their country. */
const PART_OF: Readonly<Partial<Record<string, string>>> = {
  AC: 'SH',
  CP: 'FR',
  CQ: 'GG',
  DG: 'IO',
  EA: 'ES',
  IC: 'ES',
  TA: 'SH',
};

function makeTable(): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  const known = new Set<string>();
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  for (const code of LETTERS.flatMap((one) => LETTERS.map((two) => one + two))) {
    const canonical = new Intl.Locale(`und-${code}`).region ?? code;
    const name = english.of(canonical);
    if (name === undefined || NO_COUNTRY.has(canonical) || DISSOLVED.has(code)) continue;
    const country = PART_OF[canonical] ?? canonical;
    table.set(code.toLowerCase(), country);
    table.set(plain(name), country);
    known.add(country);
  }
  for (const language of OTHER_LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
    for (const code of known) {
      const name = plain(names.of(code) ?? '');
      if (name !== '' && !table.has(name)) table.set(name, code);
    }
  }
  const codes = ALPHA3.split(' ');
  for (let at = 0; at < codes.length; at += 2) table.set((codes[at] ?? '').toLowerCase(), codes[at + 1] ?? '');
  for (const [alias, code] of Object.entries(ALIASES)) table.set(alias, code);
  return table;
}

let table: ReadonlyMap<string, string> | undefined;
/** The same names by their sorted words. If two countries have the same words, the first one counts. */
let byWords: ReadonlyMap<string, string> | undefined;

function makeWords(names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const [name, code] of names) {
    const key = sortedWords(name);
    if (key.length > 3 && !words.has(key)) words.set(key, code);
  }
  return words;
}

/** The code of a name in one of the known forms. */
function codeOf(name: string): string | undefined {
  table ??= makeTable();
  byWords ??= makeWords(table);
  const joined = joinedLetters(name);
  // `N/A` is not Namibia.
  const ofLetters = joined.length > 2 ? table.get(joined) : undefined;
  return table.get(name) ?? ofLetters ?? byWords.get(sortedWords(name)) ?? codeOfState(name);
}

/** The code of a full name: "Federal Republic of Germany", and "Germany, Federal Republic of". */
function codeOfState(name: string): string | undefined {
  const words = name.split(' ');
  const isForm = (word: string): boolean => word === 'of' || FORMS_OF_STATE.has(word);
  const start = words.findIndex((word) => !isForm(word));
  const end = words.findLastIndex((word) => !isForm(word)) + 1;
  const short = words.slice(Math.max(0, start), end).join(' ');
  const isFull = words.includes('of', 1) && (words[start - 1] === 'of' || words[start - 1] === 'the' || start === 0);
  if (short === name || short === '' || !isFull || TWICE.has(short)) return undefined;
  return table?.get(short);
}

/** A flag is the two letters of its country, each as a sign of its own. */
const asLetters = (text: string): string =>
  text.replace(/[\u{1f1e6}-\u{1f1ff}]/gu, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0x1f1e6 + 65));

/** A language with its country (`de-DE`), or a country with a part of it (`GB-ENG`, `US-CA`). */
const LOCALE = /^[a-z]{2}[-_]([A-Z]{2})$/;
const SUBDIVISION = /^([A-Z]{2})-[A-Z0-9]{1,3}$/;
/** The signs between two names of one country, or between a name and its code. */
const BETWEEN_NAMES = /[()[\]/|:]| [-\u2013\u2014] /;

/**
 * The code of two letters (ISO 3166-1) of a code or a name, in any case and with or without accents; null if there is none.
 * Several names beside each other, such as "Germany (DE)", have to be of one country.
 */
export function readCountry(given: string): string | null {
  const text = asLetters(trimInvisible(given)).slice(0, 200);
  const [, part = ''] = LOCALE.exec(text) ?? SUBDIVISION.exec(text) ?? [];
  const known = codeOf(plain(text)) ?? codeOf(plain(part));
  if (known !== undefined) return known;
  const names = text.split(BETWEEN_NAMES).map(plain);
  const codes = names.filter((name) => name !== '' && !REMARKS.has(name)).map(codeOf);
  const [first] = codes;
  if (first !== undefined && codes.every((code) => code === first)) return first;
  return null;
}
