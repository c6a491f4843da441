/** Why a click went to an app address or to the web target beside it (docs/product/links-and-hosts.md#app-addresses). */

/** `android` and `ios`: the app address was taken. Otherwise the web target was. */
export const APP_RESULTS = ['android', 'ios', 'other_system', 'browser', 'bot'] as const;
export type AppResult = (typeof APP_RESULTS)[number];

/** The sentences for people. */
export const APP_RESULT_TEXTS: Readonly<Record<AppResult, string>> = {
  android: 'The Android app address was taken.',
  ios: 'The iOS app address was taken.',
  other_system: 'The web target was taken: there is no app address for the system of the device.',
  browser: 'The web target was taken: this browser, such as one inside another app, may not open the app address.',
  bot: 'The web target was taken: clicks that do not count as visits never go to an app.',
};
