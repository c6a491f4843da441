/** The vocabulary of geos, devices, systems, browsers and languages in rules: the values a router can see. */
import { readAddressEntry } from '../../reading/address-list.ts';
import { readCountry } from '../../reading/country.ts';
import { languageOf } from './visit-words.ts';

/** The kinds of devices recognised from user agents. */
export const DEVICES = ['desktop', 'mobile', 'tablet', 'smarttv', 'console', 'wearable', 'embedded', 'xr'] as const;

/** Any other value a user agent names. */
export const OTHER_NAME = 'Other';

/** The operating systems recognised from user agents. */
export const SYSTEMS = [
  'Windows',
  'macOS',
  'iOS',
  'Android',
  'Linux',
  'Chrome OS',
  'HarmonyOS',
  'KaiOS',
  'Tizen',
  'webOS',
  'watchOS',
  'Windows Phone',
  'Windows Mobile',
  'BlackBerry',
  'Symbian',
  'Firefox OS',
  'Sailfish',
  'Ubuntu',
  'Debian',
  'Fedora',
  'FreeBSD',
  'OpenBSD',
  'NetBSD',
  'Solaris',
  'PlayStation',
  'Xbox',
  'Nintendo',
  'Chromecast',
  OTHER_NAME,
] as const;

/** Browsers, and apps that open links in their own view. */
export const BROWSERS = [
  'Chrome',
  'Safari',
  'Mobile Safari',
  'Firefox',
  'Edge',
  'Opera',
  'Samsung Internet',
  'Chrome WebView',
  'Android Browser',
  'Facebook',
  'Instagram',
  'TikTok',
  'Snapchat',
  'Twitter',
  'LinkedIn',
  'Line',
  'WeChat',
  'Weibo',
  'KakaoTalk',
  'KakaoStory',
  'Naver',
  'Alipay',
  'Klarna',
  'GSA',
  'Brave',
  'Vivaldi',
  'DuckDuckGo',
  'Yandex',
  'UCBrowser',
  'MIUI Browser',
  'Huawei Browser',
  'Vivo Browser',
  'HeyTap',
  'QQBrowser',
  'QQ',
  'Baidu',
  'Sogou Explorer',
  'Sogou Mobile',
  '360 Browser',
  '2345Explorer',
  'Whale',
  'Coc Coc',
  'Puffin',
  'Silk',
  'Maxthon',
  'Opera Mini',
  'Opera Mobi',
  'Opera GX',
  'Opera Touch',
  'Firefox Focus',
  'Klar',
  'PaleMoon',
  'Waterfox',
  'SeaMonkey',
  'Chromium',
  'Chrome Headless',
  'IE',
  'IEMobile',
  'Avast Secure Browser',
  'AVG Secure Browser',
  'Oculus Browser',
  'Electron',
  'Tesla',
  OTHER_NAME,
] as const;

const lower = (words: readonly string[]) => new Map(words.map((word) => [word.toLowerCase(), word]));
const systems = lower(SYSTEMS);
const browsers = lower(BROWSERS);

/** The stored name of an operating system; '' if the agent names none. */
export const systemName = (name: string): string => known(systems, name);

/** The stored name of a browser; '' if the agent names none. */
export const browserName = (name: string): string => known(browsers, name);

function known(words: ReadonlyMap<string, string>, name: string): string {
  if (name === '') return '';
  return words.get(name.toLowerCase()) ?? OTHER_NAME;
}

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

/** The code that was probably meant, since people write names and `UK` as well. */
const countryHint = (value: string): string => readCountry(value) ?? 'two letters such as DE';
/** Not `UK`: a visit has the code of the standard, `GB`, so such a rule would never apply. */
const isGeo = (value: string): boolean => readCountry(value) === value.toUpperCase();
/** Accepts `de` and `de-AT`, because the language of a visit is stored without its region. */
const isLanguage = (value: string): boolean => {
  const code = languageOf(value);
  return code !== '' && /^[A-Za-z]{2,3}(-[A-Za-z0-9-]+)?$/.test(value) && languages.of(code) !== undefined;
};

/** The error for a value of this condition; null if the value is valid. */
export function valueProblem(field: string, value: string): string | null {
  switch (field) {
    case 'geo':
      if (isGeo(value)) return null;
      return `“${value}” is not a country code. Enter ${countryHint(value)}.`;
    case 'language':
      if (isLanguage(value)) return null;
      return `“${value}” is not a language code. Enter a code such as en.`;
    case 'device':
      if (DEVICES.some((device) => device === value.toLowerCase())) return null;
      return `“${value}” is not a device. Use one of ${DEVICES.join(', ')}.`;
    case 'os':
      if (systems.has(value.toLowerCase())) return null;
      return `“${value}” is not an operating system. Use one of ${SYSTEMS.join(', ')}.`;
    case 'browser':
      if (browsers.has(value.toLowerCase())) return null;
      return `“${value}” is not a known browser. Use one of ${BROWSERS.join(', ')}.`;
    case 'address': {
      const reading = readAddressEntry(value);
      if (reading.kind === 'span') return null;
      return `“${value}”: ${reading.message}`;
    }
    default:
      return null;
  }
}
