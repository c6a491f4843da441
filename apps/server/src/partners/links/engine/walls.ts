/** Recognises pages that ask whether the visitor is a person, and other walls that say nothing about the link itself. */
import type { Page } from './page.ts';

/** Headers that only protection services send with a challenge. */
const CHALLENGE_HEADERS: readonly (readonly [name: string, value: RegExp, who: string])[] = [
  ['cf-mitigated', /challenge/i, 'Cloudflare'],
  ['x-datadome', /./, 'DataDome'],
  ['x-px-block', /./, 'HUMAN'],
  ['x-amzn-waf-action', /./, 'AWS WAF'],
  ['x-sucuri-block', /./, 'Sucuri'],
];

/** Texts of challenge pages. */
const CHALLENGE_TEXTS: readonly (readonly [text: RegExp, who: string])[] = [
  // Not `challenge-platform` alone, which Cloudflare puts into ordinary pages as well.
  [/challenge-platform\/\S{0,20}orchestrate|cf-browser-verification|_cf_chl_opt/i, 'Cloudflare'],
  [/geo\.captcha-delivery\.com|datadome/i, 'DataDome'],
  [/px-captcha|_pxAppId/i, 'HUMAN'],
  [/_Incapsula_Resource|incapsula incident/i, 'Imperva'],
  [/ddos-guard/i, 'DDoS-Guard'],
  [/reference&#32;&#35;|errors\.edgesuite\.net/i, 'Akamai'],
];
const CHALLENGE_TITLES =
  /^(just a moment|attention required|access denied|are you (a )?(human|robot)|robot check|security check|verify(ing)? you are human|one moment, please|please wait|pardon our interruption|ddos protection)/i;
const CAPTCHA = /g-recaptcha|h-captcha|cf-turnstile|captcha-form/i;
/** Pages that let nobody in who has not agreed or signed in first. */
const DOORS = /\/(consent|cookie-?(consent|wall)|age-?(check|gate|verification)|log-?in|sign-?in|auth)([/?#.]|$)/i;

/** A page with more text than this has a content of its own beside a captcha. */
const SHORT_TEXT = 1_500;

interface Seen {
  http: number;
  headers: Readonly<Record<string, string>>;
  page: Page | null;
  /** The address that was opened first, and the one that answered. */
  start: string;
  end: string;
}

/** The wall that keeps us out, as a sentence; null if there is none. */
export function wallOf({ http, headers, page, start, end }: Seen): string | null {
  for (const [name, value, who] of CHALLENGE_HEADERS)
    if (http !== 200 && value.test(headers[name] ?? '')) return `${who} asks whether the visitor is a person.`;
  const isGone = http === 404 || http === 410;
  if (page !== null && !isGone && (http >= 400 || page.text.length < SHORT_TEXT)) {
    for (const [text, who] of CHALLENGE_TEXTS)
      if (text.test(page.html)) return `${who} asks whether the visitor is a person.`;
    if (CHALLENGE_TITLES.test(page.title)) return `The page asks whether the visitor is a person: “${page.title}”.`;
    if (CAPTCHA.test(page.html) && page.text.length < SHORT_TEXT / 3) return 'The page asks for a captcha.';
  }
  if (http === 401 || http === 407) return `The page asks for a password (HTTP ${http}).`;
  if (http === 403 || http === 406 || http === 444 || http === 999) return `The page refuses our visit (HTTP ${http}).`;
  if (http === 451) return 'The page is closed in our country (HTTP 451).';
  if (start !== end && http < 300 && DOORS.test(new URL(end).pathname) && !DOORS.test(new URL(start).pathname))
    return `Visitors have to pass ${new URL(end).pathname} first.`;
  return null;
}
