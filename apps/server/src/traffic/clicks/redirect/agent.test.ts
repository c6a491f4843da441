import { BROWSERS, DEVICES, SYSTEMS, valueProblem } from '@signpost/contract/traffic/clicks/vocabulary.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { agentOf } from './agent.ts';

it.each([
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    ['desktop', 'macOS', 'Safari'],
  ],
  [
    'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    ['desktop', 'Chrome OS', 'Chrome'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36',
    ['mobile', 'Android', 'Samsung Internet'],
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    ['mobile', 'iOS', 'Mobile Safari'],
  ],
  // Phones and tablets of the maker M4tel and others are called so.
  [
    'Mozilla/5.0 (Linux; Android 7.0; M bot 60 Build/NRD90M; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/70.0.1.1 Mobile Safari/537.36',
    ['mobile', 'Android', 'Chrome WebView'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 8.1.0; M BOT TAB 101) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/70.0.1.1 Safari/537.36',
    ['tablet', 'Android', 'Chrome'],
  ],
  // Invented agents of the kinds that public collections show to be hard.
  [
    'Mozilla/5.0 (Linux; U; Android 4.1.2; zh-cn; ROBIN-77 Build/ABC12) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30 baiduboxapp/042_8.3_diordna_458_084/nibor_61_2.1.4_77-NIBOR/1',
    ['mobile', 'Android', 'Baidu'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 4.1.1; Kite@Home() www Build/XYZ) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/30.0.1.1 Mobile Safari/537.36',
    ['mobile', 'Android', 'Chrome'],
  ],
  [
    'Opera/9.80 (Linux armv7l; HbbTV/1.1.1 (; Maker; Model9; PKG1.1; 2014;); ) Presto/2.12 Version/12.11',
    ['smarttv', 'Linux', 'Opera'],
  ],
  [
    'Mozilla/5.0 (Linux; GoogleTV 4.0.4; Some Box Build/000000) AppleWebKit/534.24 (KHTML, like Gecko) Chrome/11.0.6.7 Safari/534.24',
    ['smarttv', 'Linux', 'Chrome'],
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/120 Version/11.1.1 Safari/605.1.15',
    ['desktop', 'iOS', 'Chrome'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 8.1; KITE-9 Build/XYZ; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/60.0.1.1 Mobile Safari/537.36 JsKit/1.0 (Android) SohuNews/6.1.2 BuildCode/120',
    ['mobile', 'Android', 'Chrome WebView'],
  ],
  // Browsers that Office opens, and names that only look like those of its programs.
  [
    'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1; Trident/5.0; InfoPath.3; MS-RTC LM 8)',
    ['desktop', 'Windows', 'IE'],
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/86.0.1.1 Safari/537.36 WPS/11.2',
    ['desktop', 'Windows', 'Chrome'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 13; Office One Build/ABC) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.1.1 Mobile Safari/537.36',
    ['mobile', 'Android', 'Chrome'],
  ],
  ['Mozilla/5.0 (X11; Haiku x86_64) Midori/9.0', ['desktop', 'Other', 'Other']],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/127.0.0.0 Safari/537.36 ||| ReqID: 17 | Proxy: 3 | Initiator: https://shop.example',
    ['desktop', 'Windows', 'Chrome'],
  ],
  [
    'Mozilla/5.0 (Linux: Android10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 MobileSafari/537.36',
    ['mobile', 'Android', 'Chrome'],
  ],
  // Internet Explorer inside of programs that are built with a component whose page they name.
  [
    'Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0; User-agent: Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; SV1; http://bsalsa.com) ; SLCC2; InfoPath.3)',
    ['desktop', 'Windows', 'IE'],
  ],
  [
    'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.0; EmbeddedWB 14.52 from: http://www.bsalsa.com/ EmbeddedWB 14.52; SLCC1)',
    ['desktop', 'Windows', 'IE'],
  ],
  [
    'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1; Embedded Web Browser from: https://bsalsa.com/; .NET CLR 1.1)',
    ['desktop', 'Windows', 'IE'],
  ],
  // Browsers of televisions and of sticks for them.
  [
    'TV Bro/1.0 Mozilla/5.0 (Linux; Android 11; SHIELD Android TV Build/RQ1A) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Safari/537.36',
    ['smarttv', 'Android', 'Android Browser'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 9; BRAVIA 4K GB Build/PTT1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
    ['smarttv', 'Android', 'Chrome'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 9; AFTKA) AppleWebKit/537.36 (KHTML, like Gecko) Silk/120 like Chrome/120 Safari/537.36',
    ['smarttv', 'Android', 'Silk'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 10; Chromecast Build/QTS2) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
    ['smarttv', 'Android', 'Chrome'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 12; Google TV Streamer) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
    ['smarttv', 'Android', 'Chrome'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 11; KITE 4K TV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
    ['smarttv', 'Android', 'Chrome'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 11; KITE TAB 10) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36',
    ['tablet', 'Android', 'Chrome'],
  ],
  [
    'Mozilla/5.0 (Linux; Tizen 2.3) AppleWebKit/538.1 (KHTML, like Gecko) Version/2.3 TV Safari/538.1',
    ['smarttv', 'Tizen', 'Safari'],
  ],
  [
    'Mozilla/5.0 (webOS.TV-2021; Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0 Safari/537.36',
    ['smarttv', 'webOS', 'Chrome'],
  ],
])('reads %s', (text, [device, os, browser]) => {
  expect(agentOf(text)).toEqual({ device, os, browser, bot: false });
});

it.each([
  'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/ABC) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0 Mobile Safari/537.36 (compatible; Examplebot/2.1; +http://bots.example/)',
  'Mozilla/5.0 (Linux; Android 7.0; ExampleCrawler) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 9; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0 Safari/537.36 Example-HTTP-Java-Client/1.10',
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/117.0.0.0 Safari/537.36 GTmetrix',
  'Java/1.8.0_292',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.6099.199 Safari/537.36;OneTrust;',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Code/1.99.0 Chrome/140.0.0.0 Electron/38.1.0 Safari/537.36',
  'baiduboxapp/1.0 (compatible; Baiduspider/2.0)',
  // Programs that fetch a link to show a preview of it, or to check it, when somebody shares or mails it.
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
  'WhatsApp/2.23.20.0 A',
  'TelegramBot (like TwitterBot)',
  'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
  'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
  'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
  'Mozilla/5.0 (compatible; vkShare; +http://vk.com/dev/Share)',
  'http.rb/5.1.1 (Mastodon/4.2.0; +https://social.example/) Bot',
  'Mozilla/5.0 (compatible; Bluesky Cardyb/1.1; +mailto:support@bsky.app)',
  'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko; compatible; BingPreview/1.0b) Chrome/80.0 Safari/537.36',
  'facebookexternalhit/1.1; kakaotalk-scrap/1.0; +https://devtalk.kakao.com/',
  'Mattermost-Bot/1.1',
  'bitlybot/3.0 (+http://bit.ly/)',
  // Programs for documents and mail, which open a link before the browser does.
  'Mozilla/4.0 (compatible; ms-office; MSOffice rmj)',
  'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
  'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Win64; x64; Trident/7.0; .NET4.0C; .NET4.0E; ms-office)',
  'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 6.1; Trident/5.0; SLCC2; MSOffice 12)',
  'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; Trident/7.0; Microsoft Outlook 16.0.4266; ms-office; MSOffice 16)',
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.12026; Pro)',
  'Microsoft Office/14.0 (Windows NT 6.1; Microsoft Outlook 14.0.7113; Pro; MSOffice 14)',
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Word 16.0.12026; Pro)',
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft Excel 16.0.4266; Pro)',
  'Microsoft Office/16.0 (Windows NT 10.0; Microsoft PowerPoint 16.0.4266; Pro)',
  'Microsoft Office/15.0 (Windows NT 6.1; Microsoft OneNote 15.0.4420; Pro)',
  'Microsoft Office Word 2014 (16.0.4266) Windows NT 10.0',
  'Microsoft Office Existence Discovery',
  'Microsoft Excel/16.78 CFNetwork/1474 Darwin/23.0.0 (x86_64)',
  'Excel/16.78.23100802 CFNetwork/1474 Darwin/23.0.0',
  'MacOutlook/16.78.23100802 (Intelx64 Mac OS X Version 14.0)',
  'Outlook-iOS/709.2226530.prod.iphone (3.24.1)',
  'WPS Office/11.2 (Windows NT 10.0; Win64)',
  'wpsoffice/11.1',
  'LibreOffice/7.5.2.2 (Linux; x86_64)',
  'LibreOffice 7.2.1.2 denylistedbackend/7.78.0 OpenSSL/1.1.1l',
  'OpenOffice.org/3.4 (Windows NT 6.1; Win32)',
])('takes %s for a program', (text) => {
  expect(agentOf(text).bot).toBe(true);
});

