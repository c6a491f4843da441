import { partner } from '@signpost/contract/entities/partner.ts';
import { BILLING_SECTION } from '../../../features/money/documents/billing-section.ts';
import { DealsInput } from '../../../features/partners/deals/deals-input.tsx';
import { NestedDeals } from '../../../features/partners/deals/nested-deals.tsx';
import { LaunchCheckButton } from '../../../features/traffic/links/launch-check.tsx';
import { FIGURE_CARD } from '../../../records/list-figures.tsx';
import { recordScreen } from '../../../records/screen.ts';
import { PartnerOffers } from './partner-offers.tsx';
import { PostbackPanel } from './postback-panel.tsx';

/** Partners: those who pay, with their deals. */
export const partnerScreen = recordScreen({
  entity: partner,
  columns: [
    'name',
    'status',
    'figures',
    'deals',
    'partnerTypeId',
    'affiliateNetworkId',
    'integrations',
    'currency',
    'timeZone',
    'contacts',
    'tags',
    'updatedAt',
    'id',
  ],
  hiddenColumns: [
    'partnerTypeId',
    'affiliateNetworkId',
    'integrations',
    'currency',
    'timeZone',
    'contacts',
    'tags',
    'updatedAt',
    'id',
  ],
  cardNumbers: FIGURE_CARD,
  filters: ['partnerTypeId', 'status', 'affiliateNetworkId', 'integrations', 'tags', 'currency'],
  expand: 'deals',
  nested: { deals: (row) => <NestedDeals partnerId={row.id} /> },
  purpose:
    'A partner pays for what visitors do: an advertiser’s programme or a lead buyer. Add the first one with its deals.',
  custom: { deals: (props) => <DealsInput {...props} /> },
  above: ({ id }) => <LaunchCheckButton entity={partner} recordId={id} />,
  sections: [
    {
      title: 'Partner',
      columns: 2,
      fields: ['name', 'partnerTypeId', 'affiliateNetworkId', 'status', 'currency', 'timeZone', 'integrations', 'tags'],
    },
    {
      title: 'Deals',
      description:
        'What this partner pays, per geo and integration. The weight decides which available deal gets a click first; the others follow in the waterfall.',
      wide: true,
      fields: ['deals'],
    },
    {
      title: 'Contacts',
      description: 'People at this partner and their roles.',
      wide: true,
      fields: ['contacts'],
    },
    BILLING_SECTION,
    { title: 'Notes', fields: ['notes'] },
  ],
  below: (_values, record) =>
    record?.may.edit && (
      <>
        <PartnerOffers partnerId={record.id} />
        <PostbackPanel partnerId={record.id} />
      </>
    ),
});
