/** The parameters of a link that a click keeps, besides those that are meant for us (docs/product/clicks.md#parameters-that-a-click-keeps). */
import { z } from 'zod';

/** The ids that ad platforms give to clicks, by the parameter that carries them, in lower case. */
export const AD_CLICK_IDS = {
  gclid: 'Google Ads',
  gbraid: 'Google Ads (app)',
  wbraid: 'Google Ads (web, iOS)',
  dclid: 'Google Marketing Platform',
  fbclid: 'Meta',
  ttclid: 'TikTok',
  msclkid: 'Microsoft Advertising',
  sccid: 'Snapchat',
  epik: 'Pinterest',
  rdt_cid: 'Reddit',
  li_fat_id: 'LinkedIn',
  twclid: 'X',
  yclid: 'Yandex Direct',
  tblci: 'Taboola',
  dicbo: 'Outbrain',
} as const satisfies Record<string, string>;

/** Other parameters that one click keeps. */
export const MOST_PARAMETERS = 20;
export const LONGEST_NAME = 40;
/** A longer value of another parameter is cut. Some ids of clicks have more than 255 characters. */
export const LONGEST_VALUE = 200;
/** A longer id of a click is not kept, because half of an id belongs to no click. */
export const LONGEST_CLICK_ID = 500;

/** Stands for an address of a person, which no click keeps. */
export const MASKED_EMAIL = '(e-mail address)';
export const MASKED_PHONE = '(phone number)';

/** The parameters that a click keeps: values by name in lower case. */
export const keptParametersSchema = z.record(z.string(), z.string());
export type KeptParameters = z.infer<typeof keptParametersSchema>;
/** One object for all links that carry nothing else. */
export const NOTHING_KEPT: KeptParameters = {};

/** The kept parameters of a fact; none if it has none, or if the text is not what a click stores. */
export function readKeptParameters(text: string): KeptParameters {
  if (text === '') return NOTHING_KEPT;
  try {
    const read = keptParametersSchema.safeParse(JSON.parse(text));
    return read.success ? read.data : NOTHING_KEPT;
  } catch {
    return NOTHING_KEPT;
  }
}

/** The parameter of links with the choice of a visitor, unless an installation names another one. */
export const CONSENT_PARAMETER = 'consent';

/** Whether visitors agree that other companies are told of their click; '' stands for no answer. */
export const CONSENTS = ['granted', 'denied', 'opted_out'] as const;
export type Consent = (typeof CONSENTS)[number];
export const CONSENT_LABELS = {
  granted: 'Granted',
  denied: 'Denied',
  opted_out: 'Opted out (Global Privacy Control)',
} as const satisfies Record<Consent, string>;
