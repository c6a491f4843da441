/**
 * The parameters of links as ad platforms, mail programs and sites write them. The forms come from public documents and
 * reports of July 2023 to September 2026: lists of click ids (simoahava.com, docs.dataflysignal.com, sourceloop.ai,
 * ok-digital.space), ids that were longer than a column (umami-software/umami#3790, snowplow/iglu-central#1311,
 * snowplow/snowplow#1602), and Global Privacy Control (MDN, http.dev).
 */
import { MASKED_EMAIL, MASKED_PHONE } from '@signpost/contract/traffic/clicks/parameters.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { consentOf } from './kept-parameters.ts';
import { readLink } from './link.ts';

const keptOf = (query: string): Record<string, string> | undefined => readLink(`/box_1?${query}`)?.kept;
const LONG_TTCLID = `E_C_P_${'CtsBJpAa'.repeat(40)}`;

const FORMS: [query: string, kept: Record<string, string>][] = [
  ['source=x&sub1=a&code=WELCOME', {}],
  ['gclid=Cj0KCQjwiMmwBhDmARIs-A_wcB', { gclid: 'Cj0KCQjwiMmwBhDmARIs-A_wcB' }],
  ['gbraid=0AAAAA-x_1&wbraid=ClEKCQ', { gbraid: '0AAAAA-x_1', wbraid: 'ClEKCQ' }],
  ['fbclid=IwZXh0bgNhZW0CMTEAAR2', { fbclid: 'IwZXh0bgNhZW0CMTEAAR2' }],
  ['ScCid=8d3f-11', { sccid: '8d3f-11' }],
  ['GCLID=Upper', { gclid: 'Upper' }],
  [`ttclid=${LONG_TTCLID}`, { ttclid: LONG_TTCLID }],
  [`fbclid=${'a'.repeat(501)}`, {}],
  ['msclkid=&twclid=2-1c', { twclid: '2-1c' }],
  ['_ttclid=E_C_P_Cts', { _ttclid: 'E_C_P_Cts' }],
  [
    'epik=dj0yJnU9&rdt_cid=472&li_fat_id=9e-1&tblci=GiB&dicbo=v2-7&yclid=15&dclid=CO',
    {
      epik: 'dj0yJnU9',
      rdt_cid: '472',
      li_fat_id: '9e-1',
      tblci: 'GiB',
      dicbo: 'v2-7',
      yclid: '15',
      dclid: 'CO',
    },
  ],
  ['source=x&amp;gclid=abc', { gclid: 'abc' }],
  ['utm_source=google&utm_campaign=Summer%20%26%20Sun', { utm_source: 'google', utm_campaign: 'Summer & Sun' }],
  ['utm_content=first&utm_content=second', { utm_content: 'first' }],
  [`utm_term=${'x'.repeat(300)}`, { utm_term: `${'x'.repeat(199)}…` }],
  [`${'n'.repeat(41)}=1`, {}],
  ['e=ann%40example.com', { e: MASKED_EMAIL }],
  ['redirect=https%3A%2F%2Fx.example%2F%3Fu%3Dann%2540example.com', { redirect: MASKED_EMAIL }],
  ['email=ANN', { email: MASKED_EMAIL }],
  ['user_email_sha256=2bb80d53', { user_email_sha256: MASKED_EMAIL }],
  ['e-mail=x', { 'e-mail': MASKED_EMAIL }],
  ['contact=%2B49%20170%201234567', { contact: MASKED_PHONE }],
  ['contact=+49(0)170-1234567', { contact: MASKED_PHONE }],
  ['phone=01701234567&user_phone_number=1', { phone: MASKED_PHONE, user_phone_number: MASKED_PHONE }],
  [
    'adset_id=120210987654321098&placement=Instagram_Stories',
    { adset_id: '120210987654321098', placement: 'Instagram_Stories' },
  ],
  ['utm_medium=email', { utm_medium: 'email' }],
  ['gdpr=1&gdpr_consent=CPXxRfAPXxRfAAfKABENB', { gdpr: '1', gdpr_consent: 'CPXxRfAPXxRfAAfKABENB' }],
  ['utm_term=caf%e9', { utm_term: 'café' }],
  ['__proto__=x&constructor=y', { ['__proto__']: 'x', constructor: 'y' }],
];

describe('A click keeps of its link', () => {
  it.each(FORMS)('%s as it should be', (query, kept) => {
    expect(keptOf(query)).toEqual(kept);
  });

  it('all ids of ad platforms, and at most twenty other parameters', () => {
    const many = Array.from({ length: 40 }, (_, at) => `p${at}=1`).join('&');
    const kept = keptOf(`${many}&gclid=last`) ?? {};
    expect(Object.keys(kept)).toHaveLength(21);
    expect(kept.gclid).toBe('last');
  });

  it('text that is well formed and short, whatever anybody sends', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), fc.string({ unit: 'binary' }), (query, text) => {
        const kept = keptOf(`${query}&own=${encodeURIComponent(text.toWellFormed())}`) ?? {};
        for (const [name, value] of Object.entries(kept)) {
          expect(value.isWellFormed()).toBe(true);
          expect(value.length).toBeLessThanOrEqual(500);
          expect(name.length).toBeLessThanOrEqual(40);
        }
        expect(JSON.parse(JSON.stringify(kept))).toEqual(kept);
      }),
    );
  });
});

describe('A visitor’s consent', () => {
  it.each([
    ['1', undefined, 'opted_out'],
    ['1', 'granted', 'opted_out'],
    ['0', undefined, ''],
    ['true', undefined, ''],
    [['1', '1'], 'granted', 'granted'],
    [undefined, '1', 'granted'],
    [undefined, ' YES ', 'granted'],
    [undefined, 'opt-in', 'granted'],
    [undefined, '0', 'denied'],
    [undefined, 'false', 'denied'],
    [undefined, 'denied', 'denied'],
    [undefined, '{consent}', ''],
    [undefined, 'CPXxRfAPXxRfAAfKABENB', ''],
    [undefined, '', ''],
    [undefined, undefined, ''],
  ] as const)('with Sec-GPC %j and the parameter %j is %j', (gpc, said, consent) => {
    expect(consentOf(typeof gpc === 'object' ? [...gpc] : gpc, said)).toBe(consent);
  });
});
