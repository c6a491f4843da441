/** The home screen of a publisher: its clicks, leads and earnings, the amounts due, its links, and whom to ask. */

import { mayOpen } from '@signpost/contract/access/access.ts';
import type { CallAnswer } from '@signpost/contract/calls/define-call.ts';
import { listMyDue } from '@signpost/contract/calls/my-invoices.ts';
import {
  type PublisherHome as Answer,
  PUBLISHER_PERIOD_LABELS,
  readPublisherHome,
} from '@signpost/contract/calls/publisher-home.ts';
import { dayIn } from '@signpost/contract/dates/dates.ts';
import { metric } from '@signpost/contract/insight/stats/metrics.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import { sumMoney } from '@signpost/contract/money/money.ts';
import { OUTGOING_EVENTS } from '@signpost/contract/partners/conversions/outgoing.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref } from '@signpost/contract/routes/paths.ts';
import { useCall } from '../../../api/calls.ts';
import { Loaded } from '../../../api/loaded.tsx';
import { useUser } from '../../../api/session.ts';
import { LinkBar } from '../../../features/traffic/links/link-bar.tsx';
import { shown } from '../../../fields/metric-values.ts';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { formatMoney } from '../../../ui/values/format.ts';
import { plural } from '../../../ui/values/plural.ts';
import { Trend } from '../../../ui/values/trend.tsx';
import classes from './publisher-home.module.css';

const REFRESH_MS = 60_000;
const CHART = { width: 640, height: 72 };
const BESIDE = [
  { id: metric.visits.id, one: 'click', many: 'clicks' },
  { id: metric.leads.id, one: 'lead', many: 'leads' },
  { id: metric.firstDeposits.id, one: 'first deposit', many: 'first deposits' },
] as const;

function Figures({ periods, days }: Pick<Answer, 'periods' | 'days'>) {
  return (
    <section aria-label="Earnings" className={classes.figures}>
      {periods.map(({ period, stats, earnings }) => (
        <div key={period} className={classes.figure}>
          <h2>{PUBLISHER_PERIOD_LABELS[period]}</h2>
          <strong>{formatMoney(earnings, baseCurrency())}</strong>
          <p>
            {BESIDE.map(({ id, one, many }) => (
              <span key={id}>
                {shown(id, stats[id])} {plural(Number(stats[id] ?? 0), one, many)}
              </span>
            ))}
          </p>
        </div>
      ))}
      <figure className={classes.chart}>
        <figcaption>Earnings of the last 30 days</figcaption>
        <Trend label="Earnings by day" values={days.map(({ earnings }) => Number(earnings))} size={CHART} />
      </figure>
    </section>
  );
}

/** The amounts that are not billed yet, by currency. */
function Due() {
  const { timeZone } = useUser();
  const month = dayIn(new Date(), timeZone).slice(0, 7);
  const due = useCall(listMyDue, { query: { month } });
  return (
    <Loaded of={due} keepsData skeleton={null}>
      {(data) => <DueSums due={data} />}
    </Loaded>
  );
}

function DueSums({ due }: { due: CallAnswer<typeof listMyDue> }) {
  const sums = Map.groupBy(due, ({ currency }) => currency);
  return (
    <Panel title="Not billed yet" description="What you have earned and no invoice contains yet.">
      <ul className={classes.due}>
        {sums.size === 0 && <li>Nothing is due.</li>}
        {[...sums].map(([currency, rows]) => (
          <li key={currency}>
            <strong>{formatMoney(sumMoney(rows.map(({ exact }) => exact)), currency)}</strong>
          </li>
        ))}
      </ul>
      <a href={hashHref(ROUTES.myInvoices.path)}>Open my invoices</a>
    </Panel>
  );
}

function Links({ links }: Pick<Answer, 'links'>) {
  return (
    <Panel title="My links" description="Each link counts its visitors for you.">
      {links.length === 0 && (
        <p className={classes.none}>You have no link yet. Ask your contact for a box on one of your websites.</p>
      )}
      <ul className={classes.links}>
        {links.map(({ id, name, website, path }) => (
          <li key={id}>
            <h3>
              {name} <small>{website}</small>
            </h3>
            <LinkBar path={path} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const eventsInWords = (events: readonly string[]) => {
  if (events.length === 0) return 'All events';
  return events.map((event) => OUTGOING_EVENTS.find(({ value }) => value === event)?.label ?? event).join(', ');
};

function Postbacks({ postbacks }: Pick<Answer, 'postbacks'>) {
  return (
    <Panel title="My postbacks" description="Where we report your conversions to.">
      {postbacks.length === 0 && (
        <p className={classes.none}>
          None is set up. Send your contact the address that shall receive your conversions.
        </p>
      )}
      <ul className={classes.links}>
        {postbacks.map(({ id, name, events, url }) => (
          <li key={id}>
            <h3>
              {name} <small>{eventsInWords(events)}</small>
            </h3>
            <code className={classes.url}>{url}</code>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

export default function PublisherHome() {
  const home = useCall(readPublisherHome, {}, { refetchInterval: REFRESH_MS });
  return (
    <Loaded of={home} keepsData skeleton={<FormSkeleton fields={4} />}>
      {(data) => <Home {...data} />}
    </Loaded>
  );
}

function Home({ publisher, periods, days, links, postbacks, contact }: Answer) {
  const user = useUser();
  if (publisher === null)
    return (
      <Panel title="You belong to no publisher yet">
        <p className={classes.none}>An administrator has to choose your publisher before your figures appear here.</p>
      </Panel>
    );
  return (
    <div className={classes.home}>
      <Figures periods={periods} days={days} />
      {mayOpen(user, ROUTES.myInvoices) && <Due />}
      {contact !== null && (
        <Panel title="Your contact" description={`${publisher.name} is looked after by`}>
          <a href={`mailto:${contact.email}`}>{contact.name}</a>
        </Panel>
      )}
      <Links links={links} />
      <Postbacks postbacks={postbacks} />
    </div>
  );
}
