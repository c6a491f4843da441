/** Places in addresses that we call ourselves: what each kind of address may carry in braces. */

/** What an outgoing postback may carry. `payout` is what the receiver is owed, never what we earn. */
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

/** What a template of a lead buyer may carry; `extra_…` for further answers of the form. */
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

/** Whether a lead's template may carry a place of that name. */
export const isLeadPlace = (name: string): boolean =>
  LEAD_PLACES.some((one) => one === name) || /^extra_[a-z0-9_]{1,40}$/.test(name);

/** Whether an outgoing postback may carry a place of that name. */
export const isOutgoingMacro = (name: string): boolean => OUTGOING_MACROS.some((one) => one === name);
