import { expect, it } from 'vitest';
import { agentOf } from './agent.ts';

const IOS = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const SAFARI = 'Version/17.5 Mobile/15E148 Safari/604.1';
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; KITE-9 Build/XYZ) AppleWebKit/537.36 (KHTML, like Gecko)';
const CHROME = 'Chrome/126.0.0.0 Mobile Safari/537.36';

/** Browsers inside of apps, which show an error where Safari and Chrome open an app, and browsers that open one. */
it.each([
  [`${IOS} Mobile/15E148 Safari/604.1 trill_43.0.0 BytedanceWebview/d8a21c6`, 'TikTok'],
  [`${IOS} ${SAFARI} musical_ly_35.1.0 JsSdk/2.0 NetType/WIFI ByteLocale/en`, 'TikTok'],
  [`${ANDROID} Version/4.0 ${CHROME} musical_ly_2023507030 BytedanceWebview/d8a21c6`, 'TikTok'],
  [`${IOS} LinkedIn/9.11 Version/10.0 Mobile/14A403 Safari/602.1`, 'LinkedIn'],
  [`${IOS} ${SAFARI} [LinkedInApp]/9.30.1`, 'LinkedIn'],
  [`${ANDROID} ${CHROME} LinkedIn/4.1`, 'LinkedIn'],
  [`${IOS} ${SAFARI} [FBAN/FBIOS;FBAV/491.0]`, 'Facebook'],
  [`${IOS} ${SAFARI} [FB_IAB/MESSENGER;FBAV/1.0]`, 'Facebook'],
  [`${IOS} ${SAFARI} Instagram 361.0.0.35.87 (iPhone14,5; iOS 17_5)`, 'Instagram'],
  [`${IOS} ${SAFARI} Barcelona 300.0.0 (iPhone14,5; iOS 17_5)`, 'Other'],
  [`${IOS} Version/16.2 Mobile/15E148 Snapchat/11.13.0.31 (like Safari/526.3, panda)`, 'Snapchat'],
  [`${IOS} ${SAFARI} [Pinterest/iOS]`, 'Other'],
  [`${ANDROID} ${CHROME} [Pinterest/Android]`, 'Other'],
  [`${IOS} ${SAFARI} Line/13.1.0`, 'Line'],
  [`${IOS} Mobile/15E148 MicroMessenger/8.0.2 NetType/WIFI Language/en`, 'WeChat'],
  [`${IOS} ${SAFARI} KAKAOTALK 10.1.0`, 'KakaoTalk'],
  [`${IOS} ${SAFARI} NAVER(inapp; search; 2000; 12.1)`, 'Naver'],
  [`${IOS} ${SAFARI} Twitter for iPhone/10.0`, 'Twitter'],
  [`${IOS} ${SAFARI} Telegram-iOS/10.0`, 'Other'],
  [`${ANDROID} ${CHROME} Telegram-Android/11.0 (KITE-9; Android 14)`, 'Other'],
  [`${IOS} ${SAFARI} Reddit/2024.1`, 'Other'],
  [`${IOS} GSA/319.0 Mobile/15E148 Safari/604.1`, 'GSA'],
  [`${ANDROID} ${CHROME} GSA/15.1`, 'GSA'],
  [`${IOS} Mobile/15E148 Gmail/6.0`, 'Other'],
  [`${IOS} Mobile/15E148`, 'Other'],
  [`${IOS} ${SAFARI} SomeNewApp/1.0`, 'Other'],
  [`${ANDROID} Chrome/43.0.0.0 Crosswalk/14.43 Mobile Safari/537.36`, 'Other'],
  [`${ANDROID} Chrome/116.0.0.0 KiteBrowser/1.0 Mobile Safari/537.36`, 'Other'],
  [`${IOS} 1Keeper/6.4 (like Version/10.2 Mobile/14D27 Safari/600.1)`, 'Other'],
  // Browsers of their own, and those of the systems.
  [`${IOS} ${SAFARI}`, 'Mobile Safari'],
  [
    'Mozilla/5.0 (iPad; U; CPU OS 3_2 like Mac OS X; en-us) AppleWebKit/531.21 (KHTML, like Gecko) Version/4.0.4 Mobile/7B367 Safari/531.21',
    'Mobile Safari',
  ],
  [`${ANDROID} ${CHROME}`, 'Chrome'],
  [`${ANDROID} ${CHROME},gzip(gfe)`, 'Chrome'],
  [`${IOS} CriOS/125.0 Mobile/15E148 Safari/604.1`, 'Chrome'],
  [`${IOS} FxiOS/125.0 Mobile/15E148 Safari/605.1`, 'Firefox'],
  [`${IOS} EdgiOS/125.0 Version/17.0 Mobile/15E148 Safari/604.1`, 'Edge'],
  [`${ANDROID} ${CHROME} OPR/75.0`, 'Opera'],
  [`${ANDROID} ${CHROME} EdgA/125.0`, 'Edge'],
  [`${ANDROID} SamsungBrowser/25.0 ${CHROME}`, 'Samsung Internet'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/86.0 Safari/537.36 WPS/11.2',
    'Chrome',
  ],
])('reads %s as %s', (text, browser) => {
  expect(agentOf(text)).toMatchObject({ browser, bot: false });
});
