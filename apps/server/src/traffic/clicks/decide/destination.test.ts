import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withParameters } from '../redirect/pass-on.ts';
import { targetWithApps } from '../snapshot/app-target.ts';
import { testVisit } from '../testing/visit.ts';
import { NO_OFFER } from './deal.ts';
import { destinationOf } from './destination.ts';

const WEB = 'https://shop.example/p?c={click_id}&s={sub1}';

/** Where a visitor of a target with these addresses goes. */
function sent(
  addresses: { androidUrl?: string; iosUrl?: string },
  device: { os: string; browser: string },
  { sub1 = '', query = '', isBot = false } = {},
) {
  const target = targetWithApps({ targetUrl: WEB, ...addresses }, () => undefined);
  const decision = { box: null, campaign: null, offer: NO_OFFER, place: { source: undefined }, target };
  const visit = testVisit({ ...device, subs: [sub1, '', '', '', ''] });
  const destination = destinationOf(decision, visit, { clickId: 'id', code: '' }, isBot);
  const location = destination.locate((url) => withParameters(url, query, (name) => name !== ''));
  return { ...destination, result: destination.step?.result, location };
}

const ANDROID = { os: 'Android', browser: 'Chrome' };
const IPHONE = { os: 'iOS', browser: 'Mobile Safari' };
const MARKET = { androidUrl: 'market://details?id=com.shop', iosUrl: 'itms-apps://apps.apple.com/app/id1' };
const FALLBACK = encodeURIComponent('https://shop.example/p?c=id&s=');
const INTENT = `intent://details?id=com.shop#Intent;scheme=market;S.browser_fallback_url=${FALLBACK};end`;

describe('A visitor of a target with app addresses', () => {
  it.each([
    ['Android in Chrome', ANDROID, 'android', INTENT],
    ['Android in Firefox', { os: 'Android', browser: 'Firefox' }, 'android', INTENT],
    ['Android in Instagram', { os: 'Android', browser: 'Instagram' }, 'browser', 'https://shop.example/p?c=id&s='],
    ['Android in a WebView', { os: 'Android', browser: 'Chrome WebView' }, 'browser', 'https://shop.example/p?c=id&s='],
    ['Android in an unknown browser', { os: 'Android', browser: 'Other' }, 'browser', 'https://shop.example/p?c=id&s='],
    ['iOS in Safari', IPHONE, 'ios', 'itms-apps://apps.apple.com/app/id1'],
    ['iOS in Facebook', { os: 'iOS', browser: 'Facebook' }, 'browser', 'https://shop.example/p?c=id&s='],
    ['Windows', { os: 'Windows', browser: 'Chrome' }, 'other_system', 'https://shop.example/p?c=id&s='],
    ['an unknown system', { os: '', browser: '' }, 'other_system', 'https://shop.example/p?c=id&s='],
  ])('who comes from %s is sent to the right one, and the trace says why', (_from, device, result, targetUrl) => {
    expect(sent(MARKET, device)).toMatchObject({ result, targetUrl, location: targetUrl });
  });

  it('who counts as a bot goes to the web target', () => {
    expect(sent(MARKET, ANDROID, { isBot: true })).toMatchObject({
      result: 'bot',
      targetUrl: 'https://shop.example/p?c=id&s=',
    });
  });

  it('who is inside another app is still sent to an https address', () => {
    const iosUrl = 'https://app.example/open?c={click_id}';
    expect(sent({ iosUrl }, { os: 'iOS', browser: 'Instagram' }, { query: 'gclid=1' })).toMatchObject({
      result: 'ios',
      targetUrl: 'https://app.example/open?c=id',
      location: 'https://app.example/open?c=id&gclid=1',
    });
  });

  it('takes parameters along in the web fallback and not in what the app or the store is asked for', () => {
    const fallback = encodeURIComponent('https://shop.example/p?c=id&s=&gclid=1');
    expect(sent(MARKET, ANDROID, { query: 'gclid=1' })).toMatchObject({
      targetUrl: INTENT,
      location: INTENT.replace(FALLBACK, fallback),
    });
    expect(sent(MARKET, IPHONE, { query: 'gclid=1' }).location).toBe('itms-apps://apps.apple.com/app/id1');
  });

  it('has no step in the trace if the target has no app addresses', () => {
    expect(sent({}, ANDROID)).toMatchObject({ step: null, targetUrl: 'https://shop.example/p?c=id&s=' });
  });

  it('never changes scheme, place or package of an app, nor ends the part that names it, whatever the link carries', () => {
    const androidUrl = 'intent://open/item?c={sub1}#Intent;scheme=shop;package=com.shop;end';
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(text, text, (sub1, query) => {
        const { location, targetUrl } = sent({ androidUrl }, ANDROID, { sub1, query });
        for (const url of [location, targetUrl])
          expect(url).toMatch(
            /^intent:\/\/open\/item\?c=[^#;\s]*#Intent;scheme=shop;package=com\.shop;S\.browser_fallback_url=https%3A%2F%2Fshop\.example%2Fp%3F[^#;\s]*;end$/,
          );
      }),
    );
  });
});
