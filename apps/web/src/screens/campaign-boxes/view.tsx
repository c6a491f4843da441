/** One box: its link, where its visitors go, and who changed it. */

import { mayOpen } from '@signpost/contract/access.ts';
import { boxPath } from '@signpost/contract/clicks/link-settings.ts';
import { campaignBox } from '@signpost/contract/entities/campaign-box.ts';
import { hashHref, path } from '@signpost/contract/paths.ts';
import { ROUTES } from '@signpost/contract/routes.ts';
import { IconCopy, IconEdit, IconHistory } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../../api/error.ts';
import { useUser } from '../../api/session.ts';
import { useMetadata } from '../../api/use-metadata.ts';
import { LinkBar } from '../../links/link-bar.tsx';
import { useRecord } from '../../records/api.ts';
import { describe } from '../../records/describe.ts';
import { HistoryDrawer } from '../../records/history-drawer.tsx';
import type { RecordRow } from '../../records/screen.ts';
import { campaignHref } from '../../routing/campaign-href.ts';
import classes from '../../routing/routing.module.css';
import { PageHeader } from '../../shell/page-header.tsx';
import { Button } from '../../ui/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ErrorState, FormSkeleton } from '../../ui/states.tsx';
import { BoxOffers } from './box-offers.tsx';
import { ExplainPanel } from './explain-panel.tsx';

const FACTS = [
  'status',
  'boxKind',
  'nativeBoxType',
  'websiteId',
  'placement',
  'trafficSourceId',
  'productId',
  'rules',
  'tags',
  'fallbackUrl',
];

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
  if (items.length === 0) return <p className={classes.none}>No campaigns: everybody goes to the fallback link.</p>;
  return (
    <ol className={classes.items} aria-label="Campaigns of this box">
      {items.map((item) => (
        <li key={item.id} className={classes.shown}>
          <a
            href={campaignHref(
              item.campaignId,
              String(campaigns?.find((one) => one.id === item.campaignId)?.landerType ?? ''),
            )}
            target="_blank"
            rel="noopener"
          >
            {item.labels.campaignId}
          </a>
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

function Box({ box }: { box: RecordRow }) {
  const user = useUser();
  const [historyOpen, setHistoryOpen] = useState(false);
  const facts = FACTS.filter((name) => box[name] !== null && !(Array.isArray(box[name]) && box[name].length === 0));
  return (
    <>
      <PageHeader
        title={String(box.name)}
        {...(box.may.edit && mayOpen(user, ROUTES.campaignBoxesEdit)
          ? {
              action: (
                <Button
                  kind="primary"
                  href={hashHref(path.campaignBoxesEdit({ id: box.id }))}
                  icon={<IconEdit size={16} aria-hidden />}
                >
                  Edit box
                </Button>
              ),
            }
          : {})}
      />
      <div className={classes.page}>
        <LinkBar path={boxPath(box.id)} />
        <Panel title="Allocation" description="Where visitors of this link go.">
          <Allocation items={box.allocation as Item[]} />
        </Panel>
        <BoxOffers boxId={box.id} />
        <ExplainPanel boxId={box.id} />
        <Panel
          title="Box"
          actions={
            <>
              <Button kind="quiet" icon={<IconHistory size={16} aria-hidden />} onClick={() => setHistoryOpen(true)}>
                History
              </Button>
              <Button
                kind="quiet"
                href={hashHref(path.campaignBoxesCopy({ id: box.id }))}
                icon={<IconCopy size={16} aria-hidden />}
              >
                Copy
              </Button>
            </>
          }
        >
          <dl className={classes.facts}>
            {facts.map((name) => (
              <div key={name}>
                <dt>{campaignBox.fields[name as keyof typeof campaignBox.fields]?.label}</dt>
                <dd>{describe(campaignBox, name, box[name], box.labels[name])}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      </div>
      <HistoryDrawer entity={campaignBox} id={box.id} opened={historyOpen} onClose={() => setHistoryOpen(false)} />
    </>
  );
}

export default function CampaignBoxPage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const { data, error, refetch } = useRecord(campaignBox, Number(id));
  if (error)
    return (
      <ErrorState
        title={error.message}
        id={error instanceof ApiError ? (error.requestId ?? undefined) : undefined}
        onRetry={() => void refetch()}
      />
    );
  return data ? <Box box={data} /> : <FormSkeleton />;
}
