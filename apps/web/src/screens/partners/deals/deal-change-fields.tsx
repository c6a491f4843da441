/** The fields that select deals and their new values. */

import { MESSAGE } from '@signpost/contract/define/validators.ts';
import { partner } from '@signpost/contract/entities/partner.ts';
import { WHOLE_NUMBER } from '@signpost/contract/field-messages.ts';
import { DEAL_TYPES } from '@signpost/contract/partners/conversions/deal-types.ts';
import type { Unread } from '@signpost/contract/reading/problems.ts';
import type { DealPreviewAsk } from '@signpost/contract/records/deals.ts';
import { filterOptions } from '@signpost/contract/records/metadata.ts';
import { DateField } from '../../../fields/date-field.tsx';
import { DecimalField } from '../../../fields/decimal-field.tsx';
import { ReferencesInput } from '../../../fields/reference-input.tsx';
import { Choice } from '../../../ui/fields/choice.tsx';
import { MultiSelect } from '../../../ui/fields/multi-select.tsx';
import { textOrNull } from '../../../ui/values/optional.ts';

export type Filter = DealPreviewAsk['filter'];

export const WHAT = [
  { value: 'fixedAmount', label: 'Deal: a new amount' },
  { value: 'fixedAmountByPercent', label: 'Deal: by a percentage' },
  { value: 'sharePercent', label: 'Share' },
  { value: 'leadCap', label: 'Lead cap' },
  { value: 'weight', label: 'Weight' },
  { value: 'waterfallBlocked', label: 'Block waterfall' },
  { value: 'validTo', label: 'Valid to' },
] as const;
export type What = (typeof WHAT)[number]['value'];
const UNITS: Partial<Record<What, string>> = { fixedAmountByPercent: '%, for example 10 or -5', sharePercent: '%' };
const of = partner.fields.deals.of;
const BOUNDS: Partial<Record<What, { min: string; max: string }>> = {
  fixedAmount: { min: of.fixedAmount.min, max: of.fixedAmount.max },
  fixedAmountByPercent: { min: '-100', max: '1000' },
  sharePercent: { min: of.sharePercent.min, max: of.sharePercent.max },
  leadCap: { min: String(of.leadCap.min), max: String(of.leadCap.max) },
  weight: { min: String(of.weight.min), max: String(of.weight.max) },
};

/** The change for the server, or the error of the value that was read (a plain decimal or nothing). */
export function changeOf(what: What, value: string): { change: DealPreviewAsk['change'] } | { problem: string } {
  if (what === 'waterfallBlocked') return { change: { waterfallBlocked: value === 'yes' } };
  if (what === 'validTo') return { change: { validTo: textOrNull(value) } };
  if (what === 'leadCap' && value === '') return { change: { leadCap: null } };
  if (value === '') return { problem: MESSAGE.number };
  if (what === 'fixedAmount' || what === 'sharePercent') return { change: { [what]: value } };
  if (what !== 'fixedAmountByPercent' && value.includes('.')) return { problem: WHOLE_NUMBER };
  return { change: { [what]: Number(value) } };
}

/** The new value as typed; `unread` is a text that cannot be read as a number. */
export interface Entry {
  text: string;
  unread: Unread | null;
}
export const NOTHING_ENTERED: Entry = { text: '', unread: null };

interface NewValueProps {
  what: What;
  entry: Entry;
  problem: string | null;
  onEntry: (entry: Entry) => void;
}

/** The field for the new value, which depends on what is changed. */
export function NewValue({ what, entry: { text, unread }, problem, onEntry }: NewValueProps) {
  const onText = (next: string | null) => onEntry({ text: next ?? '', unread: null });
  const onUnread = (typed: string, question: string) => onEntry({ text, unread: { unread: typed, problem: question } });
  if (what === 'validTo')
    return (
      <DateField
        label="New value"
        value={textOrNull(text)}
        unread={unread?.unread}
        onUnread={onUnread}
        errors={unread === null ? [] : [unread.problem]}
        onChange={onText}
      />
    );
  if (what === 'waterfallBlocked')
    return (
      <Choice
        label="New value"
        value={textOrNull(text)}
        onChange={onText}
        options={[
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
      />
    );
  return (
    <DecimalField
      label="New value"
      value={textOrNull(text)}
      help={what === 'leadCap' ? 'Leave empty for no cap.' : UNITS[what]}
      errors={(text !== '' || unread !== null) && problem !== null ? [problem] : []}
      {...BOUNDS[what]}
      unit={what === 'fixedAmountByPercent' || what === 'sharePercent' ? '%' : undefined}
      unread={unread?.unread}
      onUnread={onUnread}
      onChange={onText}
    />
  );
}

interface FilterFieldsProps {
  filter: Filter;
  onChange: (part: Partial<Filter>) => void;
}

/** The deals that are changed. */
export function FilterFields({ filter, onChange }: FilterFieldsProps) {
  return (
    <>
      <ReferencesInput
        label="Partners"
        to="partner"
        value={filter.partnerIds}
        onChange={(partnerIds) => onChange({ partnerIds })}
      />
      <ReferencesInput label="Geos" to="geo" value={filter.geoIds} onChange={(geoIds) => onChange({ geoIds })} />
      <ReferencesInput
        label="Integrations"
        to="integration"
        value={filter.integrationIds}
        onChange={(integrationIds) => onChange({ integrationIds })}
      />
      <MultiSelect
        label="Deal types"
        value={filter.dealTypes}
        onChange={(dealTypes) => onChange({ dealTypes })}
        options={[...DEAL_TYPES]}
        find={filterOptions}
      />
    </>
  );
}
