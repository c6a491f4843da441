import { fields } from '../../define/field.ts';
import { baseCurrency } from '../../money/base-currency.ts';
import { REPORTED } from '../../partners/conversions/deal-types.ts';

/** Fields that several entities share. */
export const PAUSABLE = {
  kind: 'choice',
  label: 'Status',
  required: true,
  default: 'active',
  options: [
    { value: 'active', label: 'Active', tone: 'good' },
    { value: 'paused', label: 'Paused', tone: 'attention' },
  ],
} as const;

/** In the base currency. */
export const MONEY_OR_NONE = { inBase: true } as const;

/** The largest price of one lead, deposit or click: 100 million, which is about 3 500 euros in Vietnamese dong. */
export const MOST_PRICE = '100000000';

/** The fixed amount of a deal, required if its type pays one. Zero is a valid amount. */
export const FIXED_AMOUNT = {
  kind: 'decimal',
  label: 'Deal',
  formerName: 'deal',
  min: '0',
  max: MOST_PRICE,
  required: true,
  visibleWhen: { field: 'dealType', is: ['CPA', 'CPL', 'CPC', 'Hybrid'] },
} as const;

/** Whether a lead stays paid even if its partner rejects it later. */
export const REJECTED_PAID = {
  kind: 'toggle',
  label: 'Rejected leads are paid',
  default: false,
  help: 'If No, the revenue and publisher cost of a lead are reversed when the partner rejects it.',
  visibleWhen: { field: 'dealType', is: ['CPA', 'CPL', 'Hybrid', REPORTED] },
} as const;

/** A share of revenue, if the deal's type pays one. */
export const SHARE_PERCENT = {
  kind: 'decimal',
  label: 'Share',
  unit: '%',
  min: '0',
  max: '100',
  required: true,
  visibleWhen: { field: 'dealType', is: ['RevShare', 'Hybrid'] },
} as const;

/** The last day of a range that starts at `validFrom`; open-ended if empty. */
export const VALID_TO = { kind: 'date', label: 'Valid to', notBefore: 'validFrom' } as const;

/** When a direct link or a box begins and ends (docs/product/links-and-hosts.md#ends-of-direct-links). */
export const ENDS = fields({
  validFrom: { kind: 'date', label: 'First day' },
  validTo: { ...VALID_TO, label: 'Last day' },
  timeZone: {
    kind: 'text',
    label: 'Time zone of the days',
    max: 64,
    required: true,
    format: 'timeZone',
    default: 'UTC',
    hideInList: true,
  },
  maxClicks: {
    kind: 'integer',
    label: 'Most clicks',
    min: 1,
    max: 1_000_000_000,
    help: 'Clicks of people, counted from the moment on at which a limit is set.',
  },
  clicks: { kind: 'integer', label: 'Counted clicks', min: 0, max: 2_147_483_647, readOnly: true, required: true },
});

/** Where devices with the app go instead of the web target (docs/product/links-and-hosts.md#app-addresses). */
export const APP_URLS = fields({
  androidUrl: {
    kind: 'text',
    label: 'Android app address',
    max: 2000,
    format: 'androidUrl',
    mono: true,
    hideInList: true,
    help: 'Such as market://details?id=com.example.app. Browsers on Android open it, and go to the web target if the app is missing. Link checks and launch checks do not open it.',
  },
  iosUrl: {
    kind: 'text',
    label: 'iOS app address',
    max: 2000,
    format: 'iosUrl',
    mono: true,
    hideInList: true,
    help: 'An https address that the app opens, or an itms-apps address of the App Store. Link checks and launch checks do not open it.',
  },
});

/** A currency code of three letters (ISO 4217). */
export const CURRENCY = {
  kind: 'text',
  label: 'Currency',
  max: 3,
  required: true,
  format: 'currency',
  default: baseCurrency,
  mono: true,
} as const;

/** Child rows with contact persons. */
export const PEOPLE = {
  inWords: ['name', 'role', 'email', 'phone'],
  of: fields({
    name: { kind: 'text', label: 'Name', max: 120, required: true, search: true },
    role: { kind: 'text', label: 'Role', max: 120, search: true },
    email: { kind: 'text', label: 'E-mail', max: 254, format: 'email', search: true },
    phone: { kind: 'text', label: 'Phone', max: 40, format: 'phone', search: true },
    note: { kind: 'text', label: 'Note', max: 500 },
  }),
} as const;

/** A host that is the name of its record. */
export const HOST_NAME = {
  kind: 'text',
  label: 'Host',
  max: 253,
  required: true,
  search: true,
  unique: true,
  format: 'host',
  mono: true,
} as const;

/** The parameters of links that pass on to the target (docs/product/links-and-hosts.md#parameters-that-pass-on). */
export const PASS_ON = {
  kind: 'text',
  label: 'Parameters that pass on',
  max: 500,
  format: 'parameterNames',
  mono: true,
  hideInList: true,
  help: 'Names separated by commas, such as utm_source, gclid. They are added to the target unless it has them.',
} as const;

/** Fields that the server fills and that are never empty. */
export const READ_ONLY = { readOnly: true, required: true } as const;

export const BY_NAME = { orderBy: 'name', direction: 'asc' } as const;
export const NEWEST_FIRST = { orderBy: 'id', direction: 'desc' } as const;
