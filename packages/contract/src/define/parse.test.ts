import { describe, expect, it } from 'vitest';
import { campaignBox } from '../entities/campaign-box.ts';
import { dealProposal } from '../entities/deal-proposal.ts';
import { globalDeal } from '../entities/global-deal.ts';
import { integration } from '../entities/integration.ts';
import { manualTransaction } from '../entities/manual-transaction.ts';
import { partner } from '../entities/partner.ts';
import { partnerOverride } from '../entities/partner-override.ts';
import { fields } from './field.ts';
import { parseInput } from './parse.ts';

const TODAY = '2026-11-22';
const override = {
  name: 'Better',
  partnerId: 1,
  dealType: 'CPA',
  amount: '10',
  currency: 'EUR',
  validFrom: '2026-05-01',
};
const deal = {
  geoId: 1,
  integrationId: 1,
  dealType: 'CPA',
  dealRevenueType: 'firstDeposit',
  fixedAmount: '5',
  weight: 1,
};

describe('invisible characters that were pasted with a value', () => {
  it.each([
    ['a zero width space', '\u200b'],
    ['a byte order mark', '\ufeff'],
    ['a no-break space', '\u00a0'],
    ['a bidirectional mark', '\u200e'],
    ['a line break', '\r\n'],
  ])('are dropped at both ends of an address, a name and an amount: %s', (_, mark) => {
    const around = (text: string) => `${mark}${text}${mark}`;
    const target = 'https://net.example/a?c={click_id}';
    const link = { name: around('Derby'), fallbackUrl: around(target) };
    const { value, errors } = parseInput(campaignBox.fields, link, TODAY);
    expect(errors.filter(({ path }) => path in link)).toEqual([]);
    expect(value).toMatchObject({ name: 'Derby', fallbackUrl: target });
    const amount = parseInput(partnerOverride.fields, { ...override, amount: around('12.50') }, TODAY);
    expect(amount).toMatchObject({ errors: [], value: { amount: '12.50' } });
    expect(parseInput(campaignBox.fields, { ...link, name: mark }, TODAY).errors.map(({ path }) => path)).toContain(
      'name',
    );
  });
});

describe('a range of days', () => {
  it('can be one day long or open-ended', () => {
    for (const validTo of ['2026-05-01', '2026-06-01', null])
      expect(parseInput(partnerOverride.fields, { ...override, validTo }, TODAY).errors).toEqual([]);
  });

  it('is refused at its end field when it ends before it starts, in a record and in its rows', () => {
    const message = 'The last day is before the first day.';
    expect(parseInput(partnerOverride.fields, { ...override, validTo: '2026-04-30' }, TODAY).errors).toEqual([
      { path: 'validTo', message },
    ]);
    const deals = [deal, { ...deal, validFrom: '2026-05-02', validTo: '2026-05-01' }];
    const { errors } = parseInput(
      partner.fields,
      {
        name: 'Acme',
        partnerTypeId: 1,
        currency: 'EUR',
        timeZone: 'UTC',
        deals,
      },
      TODAY,
    );
    expect(errors).toEqual([{ path: 'deals.1.validTo', message }]);
  });
});

describe('a day of a ledger', () => {
  const entry = {
    reason: 'Bonus',
    entryKind: 'cost',
    amount: '5',
    currency: 'EUR',
    attachments: [],
  };
  const errorsOn = (day: string) => parseInput(manualTransaction.fields, { ...entry, day }, TODAY).errors;

  it('must be between 2021-01-01 and today', () => {
    for (const day of ['2021-01-01', TODAY]) expect(errorsOn(day)).toEqual([]);
    const message = 'Enter a day between 2021-01-01 and today (2026-11-22, UTC).';
    for (const day of ['2020-12-31', '2026-11-23', '2099-01-01', '1990-01-01'])
      expect(errorsOn(day)).toEqual([{ path: 'day', message }]);
  });

  it('is refused with the form’s question when the form could not read it', () => {
    const unread = { unread: '05/06/2026', problem: 'Which one?' };
    expect(parseInput(manualTransaction.fields, { ...entry, day: unread }, TODAY).errors).toEqual([
      { path: 'day', message: 'Which one?' },
    ]);
  });
});

