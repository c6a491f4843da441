import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetUrl } from '../define/validators.ts';
import {
  type AppSystem,
  INTENT_END,
  intentBeforeFallback,
  ownSchemeOf,
  ownSchemeProblem,
  readAppAddress,
} from './app-address.ts';
import { compileTarget } from './macros.ts';

const read = (text: string, system: AppSystem) => readAppAddress(text, system, targetUrl);

/** The address to which the router sends a browser: an intent with a short fallback, or the address as it is. */
function sent(text: string, system: AppSystem): string {
  const { address, problem } = read(text, system);
  if (address === undefined) return `refused: ${problem}`;
  return address.kind === 'intent' ? `${intentBeforeFallback(address)}WEB${INTENT_END}` : address.address;
}

const intent = (rest: string, parts: string) => `intent:${rest}#Intent;${parts}S.browser_fallback_url=WEB;end`;

/**
 * Forms of app addresses from documents and reports about Chrome, Firefox, Samsung Internet, Safari and the browsers
 * inside of apps, each with the right answer.
 */
const ANDROID: [text: string, sent: string][] = [
  // Chrome's documentation: an app with a scheme of its own, with and without a package, with a fallback of its own.
  [
    'intent://scan/#Intent;scheme=zxing;package=com.google.zxing.client.android;end',
    intent('//scan/', 'scheme=zxing;package=com.google.zxing.client.android;'),
  ],
  ['intent://scan/#Intent;scheme=zxing;end', intent('//scan/', 'scheme=zxing;')],
  ['intent://scan/#Intent;scheme=zxing;end;', intent('//scan/', 'scheme=zxing;')],
  [
    'intent://scan/#Intent;scheme=zxing;S.browser_fallback_url=http%3A%2F%2Fzxing.org;end',
    intent('//scan/', 'scheme=zxing;'),
  ],
  [
    'intent://p/1#Intent;scheme=https;package=com.shop;S.browser_fallback_url=https%3A%2F%2Fevil.example%2F{sub1};end',
    intent('//p/1', 'scheme=https;package=com.shop;'),
  ],
  ['INTENT://p/1#Intent;scheme=HTTPS;package=com.shop;end', intent('//p/1', 'scheme=https;package=com.shop;')],
  [
    'intent://open?c={click_id}#Intent;scheme=myapp;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end',
    intent('//open?c={click_id}', 'scheme=myapp;'),
  ],
  ['intent://details?id=com.shop#Intent;scheme=market;end', intent('//details?id=com.shop', 'scheme=market;')],
  // Without a fallback, an app that is missing leaves the visitor on an empty page; so these become intents.
  ['market://details?id=com.example.app', intent('//details?id=com.example.app', 'scheme=market;')],
  [
    'market://details?id=com.example.app&referrer={click_id}',
    intent('//details?id=com.example.app&referrer={click_id}', 'scheme=market;'),
  ],
  [
    'market://details?referrer=x&id=com.example.app',
    intent('//details?referrer=x&id=com.example.app', 'scheme=market;'),
  ],
  ['MyApp://product/42?c={click_id}', intent('//product/42?c={click_id}', 'scheme=myapp;')],
  ['fb://profile/33138223345', intent('//profile/33138223345', 'scheme=fb;')],
  ['twitter:///user?screen_name=x', intent('///user?screen_name=x', 'scheme=twitter;')],
  ['com.shop.app://open', intent('//open', 'scheme=com.shop.app;')],
  // An app link is plain https.
  ['https://shop.example/p/1?c={click_id}', 'https://shop.example/p/1?c={click_id}'],
  ['https://play.google.com/store/apps/details?id=com.shop', 'https://play.google.com/store/apps/details?id=com.shop'],
];

const IOS: [text: string, sent: string][] = [
  ['https://shop.example/p/1?c={click_id}', 'https://shop.example/p/1?c={click_id}'],
  ['https://apps.apple.com/app/id123456789', 'https://apps.apple.com/app/id123456789'],
  ['itms-apps://apps.apple.com/app/id123456789?ct={sub1}', 'itms-apps://apps.apple.com/app/id123456789?ct={sub1}'],
  ['itms-apps://itunes.apple.com/app/id123456789', 'itms-apps://itunes.apple.com/app/id123456789'],
];

