/** The view of a box of any kind: its link, its allocation, its figures and its versions. */

import { boxCallsOf } from '@signpost/contract/calls/routing.ts';
import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { TEXT } from '@signpost/contract/texts.ts';
import { IconCopy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { idOf, useScreenParams } from '../../../address/use-params.ts';
import { useMetadata } from '../../../api/use-metadata.ts';
import { useRecord } from '../../../records/api.ts';
import { describe } from '../../../records/describe.ts';
import { EditAction } from '../../../records/edit-action.tsx';
import { HistoryButton } from '../../../records/history-drawer.tsx';
import { RecordCrumbs, useEditHref } from '../../../records/record-crumbs.tsx';
import { RecordError } from '../../../records/record-error.tsx';
import { type RecordRow, recordHref } from '../../../records/screen.ts';
import { Button } from '../../../ui/button.tsx';
import { FormSkeleton } from '../../../ui/feedback/states.tsx';
import { PageHeader } from '../../../ui/layout/page-header.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import { endFactsOf } from '../links/ends.ts';
import { LaunchCheckButton } from '../links/launch-check.tsx';
import { LinkBar } from '../links/link-bar.tsx';
import { CampaignName } from './campaign-name.tsx';
import { ExplainPanel } from './explain-panel.tsx';
import { LastDay } from './last-day.tsx';
import { RealClick } from './real-click.tsx';
import classes from './routing.module.css';
import { Versions } from './versions.tsx';
import { WeightsPanel } from './weights-panel.tsx';

export interface BoxViewProps {
  entity: EntityDefinition;
  /** The path of its link. */
  linkOf: (id: number, boxKind: unknown) => string;
  /** Fields shown, in order. Empty fields are left out. */
  facts: readonly string[];
  /** Shown after the figures. */
  beside?: ((box: RecordRow) => ReactNode) | undefined;
}

interface Item {
  id: number;
  campaignId: number;
  weight: number;
  lock: boolean;
  weightOverride: boolean;
  ctaLabel: string | null;
  labels: Record<string, string>;
}

function Allocation({ items }: { items: readonly Item[] }) {
  const campaigns = useMetadata('campaigns');
  if (items.length === 0) return <p className={classes.none}>No campaigns: every visitor goes to the fallback link.</p>;
  return (
    <ol className={classes.items} aria-label="Campaigns of this box">
      {items.map((item) => (
        <li key={item.id} className={classes.shown}>
          <CampaignName
            id={item.campaignId}
            landerType={String(campaigns?.find((one) => one.id === item.campaignId)?.landerType ?? '')}
            name={item.labels.campaignId ?? TEXT.deletedCampaign}
          />
          <div className={classes.share} aria-hidden>
            <span style={{ width: `${item.weight}%` }} />
          </div>
          <span className={classes.percent}>{item.weight} %</span>
          <span className={classes.kind}>
            {[item.lock && 'locked', item.weightOverride && 'override', item.ctaLabel].filter(Boolean).join(' · ')}
          </span>
        </li>
      ))}
    </ol>
  );
}

function Box({ box, entity, linkOf, facts, beside }: BoxViewProps & { box: RecordRow }) {
  const shown = [...facts, ...endFactsOf(box)].filter(
    (name) => box[name] !== null && !(Array.isArray(box[name]) && box[name].length === 0),
  );
  const editHref = useEditHref({ entity }, box);
  const copyHref = recordHref(entity, entity.routes.copy, box.id);
  return (
    <>
      <PageHeader title={String(box.name)} />
      <div className={classes.page}>
        <RecordCrumbs screen={{ entity }} record={box} here="view" />
        <LinkBar path={linkOf(box.id, box.boxKind)}>
          <LaunchCheckButton entity={entity} recordId={box.id} />
        </LinkBar>
        <Panel title="Allocation" description="Where visitors who open this link go.">
          <Allocation items={box.allocation as Item[]} />
        </Panel>
        {box.automaticWeights !== 'off' && <WeightsPanel calls={boxCallsOf(entity)} box={box} />}
        <LastDay base={entity.path} boxId={box.id} />
        {beside?.(box)}
        <Panel
          title="Box"
          actions={
            <>
              <HistoryButton entity={entity} id={box.id} />
              {copyHref !== undefined && (
                <Button kind="quiet" href={copyHref} icon={<IconCopy size={16} aria-hidden />}>
                  Copy
                </Button>
              )}
            </>
          }
        >
          <dl className={classes.facts}>
            {shown.map((name) => (
              <div key={name}>
                <dt>{entity.fields[name]?.label}</dt>
                <dd>{describe(entity, name, box[name], box.labels[name])}</dd>
              </div>
            ))}
          </dl>
        </Panel>
        <ExplainPanel calls={boxCallsOf(entity)} boxId={box.id} />
        <RealClick />
        <Versions calls={boxCallsOf(entity)} box={box} mayEdit={editHref !== undefined} />
      </div>
      <EditAction screen={{ entity }} record={box} noun="box" />
    </>
  );
}

/** The page of one box; its id is in the path. */
export function BoxView(props: BoxViewProps) {
  const { id } = useScreenParams();
  const { data, error, refetch } = useRecord(props.entity, idOf(id));
  if (error) return <RecordError entity={props.entity} error={error} onRetry={() => void refetch()} />;
  if (data) return <Box box={data} {...props} />;
  return <FormSkeleton />;
}
