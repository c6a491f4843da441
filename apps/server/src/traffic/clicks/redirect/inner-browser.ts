/**
 * Browsers inside of other apps. They look like Safari or Chrome, but show an error where those open an app, so they
 * must not count as them (`decide/destination.ts`).
 */
import { OTHER_NAME } from '@signpost/contract/traffic/clicks/vocabulary.ts';

/** The names of apps in the agents of their browsers, and the browser as which they count. */
const APPS: readonly (readonly [RegExp, string])[] = [
  [/\bmusical_ly|\btrill_|BytedanceWebview|ByteLocale\/|\bTikTok\b/i, 'TikTok'],
  [/\bLinkedIn(?:App\]|\/)/i, 'LinkedIn'],
  [/\bInstagram /, 'Instagram'],
  [/\bFB(?:A[NV]|IOS)\b|\bFB_IAB\b|\bFB4A\b|\bMessengerForiOS\b/, 'Facebook'],
  [/\bSnapchat\//i, 'Snapchat'],
  [/\bTwitter for |\bTwitterAndroid\b/, 'Twitter'],
  [/\bMicroMessenger\//i, 'WeChat'],
  [/\bKAKAOTALK\b/i, 'KakaoTalk'],
  [/\bkakaostory\b/i, 'KakaoStory'],
  [/\bNAVER\(inapp/i, 'Naver'],
  [/\bLine\/\d/, 'Line'],
  [/\bWeibo\b/i, 'Weibo'],
  [/\bGSA\/\d/, 'GSA'],
];
/** The names under which the library knows the browsers of the systems. */
const OF_SYSTEMS: ReadonlySet<string> = new Set(['Mobile Safari', 'Safari', 'Chrome', 'Mobile Chrome']);
/** Apps put their own words behind those of the browser. */
const WORDS_BEHIND = /\bSafari\/[\d.]+ +[^\s]/;
/** A program between or behind the words of a browser, which is built on it and may show an error for an app address. */
const OTHER_PROGRAM = /\b(?!(?:Version|Mobile|MobileSafari|Safari|Chrome|CriOS)\/)\w+\/\d/;
const ENGINE = 'like Gecko)';
/** Every Safari names its version; the views that apps show websites in have none. */
const SAFARI_VERSION = /\bVersion\/\d/;

/**
 * The browser of a phone or tablet where the library takes a browser inside of another app for Safari or Chrome, or
 * undefined. `name` is what the library says.
 */
export function innerBrowser(text: string, system: string, name: string): string | undefined {
  if ((system !== 'iOS' && system !== 'Android') || !OF_SYSTEMS.has(name)) return undefined;
  const app = APPS.find(([pattern]) => pattern.test(text))?.[1];
  if (app !== undefined) return app;
  const words = text.slice(text.indexOf(ENGINE) + ENGINE.length);
  if (WORDS_BEHIND.test(text) || OTHER_PROGRAM.test(words)) return OTHER_NAME;
  if (name.endsWith('Safari') && !SAFARI_VERSION.test(text)) return OTHER_NAME;
  return undefined;
}