it('returns only values that a rule can name, for arbitrary user agents', () => {
  const words = fc.constantFrom(
    'Chrome',
    'Mac OS X',
    'Linux',
    'Firefox',
    'linux',
    'CHROME',
    'Opera',
    'Haiku',
    'Android',
    ';',
    '(',
    ')',
  );
  const part = fc.tuple(words, fc.constantFrom('/', ' '), fc.nat({ max: 200 })).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 8 }), (parts) => {
      const { os, browser, device } = agentOf(`Mozilla/5.0 ${parts.join(' ')}`);
      expect(['', ...SYSTEMS]).toContain(os);
      expect(['', ...BROWSERS]).toContain(browser);
      expect(['', ...DEVICES]).toContain(device);
      if (os !== '') expect(valueProblem('os', os)).toBeNull();
    }),
  );
});

it('recognises no other systems and browsers than the listed ones', () => {
  expect(valueProblem('os', 'Windoze')).toMatch(/is not an operating system/);
  expect(valueProblem('browser', 'Mobile Chrome')).toMatch(/is not a known browser/);
  expect(valueProblem('browser', 'chrome')).toBeNull();
});

const DESKTOP =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
const PHONE =
  'Mozilla/5.0 (Linux; Android 14; SM-S918B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';

/** Notes that proxies, extensions and scripts of people leave behind an agent; the word "request" is no headset. */
it.each([
  ' ||| ReqID: 17 | Proxy: 3 | Type: xmlhttprequest',
  ' ||| Type: xmlhttprequest',
  '||| Type: xmlhttprequest',
  ' || X-Requested-With: XMLHttpRequest',
  ' ||| Request: GET /lp?a=1',
  ' ||| Initiator: https://shop.example | Type: main_frame',
  ' ||| Type: image; Glass 2',
  ' ||| smart-tv',
  ' ||| tablet',
  ' |||',
  ' ||||| bot',
  ' Request/1.0',
  ' X-Requested-With',
])('reads the agent in front of "%s"', (note) => {
  expect(agentOf(DESKTOP + note)).toMatchObject({ device: 'desktop', os: 'Windows', bot: false });
  expect(agentOf(PHONE + note)).toMatchObject({ device: 'mobile', os: 'Android', bot: false });
});

it.each(['Quest 2', 'Quest', 'Quest Pro', 'Quest 3'])('reads the headset %s', (model) => {
  const agent = `Mozilla/5.0 (X11; Linux x86_64; ${model}) AppleWebKit/537.36 (KHTML, like Gecko) OculusBrowser/31.4.0 Chrome/120.0.0.0 VR Safari/537.36`;
  expect(agentOf(agent)).toMatchObject({ device: 'wearable', bot: false });
});
