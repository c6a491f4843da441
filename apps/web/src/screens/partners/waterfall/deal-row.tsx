/** One deal of a waterfall: price, earnings, fill, cap, weight and its place. */
import { mayOpen } from '@signpost/contract/access/access.ts';
import { WEIGHT_TOTAL } from '@signpost/contract/limits.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import type { EarningDays, EarningDeal } from '@signpost/contract/traffic/clicks/waterfall.ts';
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react';
import { sayRefusal } from '../../../api/say-refusal.ts';
import { useUser } from '../../../api/session.ts';
import { DealFill, DealState } from '../../../features/partners/deals/deal-fill.tsx';
import { dealInWords } from '../../../features/partners/deals/deal-text.ts';
import { useDealChange } from '../../../features/partners/deals/use-deal-change.ts';
import { InlineNumber } from '../../../fields/inline-number.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { showSnackbar } from '../../../ui/feedback/snackbar.tsx';
import { Toggle } from '../../../ui/fields/toggle.tsx';
import { formatMoney, formatNumber } from '../../../ui/values/format.ts';
import classes from './waterfall.module.css';

const MOST_LEADS = 1_000_000;
const EPC_DIGITS = 4;

/** The drafted weight of a deal, its place among those with a weight (-1 for none), and how many there are. */
export interface Drafted {
  weight: number;
  at: number;
  count: number;
}

interface DealRowProps {
  deal: EarningDeal;
  days: EarningDays;
  drafted: Drafted;
  disabled: boolean;
  onMove: (to: number) => void;
  onWeigh: (weight: number) => void;
}

function Earnings({ deal: { earnings }, days }: { deal: EarningDeal; days: EarningDays }) {
  if (earnings === null) return null;
  const { epc, clickouts } = earnings;
  return (
    <div className={classes.figure}>
      <b>{formatMoney(epc, baseCurrency(), EPC_DIGITS)}</b>
      <span title={`Click-outs of the last ${days} days`}>{formatNumber(clickouts)} click-outs</span>
    </div>
  );
}

function Block({ deal }: { deal: EarningDeal }) {
  const change = useDealChange();
  const { waterfallBlocked } = deal;
  return (
    <Toggle
      label="Block"
      hideLabel
      value={waterfallBlocked}
      onChange={(next) =>
        void change(deal, { waterfallBlocked: next }, { waterfallBlocked }).then(
          (refusal) => refusal !== null && showSnackbar({ type: 'error', message: refusal }),
          sayRefusal,
        )
      }
    />
  );
}

export function DealRow({ deal, days, drafted, disabled, onMove, onWeigh }: DealRowProps) {
  const user = useUser();
  const change = useDealChange();
  const { partner, leadCap } = deal;
  const { weight, at, count } = drafted;
  const href = mayOpen(user, ROUTES.partnersView) ? hashHref(path.partnersView({ id: deal.partnerId })) : undefined;
  return (
    <>
      <span className={classes.grip} aria-hidden>
        {at !== -1 && <IconGripVertical size={16} />}
      </span>
      <div className={classes.name}>
        <a href={href}>{partner}</a>
        <span>{dealInWords(deal)}</span>
      </div>
      <Earnings deal={deal} days={days} />
      <span className={classes.state}>
        <DealState state={deal.state} />
      </span>
      <div className={classes.filled}>
        <DealFill deal={deal} />
      </div>
      <div className={classes.cap} data-head="Lead cap">
        <InlineNumber
          label={`Lead cap of ${partner}`}
          placeholder="No cap"
          max={MOST_LEADS}
          isOptional
          value={leadCap}
          onSave={(next) => change(deal, { leadCap: next }, { leadCap })}
        />
      </div>
      <div className={classes.weight} data-head="Weight">
        <InlineNumber
          label={`Weight of ${partner}`}
          max={WEIGHT_TOTAL}
          value={weight}
          disabled={disabled}
          help={weight === deal.weight ? undefined : `was ${deal.weight}`}
          onSave={async (next) => {
            if (next !== null) onWeigh(next);
            return null;
          }}
        />
      </div>
      <div className={classes.block} data-head="Block">
        <Block deal={deal} />
      </div>
      <div className={classes.move}>
        <IconButton label={`Move ${partner} up`} disabled={at <= 0 || disabled} onClick={() => onMove(at - 1)}>
          <IconArrowUp size={16} aria-hidden />
        </IconButton>
        <IconButton
          label={`Move ${partner} down`}
          disabled={at === -1 || at === count - 1 || disabled}
          onClick={() => onMove(at + 1)}
        >
          <IconArrowDown size={16} aria-hidden />
        </IconButton>
      </div>
    </>
  );
}
