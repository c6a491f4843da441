/** The deals a click was offered to, in order: which one took it, and why the others did not. */

import { dealTypeLabel } from '@signpost/contract/partners/conversions/deal-types.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { APP_RESULT_TEXTS } from '@signpost/contract/traffic/clicks/app-step.ts';
import {
  CLICK_REASONS,
  DEAL_OUTCOMES,
  type ExplainedDeal,
  type ExplainedOut,
  type ExplainedDeals as Told,
} from '@signpost/contract/traffic/clicks/explain.ts';
import { Badge } from '../../../ui/values/values.tsx';
import classes from './routing.module.css';

function toneOf(outcome: ExplainedDeal['outcome']) {
  if (outcome === 'chosen') return 'good';
  if (outcome === 'not_tried') return 'neutral';
  return 'attention';
}

/** Deals in the order in which they were tried. */
export function ExplainedDeals({ deals: { deals }, label = 'Deals tried' }: { deals: Told; label?: string }) {
  if (deals.length === 0)
    return (
      <p className={classes.none}>
        There is no deal for this product and geo: the campaign’s own offer takes the click.
      </p>
    );
  return (
    <section>
      <h3 className={classes.part}>{label}</h3>
      <ol className={classes.items} aria-label={label}>
        {deals.map(({ dealId, partnerId, partner, dealType, share, outcome }) => (
          <li key={dealId} className={classes.shown}>
            <span>
              <a href={hashHref(path.partnersView({ id: partnerId }))} target="_blank" rel="noopener">
                {partner}
              </a>{' '}
              <span className={classes.kind}>
                {dealTypeLabel(dealType)} deal #{dealId}
              </span>
            </span>
            <div className={classes.share} aria-hidden>
              <span style={{ width: `${share}%` }} />
            </div>
            <span className={classes.percent}>{share} %</span>
            <span>
              <Badge tone={toneOf(outcome)}>{DEAL_OUTCOMES[outcome]}</Badge>
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The destination of the click-out from the page. */
export function OutStep({ out }: { out: ExplainedOut }) {
  const describeTarget = () => {
    if (out.reason === 'out') return 'A visitor who continues from the page now goes to:';
    return CLICK_REASONS[out.reason] ?? out.reason;
  };
  return (
    <section aria-label="Next, from the page to the offer">
      <h3 className={classes.part}>Next, from the page to the offer</h3>
      <p className={classes.verdict}>{describeTarget()}</p>
      <code className={classes.url}>{out.targetUrl ?? 'Nowhere'}</code>
      {out.app && <p className={classes.kind}>{APP_RESULT_TEXTS[out.app]}</p>}
      <ExplainedDeals deals={out} label="Deals tried for the offer" />
    </section>
  );
}
