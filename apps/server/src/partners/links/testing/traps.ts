/** The traps of the farm: hosts that look broken and are not, and hosts that are broken and do not look so. */
import type { ClickIdFate, Verdict } from '@signpost/contract/traffic/clicks/link-verdict.ts';
import type { Elsewhere, Handler, Visit } from './farm.ts';

export interface Trap {
  name: string;
  host: Handler | Elsewhere;
  /** The verdict once it is final. */
  verdict: Verdict;
  /** Null if nothing answered where it could have been lost. */
  clickId?: ClickIdFate | null;
  lostAt?: number;
  /** `/offer?click={id}` by default. */
  path?: string;
}

const WORDS = 'play slots roulette poker bonus deposit welcome casino spins jackpot live tables sports bets cash'.split(
  ' ',
);
/** A text with a content of its own. */
export const prose = (words: number, from = 0): string =>
  Array.from({ length: words }, (_, at) => WORDS[(at * 7 + from) % WORDS.length]).join(' ');

export const html = (title: string, text: string): string =>
  `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`;
const CASINO = html('Best Casino', prose(300));

type Response = Parameters<Handler>[1];
const show = (response: Response, body: string, http = 200, headers: Record<string, string> = {}) =>
  void response.writeHead(http, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);
const go = (response: Response, location: string, http = 302, headers: Record<string, string | string[]> = {}) =>
  void response.writeHead(http, { location, ...headers }).end();

const page =
  (body = CASINO, http = 200, headers: Record<string, string> = {}): Handler =>
  (_visit, response) =>
    show(response, body, http, headers);

/** Another answer for each path; an unknown one gets an honest 404. */
const site =
  (paths: Readonly<Record<string, Handler>>): Handler =>
  (visit, response, request) =>
    (paths[visit.path] ?? page(html('Not found', 'Nothing here.'), 404))(visit, response, request);
const click = ({ query }: Visit): string => query.get('click') ?? '';

const offerIs = (handler: Handler): Handler => site({ '/offer': handler, '/end': page() });

