/**
 * The one reader of currencies that other systems send: ISO 4217 codes and numbers, symbols, words, crypto currencies
 * with the network behind or before them, and their small units.
 */
import { trimInvisible } from './invisible.ts';
import { isUnfilledMacro, saysNothing } from './reference.ts';

export type CurrencyReading =
  | { kind: 'none' }
  /** `factor` is the value of one reported unit in units of the currency: 0.001 for a mBTC. */
  | { kind: 'currency'; code: string; factor: string }
  /** A code of the right form that no list has. */
  | { kind: 'unknown'; code: string }
  /** A macro that the sender did not fill, or a text that is no code. */
  | { kind: 'unreadable'; text: string };

const CRYPTO: ReadonlySet<string> = new Set(
  `BTC ETH USDT USDC USDD DAI TUSD BUSD FDUSD PYUSD EURC EURT LTC BCH XRP TRX BNB SOL TON DOGE ADA DOT XLM XMR DASH ZEC
   SHIB AVAX MATIC POL LINK UNI ATOM ETC NEAR FIL ALGO EOS XTZ`.split(/\s+/),
);
const FIAT: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** Numbers of ISO 4217. */
const NUMBERS: Readonly<Record<string, string>> = {
  '008': 'ALL',
  '012': 'DZD',
  '032': 'ARS',
  '036': 'AUD',
  '050': 'BDT',
  '051': 'AMD',
  '124': 'CAD',
  '144': 'LKR',
  '152': 'CLP',
  '156': 'CNY',
  '170': 'COP',
  '188': 'CRC',
  '203': 'CZK',
  '208': 'DKK',
  '214': 'DOP',
  '320': 'GTQ',
  '344': 'HKD',
  '348': 'HUF',
  '352': 'ISK',
  '356': 'INR',
  '360': 'IDR',
  '376': 'ILS',
  '392': 'JPY',
  '398': 'KZT',
  '400': 'JOD',
  '404': 'KES',
  '410': 'KRW',
  '414': 'KWD',
  '458': 'MYR',
  '484': 'MXN',
  '498': 'MDL',
  '504': 'MAD',
  '554': 'NZD',
  '566': 'NGN',
  '578': 'NOK',
  '586': 'PKR',
  '604': 'PEN',
  '608': 'PHP',
  '634': 'QAR',
  '643': 'RUB',
  '682': 'SAR',
  '702': 'SGD',
  '704': 'VND',
  '710': 'ZAR',
  '752': 'SEK',
  '756': 'CHF',
  '764': 'THB',
  '784': 'AED',
  '788': 'TND',
  '800': 'UGX',
  '818': 'EGP',
  '826': 'GBP',
  '834': 'TZS',
  '840': 'USD',
  '858': 'UYU',
  '860': 'UZS',
  '901': 'TWD',
  '936': 'GHS',
  '941': 'RSD',
  '944': 'AZN',
  '946': 'RON',
  '949': 'TRY',
  '975': 'BGN',
  '978': 'EUR',
  '980': 'UAH',
  '981': 'GEL',
  '985': 'PLN',
  '986': 'BRL',
};

/** Symbols and words that name one currency. A bare `$`, `¥` or `kr` names several and is no currency. */
const NAMES: Readonly<Record<string, string>> = {
  '€': 'EUR',
  EURO: 'EUR',
  EUROS: 'EUR',
  '£': 'GBP',
  STG: 'GBP',
  UKP: 'GBP',
  US$: 'USD',
  $US: 'USD',
  USDOLLAR: 'USD',
  'US DOLLAR': 'USD',
  'US DOLLARS': 'USD',
  A$: 'AUD',
  AU$: 'AUD',
  C$: 'CAD',
  CA$: 'CAD',
  NZ$: 'NZD',
  HK$: 'HKD',
  S$: 'SGD',
  MX$: 'MXN',
  R$: 'BRL',
  '₽': 'RUB',
  RUR: 'RUB',
  '₹': 'INR',
  '₺': 'TRY',
  TL: 'TRY',
  '₩': 'KRW',
  '₴': 'UAH',
  '₪': 'ILS',
  NIS: 'ILS',
  '₱': 'PHP',
  '₦': 'NGN',
  '₫': 'VND',
  '฿': 'THB',
  '₸': 'KZT',
  RMB: 'CNY',
  ZŁ: 'PLN',
  ZL: 'PLN',
  KČ: 'CZK',
  KC: 'CZK',
  '₿': 'BTC',
  XBT: 'BTC',
  BITCOIN: 'BTC',
  Ξ: 'ETH',
  ETHER: 'ETH',
  ETHEREUM: 'ETH',
  '₮': 'USDT',
  TETHER: 'USDT',
  'USD COIN': 'USDC',
  LITECOIN: 'LTC',
  DOGECOIN: 'DOGE',
  TRON: 'TRX',
  RIPPLE: 'XRP',
  TONCOIN: 'TON',
};

