/** The trace of a real click, step by step, from its facts. */

import { traceClick } from '@signpost/contract/calls/routing.ts';
import { dealTypeLabel } from '@signpost/contract/partners/conversions/deal-types.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { APP_RESULT_TEXTS } from '@signpost/contract/traffic/clicks/app-step.ts';
import { CLICK_REASONS, DEAL_OUTCOMES } from '@signpost/contract/traffic/clicks/explain.ts';
import type { TracedFact } from '@signpost/contract/traffic/clicks/trace.ts';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/calls.ts';
import { ApiError } from '../../../api/error.ts';
import { useUser } from '../../../api/session.ts';
import { useMetadata } from '../../../api/use-metadata.ts';
import { ErrorState, FormSkeleton } from '../../../ui/feedback/states.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { Badge, Time } from '../../../ui/values/values.tsx';
import { CampaignName } from './campaign-name.tsx';
import classes from './routing.module.css';

const KINDS = { global: 'global rule', banner: 'banner global rule', box: 'rule' } as const;
const FALLBACKS = {
  box: 'the box’s fallback link',
  site: 'the site’s fallback link',
  link: 'the direct link’s fallback link',
  host: 'the host’s address for unknown links',
  none: 'nowhere',
} as const;

function Step({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Deals({ deals: { asked } }: { deals: NonNullable<TracedFact['deals']> }) {
  return (
    <ol className={classes.items} aria-label="Deals tried">
      {asked.map(({ dealId, partnerId, partner, dealType, outcome }) => (
        <li key={dealId} className={classes.explainedHead}>
          <a href={hashHref(path.partnersView({ id: partnerId }))} target="_blank" rel="noopener">
            {partner}
          </a>
          <span className={classes.kind}>
            {dealTypeLabel(dealType)} deal #{dealId}
          </span>
          <Badge tone={outcome === 'chosen' ? 'good' : 'attention'}>{DEAL_OUTCOMES[outcome]}</Badge>
        </li>
      ))}
    </ol>
  );
}

function Fact({ fact, zone }: { fact: TracedFact; zone: string }) {
  const { box, boxId, campaign, configuredAt, deals, fallback, offer, partner, rules, skippedCampaigns } = fact;
  const campaigns = useMetadata('campaigns');
  const typeOf = (id: number) => String(campaigns?.find((one) => one.id === id)?.landerType ?? '');
  return (
    <li className={classes.traced} aria-label={fact.kind === 'clickout' ? 'Step to the offer' : 'Click'}>
      <div className={classes.explainedHead}>
        <strong>{CLICK_REASONS[fact.reason] ?? fact.reason.replaceAll('_', ' ')}</strong>
        <Time value={fact.at} zone={zone} detail="second" />
      </div>
      <dl className={classes.facts}>
        {boxId !== null && (
          <Step label="Campaign box">
            <a href={hashHref(path.campaignBoxesView({ id: boxId }))}>{box}</a>
          </Step>
        )}
        {rules.map((rule) => (
          <Step
            key={rule.id}
            label={rule.outcome === 'decided' ? 'Decided by' : 'Matched, but no campaign could take the click'}
          >
            {rule.kind === 'box' ? <a href={hashHref(path.rulesView({ id: rule.id }))}>{rule.name}</a> : rule.name}{' '}
            <span className={classes.kind}>
              {KINDS[rule.kind]}
              {rule.words && `: ${rule.words}`}
            </span>
          </Step>
        ))}
        {campaign && (
          <Step label="Campaign">
            <CampaignName id={campaign.id} landerType={typeOf(campaign.id)} name={campaign.name} />{' '}
            {campaign.weight !== null && <span className={classes.kind}>weight {campaign.weight}</span>}
          </Step>
        )}
        {skippedCampaigns.map(({ id, name, reason }) => (
          <Step key={id} label="Campaign skipped">
            {name} <span className={classes.kind}>{reason.replaceAll('_', ' ')}</span>
          </Step>
        ))}
        {partner && (
          <Step label="Partner and offer">
            {partner.name}
            {offer && `, ${offer.name}`}
          </Step>
        )}
        {fallback && <Step label="Fallback">{FALLBACKS[fallback]}</Step>}
        {fact.app && <Step label="App address">{APP_RESULT_TEXTS[fact.app]}</Step>}
        <Step label="Decided on">
          allocation {fact.allocationVersion}
          {deals && `, deals ${deals.version}`}, configuration {fact.configuration}
          {configuredAt && (
            <>
              {' '}
              of <Time value={configuredAt} zone={zone} detail="second" />
            </>
          )}
        </Step>
      </dl>
      {deals && <Deals deals={deals} />}
      <code className={classes.url}>{fact.targetUrl || 'Nowhere'}</code>
    </li>
  );
}

/** The facts of a click, or a message if it has no trace. */
function Facts({ clickId }: { clickId: string }) {
  const { timeZone } = useUser();
  const { data, error, refetch } = useCall(traceClick, { params: { id: clickId } }, { retry: false });
  if (error instanceof ApiError && error.httpStatus === 404)
    return <p className={classes.none}>There is no trace of this click.</p>;
  if (error) return <ErrorState title={error.message} onRetry={() => void refetch()} />;
  if (!data) return <FormSkeleton />;
  return (
    <ol className={classes.items} aria-label="Trace of the click">
      {data.facts.map((fact) => (
        <Fact key={fact.factId} fact={fact} zone={timeZone} />
      ))}
    </ol>
  );
}

/** The trace of a click, loaded when it is shown. */
export function ClickTrace({ clickId }: { clickId: string }) {
  return (
    <Panel title="Why it went there" description="How the click was routed, with the rules as they were at that time.">
      <Facts clickId={clickId} />
    </Panel>
  );
}
