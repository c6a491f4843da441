/** The offers of a partner, each with the link its deals send visitors to. */
import { mayDo } from '@signpost/contract/access/access.ts';
import { offer } from '@signpost/contract/entities/offer.ts';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { CallError } from '../../../api/call-error.tsx';
import { useUser } from '../../../api/session.ts';
import { useRecords } from '../../../records/api.ts';
import { FormDrawer } from '../../../records/form-drawer.tsx';
import { recordScreen } from '../../../records/screen.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/layout/panel.tsx';
import classes from './partners.module.css';

const MOST = 200;
const screen = recordScreen({
  entity: offer,
  columns: ['name'],
  filters: [],
  purpose: 'An offer is a product of a partner that we advertise.',
  sections: [
    { title: 'Offer', columns: 2, fields: ['name', 'partnerId', 'productId', 'integrationId', 'tags', 'targetUrl'] },
    { title: 'App addresses', columns: 2, fields: ['androidUrl', 'iosUrl'] },
  ],
});

function Offers({ partnerId }: { partnerId: number }) {
  const [open, setOpen] = useState<string | null>(null);
  const { data, error, refetch } = useRecords(offer, { filters: { partnerId: [String(partnerId)] }, limit: MOST });
  const offers = data?.data ?? [];
  return (
    <Panel
      title={data ? `Offers (${data.meta.total ?? 0})` : 'Offers'}
      description="When a deal takes a click, the visitor goes to the link of the deal’s offer."
      actions={
        <Button kind="quiet" icon={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
          Add offer
        </Button>
      }
    >
      {error && !data && <CallError error={error} onRetry={() => void refetch()} />}
      <ul className={classes.offers} aria-label="Offers of this partner">
        {offers.map((row) => (
          <li key={row.id}>
            <button type="button" className={classes.offerName} onClick={() => setOpen(String(row.id))}>
              {String(row.name)}
            </button>
            <span className={classes.quiet}>{row.labels.productId}</span>
            <code className={classes.link}>{row.targetUrl ? String(row.targetUrl) : 'No link'}</code>
          </li>
        ))}
      </ul>
      <FormDrawer screen={screen} open={open} onClose={() => setOpen(null)} presets={{ partnerId }} />
    </Panel>
  );
}

/** Renders nothing for people who cannot read offers. */
export function PartnerOffers({ partnerId }: { partnerId: number }) {
  const user = useUser();
  if (mayDo(user, offer, 'list')) return <Offers partnerId={partnerId} />;
  return null;
}
