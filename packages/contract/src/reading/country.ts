/** The one reader of countries: codes of two or three letters and names, as forms and networks send them. */
import { trimInvisible } from './invisible.ts';

/** Asked in this order behind English: where two languages give one name to different countries, the first one counts. */
const OTHER_LANGUAGES =
  `de fr es it pt nl pl ru uk be bg sr hr bs sl sk cs mk hu ro el tr az sq da sv nb nn is fi et lv lt ga mt ca eu gl
   ar fa ur he hi bn ta te mr gu pa ne si th lo my km ka hy kk uz ky mn ja ko zh zh-Hant vi id ms fil sw am af`.split(
    /\s+/,
  );

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
  'ivory coast': 'CI',
  'cape verde': 'CV',
  'cabo verde': 'CV',
  burma: 'MM',
  swaziland: 'SZ',
  'east timor': 'TL',
  macau: 'MO',
  'hong kong': 'HK',
  palestine: 'PS',
  vatican: 'VA',
  congo: 'CG',
  drc: 'CD',
  'north korea': 'KP',
  한국: 'KR',
  'north macedonia': 'MK',
  'people s republic of china': 'CN',
  'korea democratic people s republic of': 'KP',
  'democratic people s republic of korea': 'KP',
  'korea republic of': 'KR',
  'iran islamic republic of': 'IR',
  'taiwan province of china': 'TW',
  'bolivia plurinational state of': 'BO',
  'venezuela bolivarian republic of': 'VE',
  'moldova republic of': 'MD',
  'republic of moldova': 'MD',
  'tanzania united republic of': 'TZ',
  'united republic of tanzania': 'TZ',
  'micronesia federated states of': 'FM',
  'macedonia the former yugoslav republic of': 'MK',
  'congo the democratic republic of the': 'CD',
  'congo democratic republic of the': 'CD',
  'democratic republic of the congo': 'CD',
  'republic of the congo': 'CG',
  'palestine state of': 'PS',
  'lao people s democratic republic': 'LA',
  'syrian arab republic': 'SY',
  'brunei darussalam': 'BN',
  'holy see': 'VA',
  'holy see vatican city state': 'VA',
  'falkland islands malvinas': 'FK',
  'virgin islands british': 'VG',
  'virgin islands u s': 'VI',
  'saint helena ascension and tristan da cunha': 'SH',
  'netherlands kingdom of the': 'NL',
  'kingdom of the netherlands': 'NL',
  'united kingdom of great britain and northern ireland': 'GB',
  'the bahamas': 'BS',
  'the gambia': 'GM',
};

/** Codes of three letters (ISO 3166-1) whose first two letters are not the code of two. */
const ALPHA3 =
  'AND AD ARE AE ARG AR ARM AM AUS AU AUT AT AZE AZ BEL BE BGD BD BGR BG BHR BH BIH BA BLR BY BRA BR CAN CA CHE CH CHL CL CHN CN COL CO CRI CR CYP CY CZE CZ DEU DE DNK DK DOM DO DZA DZ ECU EC EGY EG ESP ES EST EE FIN FI FRA FR GEO GE GHA GH GRC GR GTM GT HKG HK HND HN HRV HR HUN HU IDN ID IND IN IRL IE IRN IR IRQ IQ ISL IS ISR IL ITA IT JOR JO JPN JP KAZ KZ KEN KE KOR KR KWT KW LBN LB LIE LI LKA LK LTU LT LUX LU LVA LV MAR MA MCO MC MDA MD MEX MX MKD MK MLT MT MNE ME MYS MY NGA NG NIC NI NLD NL NOR NO NZL NZ OMN OM PAK PK PAN PA PER PE PHL PH POL PL PRT PT PRY PY QAT QA ROU RO RUS RU SAU SA SGP SG SLV SV SRB RS SVK SK SVN SI SWE SE THA TH TUN TN TUR TR TWN TW UKR UA URY UY USA US UZB UZ VEN VE VNM VN ZAF ZA MDG MG CIV CI CMR CM SEN SN UGA UG TZA TZ ETH ET ZMB ZM ZWE ZW BOL BO PSE PS SYR SY YEM YE NPL NP KHM KH MMR MM LAO LA MNG MN AFG AF CUB CU JAM JM TTO TT HTI HT PRK KP COD CD COG CG AGO AO MOZ MZ';

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** Codes of states that no longer exist, which could be any of their successors. `cs` is also the Czech language. */
const DISSOLVED: ReadonlySet<string> = new Set(['AN', 'CS', 'SU', 'YU']);
/** Codes that name no country: groups of countries, and places for private use. */
const NO_COUNTRY: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'QO', 'ZZ']);

function makeTable(): ReadonlyMap<string, string> {
  const table = new Map<string, string>();
  const known = new Set<string>();
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  for (const code of LETTERS.flatMap((one) => LETTERS.map((two) => one + two))) {
    const canonical = new Intl.Locale(`und-${code}`).region ?? code;
    const name = english.of(canonical);
    if (name === undefined || NO_COUNTRY.has(canonical) || DISSOLVED.has(code)) continue;
    table.set(code.toLowerCase(), canonical);
    table.set(plain(name), canonical);
    known.add(canonical);
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

/** The code of two letters (ISO 3166-1) of a code or a name, in any case and with or without accents; null if there is none. */
export function readCountry(given: string): string | null {
  table ??= makeTable();
  return table.get(plain(trimInvisible(given))) ?? null;
}