/** Small units, in their own spelling: the case decides between a thousandth and a million. */
const UNITS: Readonly<Record<string, readonly [code: string, factor: string]>> = {
  mBTC: ['BTC', '0.001'],
  MBTC: ['BTC', '0.001'],
  mbtc: ['BTC', '0.001'],
  uBTC: ['BTC', '0.000001'],
  UBTC: ['BTC', '0.000001'],
  µBTC: ['BTC', '0.000001'],
  μBTC: ['BTC', '0.000001'],
  bits: ['BTC', '0.000001'],
  sat: ['BTC', '0.00000001'],
  sats: ['BTC', '0.00000001'],
  satoshi: ['BTC', '0.00000001'],
  mETH: ['ETH', '0.001'],
  GBX: ['GBP', '0.01'],
  GBp: ['GBP', '0.01'],
};

/** A crypto currency with its network behind it or before it, as in `USDT_TRC20`, `usdt (ERC20)`, `polygon_usdc`. */
const COIN_ON_CHAIN =
  /^([A-Z]{3,5})[ ._:/-]?\(?(?:TRC-?20|TRC|ERC-?20|ERC|BEP-?20|BEP2|BSC|TRON|TRX|ETHEREUM|ETH|SOLANA|SOL|SPL|TON|ARBITRUM|ARB|OPTIMISM|OPT|OP|BASE|POLYGON|MATIC|AVAXC|AVAX|NEAR|XLM|OMNI)\)?$/;
const CHAIN_BEFORE_COIN =
  /^(?:TRC20|TRON|ERC20|ETHEREUM|ETH|BEP20|BSC|SOLANA|SOL|TON|ARBITRUM|OPTIMISM|BASE|POLYGON|MATIC|AVALANCHE|AVAX)[ ._:/-]([A-Z]{3,5})$/;
const CODE = /^[A-Z][A-Z0-9]{2,9}$/;

const known = (code: string): CurrencyReading => ({ kind: 'currency', code, factor: '1' });

/** Whether a code names a crypto currency. */
export const isCoin = (code: string): boolean => CRYPTO.has(code);

/** Reads a currency. Never guesses: a sign that several currencies share is unreadable. */
export function readCurrency(given: string): CurrencyReading {
  const text = trimInvisible(given);
  if (saysNothing(text)) return { kind: 'none' };
  const unit = UNITS[text];
  if (unit !== undefined) return { kind: 'currency', code: unit[0], factor: unit[1] };
  const word = text.toUpperCase();
  if (FIAT.has(word) || CRYPTO.has(word)) return known(word);
  const named = NAMES[word] ?? NUMBERS[word.padStart(3, '0')];
  if (named !== undefined) return known(named);
  if (isUnfilledMacro(text)) return { kind: 'unreadable', text };
  const coin = COIN_ON_CHAIN.exec(word)?.[1] ?? CHAIN_BEFORE_COIN.exec(word)?.[1];
  if (coin !== undefined && CRYPTO.has(coin)) return known(coin);
  if (CODE.test(word)) return { kind: 'unknown', code: word };
  return { kind: 'unreadable', text };
}
