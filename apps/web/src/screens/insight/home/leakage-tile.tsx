/** The money lost in the last seven days, with a link to the screen where the causes can be mended. */
import { causeOf } from '@signpost/contract/insight/leakage/causes.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { useCall } from '../../../api/calls.ts';
import { firstCalls } from '../../../api/first-screen.ts';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import { Money } from '../../../ui/values/values.tsx';
import classes from './home.module.css';

const DAYS = 7;
const STALE_MS = 300_000;
const SHOWN = 3;

export default function LeakageTile() {
  const { data } = useCall(firstCalls.readLeakage, { query: { days: DAYS } }, { staleTime: STALE_MS });
  // Home does not wait for it; a failure is shown by the screen behind it.
  if (data === undefined || data.total.count === 0) return null;
  return (
    <Panel
      title="Leakage"
      description="Expected money that clicks, leads and postbacks lost in the last seven days."
      actions={<a href={hashHref(path.leakage())}>Open the meter</a>}
    >
      <ul className={classes.attention}>
        {data.rows.slice(0, SHOWN).map(({ cause, total, count }) => (
          <li key={cause}>
            <a href={hashHref(path.leakage())}>
              <strong>
                <Money value={total} currency={baseCurrency()} />
              </strong>
              <span>{causeOf(cause).label}</span>
              <small>{formatNumber(count)} lost</small>
            </a>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
