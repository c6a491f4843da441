/**
 * Reads app addresses: what an offer or a direct link may have for Android and iOS beside its web target. Staff type
 * them, and the text of a visitor never forms their scheme, host or package. The forms are listed in
 * `app-address.test.ts` (docs/product/links-and-hosts.md#app-addresses).
 */

import { hasInvisible } from './invisible.ts';
import { targetUrlProblem } from './macros.ts';

export type AppSystem = 'android' | 'ios';

/** An app address in its parts. */
export type AppAddress =
  /** A universal link or an app link, which every browser opens. */
  | { readonly kind: 'https'; readonly address: string }
  /** The App Store. */
  | { readonly kind: 'store'; readonly address: string }
  /** The form in which Android takes a fallback. `rest` stands between the scheme and `#`; `package` may be ''. */
  | { readonly kind: 'intent'; readonly scheme: string; readonly rest: string; readonly package: string };

export type IntentAddress = Extract<AppAddress, { kind: 'intent' }>;

export type AppReading = { address: AppAddress; problem?: undefined } | { problem: string; address?: undefined };

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]{0,40}):/;
/** Schemes that are built in, or that are not those of apps. */
const BUILT_IN: ReadonlySet<string> = new Set(['http', 'https', 'market', 'itms-apps', 'intent']);
/** Schemes that run code, read files, or belong to the browser or the system. Nobody can allow them. */
const NEVER: ReadonlySet<string> = new Set([
  'about',
  'android-app',
  'app-prefs',
  'blob',
  'chrome',
  'content',
  'data',
  'facetime',
  'facetime-audio',
  'file',
  'filesystem',
  'ftp',
  'itms',
  'itms-appss',
  'itms-services',
  'jar',
  'javascript',
  'mailto',
  'mms',
  'prefs',
  'resource',
  'shortcuts',
  'sms',
  'smsto',
  'tel',
  'vbscript',
  'view-source',
  'ws',
  'wss',
]);
const OWN_SCHEME = /^[a-z][a-z0-9.+-]{1,39}$/;
const PACKAGE = /^[A-Za-z]\w{0,60}(?:\.[A-Za-z]\w{0,60}){1,10}$/;
/** Host, port and the rest, with macros. `#` and `;` separate the part that names the app, so they cannot be here. */
const REST = /^\/\/[A-Za-z0-9._~-]{0,120}(?::\d{1,5})?(?:[/?][\w.~:/?@!$&'()*+,=%{}-]*)?$/;
const STORE = /^itms-apps:\/\/(?:apps|itunes)\.apple\.com\/[\w.~:/?@!$&'()*+,=%{}-]*$/i;
const ONE_APP = '//details?';

const PROBLEMS = {
  form: 'Write the address as scheme://place, such as market://details?id=com.example.app.',
  characters: 'The address contains characters that an app address cannot have.',
  http: 'Write https, because apps open no http addresses.',
  iosScheme:
    'Safari shows an error if the app is not installed. Write an https address that the app opens (a universal link), or an itms-apps address.',
  androidStore: 'Android has no App Store. Write a market address.',
  store: 'An itms-apps address leads to apps.apple.com or itunes.apple.com.',
  market: 'A market address names one app, such as market://details?id=com.example.app.',
  intentEnd: 'An intent address ends with #Intent;scheme=…;package=…;end.',
  intentScheme: 'Name the scheme of the app behind #Intent, such as scheme=example.',
  intentPackage: 'Name the package of the app as well, because an intent with scheme=https opens in the browser again.',
  intentPackageForm: 'Write the package of the app as com.example.app.',
  intentMacro: 'The part behind #Intent cannot contain macros.',
  ownScheme: 'A scheme has 2 to 40 characters: small letters, digits, +, - and ., without the colon.',
} as const;

const neverProblem = (scheme: string): string =>
  `Addresses with ${scheme}: are not allowed, because they can run code or reach other parts of a device.`;

/** The reason why nobody can allow a scheme as the own scheme of an app; null if it can be allowed. */
export function ownSchemeProblem(scheme: string): string | null {
  if (NEVER.has(scheme)) return neverProblem(scheme);
  if (BUILT_IN.has(scheme)) return `The scheme ${scheme}: is not the scheme of an app.`;
  if (OWN_SCHEME.test(scheme)) return null;
  return PROBLEMS.ownScheme;
}

const refused = (problem: string): AppReading => ({ problem });

/**
 * Reads an address for one system. `webProblem` judges https addresses. Whether an own scheme is allowed is up to the
 * caller, see {@link ownSchemeOf}.
 */
export function readAppAddress(
  text: string,
  system: AppSystem,
  webProblem: (text: string) => string | null,
): AppReading {
  if (/[^\x21-\x7e]/.test(text) || hasInvisible(text) || /%(?![0-9a-f]{2})/i.test(text))
    return refused(PROBLEMS.characters);
  const scheme = SCHEME.exec(text)?.[1]?.toLowerCase();
  if (scheme !== undefined && NEVER.has(scheme)) return refused(neverProblem(scheme));
  const macroProblem = targetUrlProblem(text);
  if (macroProblem !== null) return refused(macroProblem);
  if (scheme === undefined) return refused(PROBLEMS.form);
  const rest = text.slice(scheme.length + 1);
  switch (scheme) {
    case 'http':
      return refused(PROBLEMS.http);
    case 'https': {
      const problem = webProblem(text);
      if (problem === null) return { address: { kind: 'https', address: text } };
      return refused(problem);
    }
    case 'itms-apps':
      if (system === 'android') return refused(PROBLEMS.androidStore);
      if (STORE.test(text)) return { address: { kind: 'store', address: text } };
      return refused(PROBLEMS.store);
    default:
      if (system === 'ios') return refused(PROBLEMS.iosScheme);
      if (scheme === 'intent') return readIntent(rest);
      return readPlace(scheme, rest, '');
  }
}

/** The reason why no address of this scheme can have this place; null if it can. */
function placeProblem(scheme: string, rest: string): string | null {
  if (scheme === 'https') return null;
  if (scheme === 'market') return marketProblem(rest);
  return ownSchemeProblem(scheme);
}

/** Makes an intent address from its scheme, the part behind the scheme, and the package of the app. */
function readPlace(scheme: string, rest: string, appPackage: string): AppReading {
  if (!REST.test(rest)) return refused(rest.startsWith('//') ? PROBLEMS.characters : PROBLEMS.form);
  const problem = placeProblem(scheme, rest);
  if (problem === null) return { address: { kind: 'intent', scheme, rest, package: appPackage } };
  return refused(problem);
}

function marketProblem(rest: string): string | null {
  const ids = rest.startsWith(ONE_APP) ? new URLSearchParams(rest.slice(ONE_APP.length)).getAll('id') : [];
  if (ids.length === 1 && ids.every((id) => PACKAGE.test(id))) return null;
  return PROBLEMS.market;
}

/** The only other parts that may stand behind `#Intent`. Browsers set them themselves, so they are not kept. */
const USUAL_PARTS: ReadonlySet<string> = new Set([
  'action=android.intent.action.VIEW',
  'category=android.intent.category.BROWSABLE',
]);
const FALLBACK = 'S.browser_fallback_url=';

function readIntent(text: string): AppReading {
  const [rest = '', named, ...more] = text.split('#');
  const inner = more.length > 0 ? undefined : /^Intent;(.*)end;?$/.exec(named ?? '')?.[1];
  if (inner === undefined || (inner !== '' && !inner.endsWith(';'))) return refused(PROBLEMS.intentEnd);
  const known = new Map<string, string>();
  for (const part of inner.split(';').slice(0, -1)) {
    // Ours replaces it.
    if (part.startsWith(FALLBACK)) continue;
    if (/[{}]/.test(part)) return refused(PROBLEMS.intentMacro);
    const [, name, value] = /^(scheme|package)=(.*)$/.exec(part) ?? [];
    const isRepeated = name !== undefined && known.has(name);
    if (isRepeated || (name === undefined && !USUAL_PARTS.has(part)))
      return refused(`Remove “${part.slice(0, 60)}”: only one scheme and one package may stand behind #Intent.`);
    if (name !== undefined && value !== undefined) known.set(name, value);
  }
  const scheme = known.get('scheme')?.toLowerCase() ?? '';
  const appPackage = known.get('package') ?? '';
  if (scheme === '') return refused(PROBLEMS.intentScheme);
  if (appPackage !== '' && !PACKAGE.test(appPackage)) return refused(PROBLEMS.intentPackageForm);
  if (scheme === 'https' && appPackage === '') return refused(PROBLEMS.intentPackage);
  return readPlace(scheme, rest, appPackage);
}

/** The own scheme that has to be allowed for an address; '' if it needs none. */
export function ownSchemeOf(address: AppAddress): string {
  if (address.kind === 'intent' && !BUILT_IN.has(address.scheme)) return address.scheme;
  return '';
}

/** The template of an intent address up to its fallback, which follows encoded, and then {@link INTENT_END}. */
export function intentBeforeFallback({ rest, scheme, package: appPackage }: IntentAddress): string {
  const named = appPackage === '' ? '' : `package=${appPackage};`;
  return `intent:${rest}#Intent;scheme=${scheme};${named}${FALLBACK}`;
}
export const INTENT_END = ';end';
