/** `/event-reporter/support/{type}/search/{id}`: everything that happened to a click, lead, transaction or visitor. */
import { readStory } from '@signpost/contract/calls/facts.ts';
import { type FactView, SEARCH_TYPES, type SearchType } from '@signpost/contract/insight/stats/facts.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { FACT_KIND_LABELS } from '@signpost/contract/traffic/clicks/fact.ts';
import { useScreenParams } from '../../../address/use-params.ts';
import { useCall } from '../../../api/calls.ts';
import { ApiError } from '../../../api/error.ts';
import { requestIdOf } from '../../../api/error-id.ts';
import { useUser } from '../../../api/session.ts';
import { ClickTrace } from '../../../features/traffic/routing/click-trace.tsx';
import { EmptyState, ErrorState, TableSkeleton } from '../../../ui/feedback/states.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { Time } from '../../../ui/values/values.tsx';
import classes from './event-reporter.module.css';
import { measuresOf } from './fact-columns.tsx';
import { useFactDetail } from './fact-detail.tsx';
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

interface StoryProps {
  type: SearchType;
  id: string;
  onOpen: (fact: FactView) => void;
}

/** The click that an id belongs to alone; the ids of ad platforms belong to one click, too. */
function clickOf(type: SearchType, id: string, facts: readonly FactView[]): string | undefined {
  if (type === 'click') return id;
  if (type === 'ad') return facts[0]?.clickId;
  return undefined;
}

/** All facts with this id in the order of their times. */
function Story({ type, id, onOpen }: StoryProps) {
  const { timeZone } = useUser();
  const { data, error, refetch } = useCall(readStory, { params: { type, id } });
  // The server names what is wrong with the id.
  const unknown = error instanceof ApiError ? error.errors[0]?.message : undefined;
  if (unknown !== undefined)
    return <EmptyState title={unknown}>Check the kind of id, and that the whole id was copied.</EmptyState>;
  if (error) return <ErrorState title={error.message} id={requestIdOf(error)} onRetry={() => void refetch()} />;
  if (!data) return <TableSkeleton rows={6} columns={2} />;
  if (data.facts.length === 0)
    return <EmptyState title={TEXT.nothingToShow}>There are no facts with this id.</EmptyState>;
  const clickId = clickOf(type, id, data.facts);
  return (
    <>
      {clickId !== undefined && <ClickTrace clickId={clickId} />}
      <ol className={classes.story} aria-label="Timeline">
        {data.facts.map((fact) => (
          <Step key={fact.factId} fact={fact} zone={timeZone} onOpen={() => onOpen(fact)} />
        ))}
      </ol>
    </>
  );
}

export default function StoryPage() {
  const { type: named, id = '' } = useScreenParams();
  const type = SEARCH_TYPES.find((one) => one === named);
  const { open, detail } = useFactDetail();
  const renderStory = () => {
    if (type === undefined)
      return (
        <ErrorState title="This kind of id does not exist">Choose click, lead, transaction or visitor.</ErrorState>
      );
    return <Story type={type} id={id} onOpen={open} />;
  };
  return (
    <div className={classes.screen}>
      <PageHeader title="Trace" />
      <SupportSearch key={`${type} ${id}`} id={id} type={type} />
      {renderStory()}
      {detail}
    </div>
  );
}
