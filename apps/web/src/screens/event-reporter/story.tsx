/** `/event-reporter/support/{type}/search/{id}`: everything that happened to a click, lead, transaction or visitor. */
import { readStory } from '@signpost/contract/calls/facts.ts';
import { FACT_KIND_LABELS } from '@signpost/contract/stats/fact.ts';
import { type FactView, SEARCH_TYPES } from '@signpost/contract/stats/facts.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { useState } from 'react';
import { useScreenParams } from '../../address/use-params.ts';
import { useCall } from '../../api/calls.ts';
import { ApiError } from '../../api/error.ts';
import { useUser } from '../../api/session.ts';
import { ClickTrace } from '../../features/routing/click-trace.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '../../ui/feedback/states.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Time } from '../../ui/values/values.tsx';
import classes from './event-reporter.module.css';
import { measuresOf } from './fact-columns.tsx';
import { FactDetail } from './fact-detail.tsx';
import { SupportSearch } from './support-search.tsx';

const PLACES = ['trafficSourceId', 'campaignBoxId', 'campaignId', 'partnerId', 'geoId'] as const;

function Step({ fact, zone, onOpen }: { fact: FactView; zone: string; onOpen: () => void }) {
  const where = PLACES.flatMap((key) => fact.labels[key] ?? []);
  return (
    <li className={classes.step}>
      <Time value={fact.at} zone={zone} detail="second" />
      <div>
        <button type="button" className={classes.stepTitle} onClick={onOpen}>
          {FACT_KIND_LABELS[fact.kind]}
        </button>
        <p>
          {measuresOf(fact)
            .map(([label, value]) => `${label} ${value}`)
            .join(' · ')}
        </p>
        <p>{[...where, fact.device, fact.status].filter(Boolean).join(' · ')}</p>
        {fact.targetUrl !== '' && <code className={classes.long}>{fact.targetUrl}</code>}
      </div>
    </li>
  );
}

export default function StoryPage() {
  const { type: named, id = '' } = useScreenParams();
  const type = SEARCH_TYPES.find((one) => one === named);
  const { timeZone } = useUser();
  const [opened, setOpened] = useState<FactView | null>(null);
  const { data, error, refetch } = useCall(
    readStory,
    { params: { type: type ?? 'click', id } },
    { enabled: type !== undefined },
  );
  // The server names what is wrong with the id.
  const unknown = error instanceof ApiError ? error.errors[0]?.message : undefined;
  return (
    <div className={classes.screen}>
      <PageHeader title="Trace" />
      <SupportSearch key={`${type} ${id}`} id={id} type={type} />
      {type === undefined ? (
        <ErrorState title="This kind of id does not exist">Choose click, lead, transaction or visitor.</ErrorState>
      ) : unknown !== undefined ? (
        <EmptyState title={unknown}>Check the kind of id, and that the whole id was copied.</EmptyState>
      ) : error ? (
        <ErrorState
          title={error.message}
          id={error instanceof ApiError ? (error.requestId ?? undefined) : undefined}
          onRetry={() => void refetch()}
        />
      ) : !data ? (
        <TableSkeleton rows={6} columns={2} />
      ) : data.facts.length === 0 ? (
        <EmptyState title={TEXT.nothingToShow}>There are no facts with this {type} id.</EmptyState>
      ) : (
        <>
          {type === 'click' && <ClickTrace clickId={id} />}
          <ol className={classes.story} aria-label="Timeline">
            {data.facts.map((fact) => (
              <Step key={fact.factId} fact={fact} zone={timeZone} onOpen={() => setOpened(fact)} />
            ))}
          </ol>
        </>
      )}
      <FactDetail fact={opened} zone={timeZone} onClose={() => setOpened(null)} />
    </div>
  );
}
