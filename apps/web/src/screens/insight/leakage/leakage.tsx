/** `/leakage`: what is lost between a click and its money, by its first cause, and where it is mended. */

import { SegmentedControl } from '@mantine/core';
import { readLeakage } from '@signpost/contract/calls/leakage.ts';
import { causeOf } from '@signpost/contract/insight/leakage/causes.ts';
import { LEAKAGE_DAYS, type Leakage } from '@signpost/contract/insight/leakage/leakage.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { hashHref } from '@signpost/contract/routes/paths.ts';
import { useGo, useLatestSearch } from '../../../address/use-go.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { CallError } from '../../../api/call-error.tsx';
import { useCall } from '../../../api/calls.ts';
import { EmptyState, FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatNumber } from '../../../ui/values/format.ts';
import { plural } from '../../../ui/values/plural.ts';
import { Money } from '../../../ui/values/values.tsx';
import classes from './leakage.module.css';

const DEFAULT_DAYS = 7;
const LOST = {
  click: ['click', 'clicks'],
  postback: ['postback', 'postbacks'],
  lead: ['lead', 'leads'],
} as const;
const isDays = (value: number | undefined): value is (typeof LEAKAGE_DAYS)[number] =>
  LEAKAGE_DAYS.some((one) => one === value);

const InBase = ({ value }: { value: string }) => <Money value={value} currency={baseCurrency()} />;

function Row({ row }: { row: Leakage['rows'][number] }) {
  const { cause, count, exact, estimated, total, mend, facts, largest } = row;
  const { label, text, lost } = causeOf(cause);
  const [one, many] = LOST[lost];
  return (
    <li className={classes.row}>
      <div>
        <h3>{label}</h3>
        <p className={classes.hint}>{text}</p>
        {largest.length > 0 && (
          <p className={classes.hint}>
            Most: {largest.map(({ name, count: of }) => `${name} (${formatNumber(of)})`).join(', ')}
          </p>
        )}
      </div>
      <div className={classes.amount}>
        <strong>
          <InBase value={total} />
        </strong>
        <p className={classes.hint}>
          {formatNumber(count)} {plural(count, one, many)}
        </p>
        {Number(exact) > 0 && (
          <p className={classes.hint}>
            exact <InBase value={exact} />
          </p>
        )}
        {Number(estimated) > 0 && (
          <p className={classes.hint}>
            estimated <InBase value={estimated} />
          </p>
        )}
      </div>
      <div className={classes.links}>
        <a href={hashHref(mend.address)}>{mend.label}</a>
        {facts !== null && facts !== mend.address && (
          <a href={hashHref(facts)} aria-label={`${label}: see each`}>
            See each
          </a>
        )}
      </div>
    </li>
  );
}

function Mended({ mended }: { mended: Leakage['mended'] }) {
  const renderMended = () => {
    if (mended.length === 0) return <p className={classes.hint}>Nothing was mended in the last eight weeks.</p>;
    return (
      <ul className={classes.weeks}>
        {mended.map(({ week, money, count }) => (
          <li key={week}>
            {week}: <InBase value={money} /> ({formatNumber(count)})
          </li>
        ))}
      </ul>
    );
  };
  return (
    <Panel title="Mended" description="Postbacks that were stuck and have been counted after all, by week.">
      {renderMended()}
    </Panel>
  );
}

function Answer({ data }: { data: Leakage }) {
  const { rows, total, mended } = data;
  const renderLosses = () => {
    if (rows.length === 0)
      return (
        <EmptyState title="Nothing was lost">
          Every click, lead and postback of these days found its way. Choose more days to look further back.
        </EmptyState>
      );
    return (
      <ul className={classes.rows}>
        {rows.map((row) => (
          <Row key={row.cause} row={row} />
        ))}
      </ul>
    );
  };
  return (
    <>
      <dl className={classes.figures}>
        <div>
          <dt>Lost</dt>
          <dd>
            <InBase value={total.total} />
          </dd>
        </div>
        <div>
          <dt>Exact, as partners stated it</dt>
          <dd>
            <InBase value={total.exact} />
          </dd>
        </div>
        <div>
          <dt>Estimated</dt>
          <dd>
            <InBase value={total.estimated} />
          </dd>
        </div>
      </dl>
      <Panel title="Causes" description="Each click, lead and postback counts once, under the cause that it met first.">
        {renderLosses()}
      </Panel>
      <Mended mended={mended} />
    </>
  );
}

export default function LeakagePage() {
  const go = useGo();
  const latestSearch = useLatestSearch();
  const { days: wanted } = useScreenSearch('leakage');
  const days = isDays(wanted) ? wanted : DEFAULT_DAYS;
  const { data, error, refetch } = useCall(readLeakage, { query: { days } }, { keepsPrevious: true });
  if (error !== null) return <CallError error={error} onRetry={() => void refetch()} />;
  return (
    <div className={classes.page}>
      <div>
        <SegmentedControl
          aria-label="Days"
          size="xs"
          value={String(days)}
          onChange={(next) => void go({ search: { ...latestSearch(), days: Number(next) } })}
          data={LEAKAGE_DAYS.map((one) => ({ value: String(one), label: one === 1 ? 'Today' : `${one} days` }))}
        />
      </div>
      {data === undefined ? <FormSkeleton fields={4} /> : <Answer data={data} />}
    </div>
  );
}