const REFUSED: [text: string, system: AppSystem, because: RegExp][] = [
  ['javascript:alert(1)', 'android', /can run code/],
  ['JavaScript://x/%0Aalert(1)', 'android', /can run code/],
  ['data:text/html,<b>x', 'ios', /characters|can run code/],
  ['data:text/html,x', 'ios', /can run code/],
  ['vbscript:x', 'android', /can run code/],
  ['file:///etc/passwd', 'android', /can run code/],
  ['content://media/external', 'android', /can run code/],
  ['android-app://com.shop/https/shop.example', 'android', /can run code/],
  ['itms-services://?action=download-manifest&url=https://x.example/m.plist', 'ios', /can run code/],
  ['http://shop.example/', 'android', /Write https/],
  ['shop.example/p', 'android', /Write the address/],
  ['spotify:track:1', 'android', /Write the address/],
  ['myapp://open', 'ios', /Safari shows an error/],
  ['market://details?id=com.shop', 'ios', /Safari shows an error/],
  ['intent://x#Intent;scheme=myapp;end', 'ios', /Safari shows an error/],
  ['itms-apps://evil.example/app', 'ios', /apps\.apple\.com/],
  ['itms-apps://apps.apple.com.evil.example/', 'ios', /apps\.apple\.com/],
  ['itms-apps://apps.apple.com@evil.example/', 'ios', /apps\.apple\.com/],
  ['itms-apps://apps.apple.com/app/id1', 'android', /no App Store/],
  ['market://search?q=x', 'android', /one app/],
  ['market://details?id={sub1}', 'android', /one app/],
  ['market://details?id=com.shop&id=com.evil', 'android', /one app/],
  ['{sub1}://open', 'android', /cannot contain a macro/],
  ['my{sub1}app://open', 'android', /cannot contain a macro/],
  ['myapp://{sub1}/open', 'android', /cannot contain a macro/],
  ['intent://{sub1}/x#Intent;scheme=myapp;end', 'android', /cannot contain a macro/],
  ['myapp://open#Intent;scheme=javascript;end', 'android', /characters/],
  ['myapp://open;S.x=1', 'android', /characters/],
  ['myapp://a b', 'android', /characters/],
  ['myapp://a\u200bb', 'android', /characters/],
  ['myapp://a%zz', 'android', /characters/],
  ['myapp://open?c={clickid}', 'android', /Unknown macro|click_id/],
  ['intent://x#Intent;scheme=javascript;end', 'android', /can run code/],
  ['intent://x#Intent;scheme=file;end', 'android', /can run code/],
  ['intent://x#Intent;scheme=intent;end', 'android', /not the scheme of an app/],
  ['intent://x#Intent;scheme=http;end', 'android', /not the scheme of an app/],
  ['intent://x#Intent;scheme=myapp;package=shop;end', 'android', /com\.example\.app/],
  ['intent://x#Intent;scheme={sub1};end', 'android', /cannot contain macros/],
  ['intent://x#Intent;scheme=myapp;package={sub1};end', 'android', /cannot contain macros/],
  ['intent://x#Intent;scheme=myapp;component=com.x/.Secret;end', 'android', /component=com\.x/],
  ['intent://x#Intent;scheme=myapp;SEL;component=com.x/.Secret;end', 'android', /“SEL”/],
  ['intent://x#Intent;scheme=myapp;S.token=1;end', 'android', /S\.token/],
  ['intent://x#Intent;scheme=myapp;i.flag=1;end', 'android', /i\.flag/],
  ['intent://x#Intent;scheme=myapp;launchFlags=0x10000000;end', 'android', /launchFlags/],
  ['intent://x#Intent;scheme=myapp;action=android.intent.action.CALL;end', 'android', /CALL/],
  ['intent://x#Intent;scheme=myapp;scheme=javascript;end', 'android', /scheme=javascript/],
  ['intent://x#Intent;package=com.shop;end', 'android', /Name the scheme/],
  ['intent://x#Intent;scheme=https;end', 'android', /package of the app as well/],
  ['intent://x#Intent;scheme=myapp', 'android', /ends with/],
  ['intent://x#Intent;scheme=myapp;end#Intent;scheme=javascript;end', 'android', /ends with/],
  ['intent://x', 'android', /ends with/],
  ['intent:#Intent;scheme=myapp;end', 'android', /Write the address/],
];

describe('An app address', () => {
  it.each(ANDROID)('for Android is read as it is meant: %s', (text, expected) => {
    expect(sent(text, 'android')).toBe(expected);
  });
  it.each(IOS)('for iOS is read as it is meant: %s', (text, expected) => {
    expect(sent(text, 'ios')).toBe(expected);
  });
  it.each(REFUSED)('is refused with a sentence: %s for %s', (text, system, because) => {
    expect(sent(text, system)).toMatch(/^refused: [A-Z].*\.$/s);
    expect(sent(text, system)).toMatch(because);
  });

  it('never lets the text of a visitor form scheme, package or another part', () => {
    const { address } = read('myapp://open/{sub1}?c={sub2}', 'android');
    if (address?.kind !== 'intent') throw new Error('No intent.');
    const fill = compileTarget(intentBeforeFallback(address));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (sub1, sub2) => {
        const filled = fill({ sub1, sub2 });
        expect(filled.split('#')).toHaveLength(2);
        expect(filled).toMatch(/^intent:\/\/open\/[^#;\s]*#Intent;scheme=myapp;S\.browser_fallback_url=$/);
      }),
    );
  });

  it('names the own scheme that has to be allowed', () => {
    const own = (text: string) => {
      const { address } = read(text, 'android');
      return address === undefined ? undefined : ownSchemeOf(address);
    };
    expect(
      ['fb://x', 'intent://x#Intent;scheme=myapp;end', 'market://details?id=com.shop', 'https://x.example/'].map(own),
    ).toEqual(['fb', 'myapp', '', '']);
  });

  it('has no scheme that runs code or belongs to the system, even if somebody wants to allow it', () => {
    for (const scheme of ['javascript', 'data', 'file', 'intent', 'https', 'tel', 'My App', 'x', 'a:b', ''])
      expect([scheme, ownSchemeProblem(scheme)]).toEqual([scheme, expect.stringMatching(/\.$/)]);
    expect(['myapp', 'com.shop.app', 'fb', 'x-shop'].map(ownSchemeProblem)).toEqual([null, null, null, null]);
  });
});
