/** The placeholders of addresses that the server itself calls, by kind of address. */

/** The placeholders of an outgoing postback. `payout` is the amount owed to the receiver, not our revenue. */
export const OUTGOING_MACROS = [
  'click_id',
  'event',
  'status',
  'txid',
  'payout',
  'currency',
  'timestamp',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
] as const;

/** The placeholders of a lead buyer's template; `extra_…` stands for additional answers of the form. */
export const LEAD_PLACES = [
  'email',
  'phone',
  'first_name',
  'last_name',
  'country',
  'ip',
  'click_id',
  'lead_id',
  'product',
  'source',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
  'api_key',
] as const;

/** Whether a lead buyer's template can contain this placeholder. */
export const isLeadPlace = (name: string): boolean =>
  LEAD_PLACES.some((one) => one === name) || /^extra_[a-z0-9_]{1,40}$/.test(name);

/** Whether an outgoing postback can contain this placeholder. */
export const isOutgoingMacro = (name: string): boolean => OUTGOING_MACROS.some((one) => one === name);