export const WORKING: readonly Trap[] = [
  { name: 'plain', host: page(), verdict: 'ok', clickId: 'survives' },
  {
    name: 'head404',
    host: (visit, r) => (visit.method === 'HEAD' ? show(r, '', 404) : show(r, CASINO)),
    verdict: 'ok',
  },
  {
    name: 'head405',
    host: (visit, r) => (visit.method === 'HEAD' ? show(r, '', 405) : show(r, CASINO)),
    verdict: 'ok',
  },
  {
    name: 'chain',
    host: site({
      '/offer': (visit, r) => go(r, `/two?sub=${click(visit)}`),
      '/two': ({ query }, r) => go(r, `/three?aff_sub=${query.get('sub')}`),
      '/three': ({ query }, r) => go(r, `/end?clickid=${query.get('aff_sub')}`),
      '/end': page(),
    }),
    verdict: 'ok',
    clickId: 'survives',
  },
  {
    name: 'slash',
    host: site({ '/offer': (visit, r) => go(r, `/offer/?click=${click(visit)}`, 301), '/offer/': page() }),
    verdict: 'ok',
  },
  {
    name: 'moved301',
    host: offerIs((_visit, r) => go(r, 'http://plain.farm.test/new', 301)),
    verdict: 'moved',
    clickId: 'lost',
    lostAt: 1,
  },
  { name: 'moved308', host: offerIs((visit, r) => go(r, `/end?click=${click(visit)}`, 308)), verdict: 'moved' },
  {
    name: 'metarefresh',
    host: offerIs((visit, r) => show(r, `<META content="0; url=/end?a=1&amp;c=${click(visit)}" HTTP-EQUIV="refresh">`)),
    verdict: 'ok',
    clickId: 'survives',
  },
  {
    name: 'refreshheader',
    host: offerIs((visit, r) => show(r, 'soon', 200, { refresh: `1; url=/end?c=${click(visit)}` })),
    verdict: 'ok',
    clickId: 'survives',
  },
  {
    name: 'script',
    host: offerIs((visit, r) => show(r, `<script>window.location.href = "/end?c=${click(visit)}"</script>`)),
    verdict: 'ok',
    clickId: 'survives',
  },
  { name: 'huge', host: (_visit, r) => show(r, html('Best Casino', prose(400_000))), verdict: 'ok' },
  {
    name: 'drip',
    host: (_visit, r) => {
      r.writeHead(200, { 'content-type': 'text/html' });
      r.write(CASINO.slice(0, 200));
      const timer = setInterval(() => r.write(' '), 50);
      r.on('close', () => clearInterval(timer));
    },
    verdict: 'ok',
  },
  {
    name: 'cookiewall',
    host: (visit, r) =>
      visit.cookie.includes('seen=1')
        ? show(r, CASINO)
        : go(r, `${visit.path}?click=${click(visit)}`, 302, { 'set-cookie': 'seen=1; Path=/' }),
    verdict: 'ok',
  },
  {
    name: 'catchall',
    host: (visit, r) => (visit.path === '/' ? show(r, CASINO) : go(r, '/')),
    verdict: 'ok',
    clickId: 'lost',
    lostAt: 1,
  },
  {
    name: 'onepage',
    host: page(
      '<html><head><title>App</title></head><body><div id="root"></div><script>const t = "404 not found"</script></body></html>',
    ),
    verdict: 'ok',
  },
  {
    name: 'article',
    host: offerIs(
      page(html('Why a page is not found', `${prose(900)} The error 404 means that a page was not found.`)),
    ),
    verdict: 'ok',
  },
  {
    name: 'shop',
    host: offerIs(page(html('Shirts', `The red shirt is no longer available. ${prose(200)}`))),
    verdict: 'ok',
  },
  {
    name: 'forsale',
    host: offerIs(page(html('News', `${prose(300)} His domain is for sale, he says.`))),
    verdict: 'ok',
  },
  { name: 'app', host: (_visit, r) => go(r, 'market://details?id=com.casino'), verdict: 'ok' },
  { name: 'nocontent', host: (_visit, r) => void r.writeHead(204).end(), verdict: 'ok' },
  {
    name: 'picture',
    host: (_visit, r) => void r.writeHead(200, { 'content-type': 'image/png' }).end('PNG'),
    verdict: 'ok',
  },
  {
    name: 'fragment',
    host: offerIs((visit, r) => go(r, `/end?click=${click(visit)}#top`)),
    verdict: 'ok',
    clickId: 'survives',
  },
  {
    name: 'encoded',
    host: offerIs((visit, r) =>
      go(r, `/end?c=${[...click(visit)].map((c) => `%${c.charCodeAt(0).toString(16)}`).join('')}`),
    ),
    verdict: 'ok',
    clickId: 'survives',
  },
  {
    name: 'base64',
    host: offerIs((visit, r) =>
      go(r, `/end?data=${Buffer.from(JSON.stringify({ c: click(visit) })).toString('base64url')}`),
    ),
    verdict: 'ok',
    clickId: 'survives',
  },
  {
    name: 'incookie',
    host: offerIs((visit, r) => go(r, '/end', 302, { 'set-cookie': [`cid=${click(visit)}; Path=/`] })),
    verdict: 'ok',
    clickId: 'survives',
  },
  {
    name: 'lostinthree',
    host: site({
      '/offer': (visit, r) => go(r, `/two?sub=${click(visit)}`),
      '/two': ({ query }, r) => go(r, `/three?sub=${query.get('sub')}`),
      '/three': (_visit, r) => go(r, '/end?sub=nobody'),
      '/end': page(),
    }),
    verdict: 'ok',
    clickId: 'lost',
    lostAt: 3,
  },
  { name: 'hiccup', host: (visit, r) => show(r, CASINO, visit.count === 1 ? 500 : 200), verdict: 'ok' },
  { name: 'restart', host: (visit, r) => show(r, CASINO, visit.count <= 3 ? 502 : 200), verdict: 'ok' },
  {
    name: 'jsd',
    host: page(
      html('Best Casino', `${prose(20)}<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`),
    ),
    verdict: 'ok',
  },
  { name: 'captchaform', host: page(html('Contact', `${prose(300)}<div class="g-recaptcha"></div>`)), verdict: 'ok' },
  { name: 'loginpage', path: '/login?click={id}', host: page(html('Sign in', prose(30))), verdict: 'ok' },
];

const challenge = '<title>Just a moment...</title><script>window._cf_chl_opt={}</script>';

export const WALLED: readonly Trap[] = [
  { name: 'cloudflare', host: page(challenge, 403, { 'cf-mitigated': 'challenge' }), verdict: 'blocked' },
  { name: 'cloudflare503', host: page(challenge, 503), verdict: 'blocked' },
  {
    name: 'datadome',
    host: page('<script src="https://geo.captcha-delivery.com/c.js"></script>', 403, { 'x-datadome': 'protected' }),
    verdict: 'blocked',
  },
  { name: 'captcha200', host: page(html('Hello', 'Prove it <div class="h-captcha"></div>')), verdict: 'blocked' },
  { name: 'robotcheck', host: page(html('Robot Check', 'Type the characters you see.')), verdict: 'blocked' },
  { name: 'password', host: page('', 401), verdict: 'blocked' },
  { name: 'forbidden', host: page(html('Forbidden', 'You may not.'), 403), verdict: 'blocked' },
  { name: 'law', host: page('', 451), verdict: 'blocked' },
  { name: 'nine99', host: page('', 999), verdict: 'blocked' },
  {
    name: 'consent',
    host: (visit, r) => (visit.path === '/consent' ? show(r, html('Cookies', 'Agree?')) : go(r, '/consent')),
    verdict: 'blocked',
  },
  {
    name: 'age',
    host: (visit, r) => (visit.path === '/age-check' ? show(r, html('Age', 'Are you 18?')) : go(r, '/age-check')),
    verdict: 'blocked',
  },
  {
    name: 'login',
    host: (visit, r) => (visit.path === '/login' ? show(r, html('Sign in', 'Name')) : go(r, '/login')),
    verdict: 'blocked',
  },
  { name: 'akamai', host: page(html('Access Denied', 'Reference&#32;&#35;18.2'), 403), verdict: 'blocked' },
  { name: 'limit', host: page('', 429, { 'retry-after': '120' }), verdict: 'limited' },
  {
    name: 'limitdate',
    host: page('', 429, { 'retry-after': new Date(Date.now() + 60_000).toUTCString() }),
    verdict: 'limited',
  },
  { name: 'limitbare', host: page('', 429), verdict: 'limited' },
  { name: 'busy', host: page('', 503, { 'retry-after': '60' }), verdict: 'limited' },
];