describe('the settings of an integration', () => {
  const errorsOf = (settingsJson: unknown) =>
    parseInput(integration.fields, { name: 'Acme', settingsJson }, TODAY).errors.map(({ path, message }) => [
      path,
      message,
    ]);

  it('can be empty or contain names and statuses', () => {
    expect(errorsOf(null)).toEqual([]);
    expect(errorsOf({ postback: { names: { click_id: 'subid' }, statuses: { ftd: 'first_deposit' } } })).toEqual([]);
  });

  it('are not cleared by an empty text or an empty list', () => {
    for (const wrong of ['', ' ', []]) expect(errorsOf(wrong).map(([path]) => path)).toEqual(['settingsJson']);
  });

  it('are refused with the path of an unknown setting', () => {
    const unknown = 'This setting does not exist.';
    expect(errorsOf({ statuses: { ftd: 'first_deposit' } })).toEqual([['settingsJson.statuses', unknown]]);
    expect(errorsOf({ postback: { status: {} }, other: 1 })).toEqual([
      ['settingsJson.postback.status', unknown],
      ['settingsJson.other', unknown],
    ]);
    expect(errorsOf({ postback: { names: { clickid: 'x' } } })).toEqual([
      ['settingsJson.postback.names.clickid', unknown],
    ]);
    expect(errorsOf({ postback: { statuses: { ftd: 'firstDeposit' } } })[0]?.[0]).toBe(
      'settingsJson.postback.statuses.ftd',
    );
  });
});

describe('a deal', () => {
  const errorsOf = (row: object, integrations: number[] = []) =>
    parseInput(
      partner.fields,
      { name: 'Acme', partnerTypeId: 1, currency: 'EUR', timeZone: 'UTC', integrations, deals: [{ ...deal, ...row }] },
      TODAY,
    ).errors.map(({ path }) => path);
  const nothing = { fixedAmount: null, sharePercent: null };

  it('has the amount or share its type needs', () => {
    for (const dealType of ['CPA', 'CPL', 'CPC'])
      expect(errorsOf({ dealType, ...nothing, sharePercent: '20' })).toEqual(['deals.0.fixedAmount']);
    expect(errorsOf({ dealType: 'RevShare', ...nothing, fixedAmount: '50' })).toEqual(['deals.0.sharePercent']);
    expect(errorsOf({ dealType: 'Hybrid', ...nothing })).toEqual(['deals.0.fixedAmount', 'deals.0.sharePercent']);
    expect(errorsOf({ dealType: 'Flat', ...nothing })).toEqual([]);
    expect(errorsOf({ dealType: 'Hybrid', fixedAmount: '0', sharePercent: '25' })).toEqual([]);
    const general = { name: 'All', dealRevenueType: 'firstDeposit', currency: 'EUR' };
    expect(parseInput(globalDeal.fields, { ...general, dealType: 'RevShare' }, TODAY).errors).toEqual([
      { path: 'sharePercent', message: 'Field has to be filled.' },
    ]);
    const proposal = { ...deal, partnerId: 1, validFrom: '2026-01-01', reason: 'x' };
    expect(parseInput(dealProposal.fields, { ...proposal, fixedAmount: null }, TODAY).errors).toEqual([
      { path: 'fixedAmount', message: 'Field has to be filled.' },
    ]);
  });

  it('uses one of its partner’s integrations, if the partner has any', () => {
    expect(errorsOf({}, [2, 3])).toEqual(['deals.0.integrationId']);
    expect(errorsOf({}, [2, 1])).toEqual([]);
    expect(errorsOf({}, [])).toEqual([]);
  });
});

describe('the weights of an allocation', () => {
  const { allocation } = campaignBox.fields;
  const row = (campaignId: number, weight: number, lock = false) => ({
    campaignId,
    weight,
    lock,
    weightOverride: false,
  });
  const errorsFor = (...rows: object[]) => parseInput({ allocation }, { allocation: rows }, TODAY).errors;

  it('are refused unless they total 100', () => {
    expect(errorsFor(row(1, 40), row(2, 60))).toEqual([]);
    expect(errorsFor(row(1, 40), row(2, 50))).toEqual([
      { path: 'allocation', message: 'Weights must total 100. They total 90.' },
    ]);
  });

  it('are at least 1 for unlocked items', () => {
    expect(errorsFor(row(1, 0, true), row(2, 100))).toEqual([]);
    expect(errorsFor(row(1, 0), row(2, 100)).map(({ path }) => path)).toEqual(['allocation.0.weight']);
  });

  it('are refused if a campaign is listed twice', () => {
    expect(errorsFor(row(1, 30), row(2, 30), row(1, 40))).toEqual([
      { path: 'allocation.2.campaignId', message: 'This campaign is already in the allocation.' },
    ]);
  });
});

describe('a required field', () => {
  it('refuses an empty object like an empty text', () => {
    const map = fields({ settings: { kind: 'json', label: 'Settings', required: true } });
    expect(parseInput(map, { settings: {} }, TODAY).errors).toEqual([
      { path: 'settings', message: 'Field has to be filled.' },
    ]);
  });
});
