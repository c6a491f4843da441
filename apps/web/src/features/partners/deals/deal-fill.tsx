/** How full a deal is today, and whether it takes leads and clicks. */
import type { PartnerDeal, WaterfallDeal } from '@signpost/contract/traffic/clicks/waterfall.ts';
import type { DataColumn } from '../../../ui/data-table/types.ts';
import { Badge } from '../../../ui/values/values.tsx';
import classes from './deal-fill.module.css';
import { validText } from './deal-text.ts';

const STATES = {
  open: { label: 'Open', tone: 'good' },
  full: { label: 'Cap reached', tone: 'attention' },
  partner_paused: { label: 'Partner paused', tone: 'neutral' },
  not_valid: { label: 'Not valid today', tone: 'neutral' },
  off: { label: 'Weight 0', tone: 'neutral' },
} as const;

type State = WaterfallDeal['state'];

export const dealStateLabel = (state: State): string => STATES[state].label;

export function DealState({ state }: { state: State }) {
  return <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>;
}

type Filled = Pick<WaterfallDeal, 'accepted' | 'leadCap' | 'timeZone'>;

export const dealFillText = ({ accepted, leadCap }: Filled): string => {
  if (leadCap === null) return `${accepted} today`;
  return `${accepted} of ${leadCap} today`;
};

/** How much of its cap a deal has used, in percent. */
function filledPart({ accepted, leadCap }: Filled): number {
  if (leadCap === null) return 0;
  if (leadCap === 0) return 100;
  return Math.min(100, (accepted / leadCap) * 100);
}

/** The leads that a deal has accepted on its partner's day, beside its cap. */
export function DealFill({ deal }: { deal: Filled }) {
  const { leadCap, timeZone } = deal;
  const part = filledPart(deal);
  return (
    <div className={classes.fill} title={`Day of ${timeZone}`}>
      <span>{dealFillText(deal)}</span>
      {leadCap !== null && (
        <div className={classes.bar} data-full={part >= 100 || undefined} aria-hidden>
          <span style={{ width: `${part}%` }} />
        </div>
      )}
    </div>
  );
}

/** How a deal is today, behind the columns of every table of deals. */
export const DEAL_TODAY_COLUMNS: readonly DataColumn<PartnerDeal>[] = [
  { id: 'fill', header: 'Leads today', value: dealFillText, render: (deal) => <DealFill deal={deal} />, width: 130 },
  {
    id: 'state',
    header: 'State',
    value: ({ state }) => dealStateLabel(state),
    render: ({ state }) => <DealState state={state} />,
    width: 120,
  },
  { id: 'valid', header: 'Valid', value: validText, width: 150 },
];
