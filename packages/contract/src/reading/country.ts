/** The one reader of countries: codes of two or three letters and names, as forms and networks send them. */
import { trimInvisible } from './invisible.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl'] as const;

/** Names and codes that are in use beside those of the standard. */
const ALIASES: Readonly<Record<string, string>> = {
  uk: 'GB',
  gbr: 'GB',
  'great britain': 'GB',
  england: 'GB',
  scotland: 'GB',
  wales: 'GB',
  'northern ireland': 'GB',
  el: 'GR',
  usa: 'US',
  'u s a': 'US',
  'u s': 'US',
  'u k': 'GB',
  us: 'US',
  'united states of america': 'US',
  america: 'US',
  holland: 'NL',
  'the netherlands': 'NL',
  'czech republic': 'CZ',
  'republic of ireland': 'IE',
  'south korea': 'KR',
  'republic of korea': 'KR',
  'russian federation': 'RU',
  uae: 'AE',
  'viet nam': 'VN',
  macedonia: 'MK',
  turkey: 'TR',
  brasil: 'BR',
};

/** Codes of three letters (ISO 3166-1) whose first two letters are not the code of two. */
const ALPHA3 =
  'AND AD ARE AE ARG AR ARM AM AUS AU AUT AT AZE AZ BEL BE BGD BD BGR BG BHR BH BIH BA BLR BY BRA BR CAN CA CHE CH CHL CL CHN CN COL CO CRI CR CYP CY CZE CZ DEU DE DNK DK DOM DO DZA DZ ECU EC EGY EG ESP ES EST EE FIN FI FRA FR GEO GE GHA GH GRC GR GTM GT HKG HK HND HN HRV HR HUN HU IDN ID IND IN IRL IE IRN IR IRQ IQ ISL IS ISR IL ITA IT JOR JO JPN JP KAZ KZ KEN KE KOR KR KWT KW LBN LB LIE LI LKA LK LTU LT LUX LU LVA LV MAR MA MCO MC MDA MD MEX MX MKD MK MLT MT MNE ME MYS MY NGA NG NIC NI NLD NL NOR NO NZL NZ OMN OM PAK PK PAN PA PER PE PHL PH POL PL PRT PT PRY PY QAT QA ROU RO RUS RU SAU SA SGP SG SLV SV SRB RS SVK SK SVN SI SWE SE THA TH TUN TN TUR TR TWN TW UKR UA URY UY USA US UZB UZ VEN VE VNM VN ZAF ZA';

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Codes that name no country: groups of countries, and places for private use. */
const NO_COUNTRY: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'QO', 'ZZ']);

function makeTable(): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  const [first, ...others] = LANGUAGES.map(
    (language) => new Intl.DisplayNames([language], { type: 'region', fallback: 'none' }),
  );
  for (const code of LETTERS.flatMap((one) => LETTERS.map((two) => one + two))) {
    const canonical = new Intl.Locale(`und-${code}`).region ?? code;
    const name = first?.of(canonical);
    if (name === undefined || NO_COUNTRY.has(canonical)) continue;
    table.set(code.toLowerCase(), canonical);
    for (const names of others) table.set(plain(names.of(canonical) ?? name), canonical);
    table.set(plain(name), canonical);
  }
  const codes = ALPHA3.split(' ');
  for (let at = 0; at < codes.length; at += 2) table.set((codes[at] ?? '').toLowerCase(), codes[at + 1] ?? '');
  for (const [alias, code] of Object.entries(ALIASES)) table.set(alias, code);
  return table;
}

let table: ReadonlyMap<string, string> | undefined;

/** The code of two letters (ISO 3166-1) of a code or a name, in any case and with or without accents; null if there is none. */
export function readCountry(given: string): string | null {
  table ??= makeTable();
  return table.get(plain(trimInvisible(given))) ?? null;
}