const gone = html('Oops', 'This page does not exist. Go back to our home page.');

export const BROKEN: readonly Trap[] = [
  { name: 'notfound', host: page(html('Not found', 'Nothing here.'), 404), verdict: 'broken' },
  { name: 'gone', host: page('', 410), verdict: 'broken' },
  { name: 'goneheadrefused', host: (visit, r) => show(r, '', visit.method === 'HEAD' ? 405 : 404), verdict: 'broken' },
  { name: 'goneheadok', host: (visit, r) => show(r, '', visit.method === 'HEAD' ? 200 : 404), verdict: 'broken' },
  { name: 'soft', host: page(gone), verdict: 'broken' },
  {
    name: 'softecho',
    host: ({ path }, r) => show(r, html('Oops', `${path} could not be found. ${prose(60)}`)),
    verdict: 'broken',
  },
  {
    name: 'softrandom',
    host: ({ count }, r) => show(r, html('Not found', `${prose(200)} incident ${count * 7919}`)),
    verdict: 'broken',
  },
  {
    name: 'softredirect',
    host: (visit, r) => (visit.path === '/404' ? show(r, gone) : go(r, '/404')),
    verdict: 'broken',
  },
  { name: 'softgerman', host: page(html('Fehler', 'Die Seite wurde nicht gefunden.')), verdict: 'broken' },
  { name: 'parked', path: '/', host: page(html('shop.test', 'Buy this domain. Related searches')), verdict: 'broken' },
  {
    name: 'parkedlong',
    host: page(html('shop.test', `${prose(800)}<script src="https://sedoparking.com/x.js"></script>`)),
    verdict: 'broken',
  },
  { name: 'expired', host: offerIs(page(html('Offer expired', 'Please choose another one.'))), verdict: 'broken' },
  { name: 'loop', host: (visit, r) => go(r, `${visit.path}?click=${click(visit)}`), verdict: 'broken' },
  { name: 'pingpong', host: (visit, r) => go(r, visit.path === '/a' ? '/b' : '/a'), verdict: 'broken' },
  { name: 'endless', host: (visit, r) => go(r, `/next${visit.count}`), verdict: 'broken' },
  ...['file:///etc/passwd', 'gopher://x.test/', 'javascript:alert(1)', 'data:text/html,x'].map(
    (address): Trap => ({
      name: `to${address.split(':', 1)[0]}`,
      host: (_visit, r) => go(r, address),
      verdict: 'broken',
    }),
  ),
  { name: 'refreshscript', host: page('soon', 200, { refresh: '0; url=javascript:alert(1)' }), verdict: 'broken' },
  {
    name: 'switching',
    host: (_visit, r) =>
      void r.socket?.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'),
    verdict: 'broken',
  },
  {
    name: 'status000',
    host: (_visit, r) => void r.socket?.end('HTTP/1.1 000 X\r\ncontent-length: 0\r\n\r\n'),
    verdict: 'broken',
  },
  { name: 'nowhere', host: (_visit, r) => go(r, 'http://[broken'), verdict: 'broken' },
  { name: 'leadsto404', host: (_visit, r) => go(r, 'http://notfound.farm.test/x'), verdict: 'broken' },
  {
    name: 'metato404',
    host: site({ '/offer': page('<meta http-equiv=refresh content="0;url=/gone">') }),
    verdict: 'broken',
  },
  {
    name: 'jsd404',
    host: page(html('Gone', '<script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>'), 404),
    verdict: 'broken',
  },
  { name: 'captcha404', host: page(html('Not found', '<div class="g-recaptcha"></div>'), 404), verdict: 'broken' },
  { name: 'upgrade426', host: page('', 426, { upgrade: 'h2c' }), verdict: 'broken' },
  { name: 'error500', host: page('', 500), verdict: 'broken' },
  { name: 'cut', host: (_visit, r) => void r.destroy(), verdict: 'broken' },
  { name: 'hanging', host: () => undefined, verdict: 'broken' },
  { name: 'refused', host: { origin: 'http://127.0.0.1:1' }, verdict: 'broken' },
  { name: 'noname', host: { code: 'ENOTFOUND' }, verdict: 'broken', clickId: null },
];
