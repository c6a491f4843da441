import { account } from '@signpost/contract/entities/account.ts';
import { publisher } from '@signpost/contract/entities/publisher.ts';
import { referrer } from '@signpost/contract/entities/referrer.ts';
import { website } from '@signpost/contract/entities/website.ts';
import { BILLING_SECTION } from '../../../features/money/documents/billing-section.ts';
import { FIGURE_CARD } from '../../../records/list-figures.tsx';
import { RelatedList } from '../../../records/related-list.tsx';
import { recordScreen } from '../../../records/screen.ts';
import classes from './publishers.module.css';

/** Publishers: those who send visitors and earn a share. */
export const publisherScreen = recordScreen({
  entity: publisher,
  columns: [
    'name',
    'status',
    'figures',
    'commissionPercent',
    'managerId',
    'currency',
    'paymentMethod',
    'contactEmail',
    'terms',
    'tags',
    'updatedAt',
    'id',
  ],
  hiddenColumns: ['commissionPercent', 'currency', 'paymentMethod', 'contactEmail', 'terms', 'tags', 'updatedAt', 'id'],
  cardNumbers: FIGURE_CARD,
  filters: ['status', 'managerId', 'tags', 'commissionPercent', 'currency', 'paymentMethod'],
  expand: 'terms',
  purpose: 'A publisher sends visitors from its sites and earns a share of the revenue.',
  sections: [
    {
      title: 'Publisher',
      columns: 2,
      fields: ['name', 'status', 'commissionPercent', 'currency', 'contactEmail', 'managerId', 'tags'],
    },
    {
      title: 'Commission terms',
      description: 'Exceptions from the general commission, by product, geo and first day.',
      wide: true,
      fields: ['terms'],
    },
    {
      title: 'Payment',
      description: 'The account is shown masked; type a new one to replace it.',
      columns: 2,
      fields: ['paymentMethod', 'paymentAccount', 'paymentHolder'],
    },
    BILLING_SECTION,
    { title: 'Contacts and notes', wide: true, fields: ['contacts', 'notes'] },
  ],
  below: (_values, record) =>
    record && (
      <div className={classes.related}>
        <RelatedList entity={website} field="publisherId" id={record.id} />
        <RelatedList entity={account} field="publishers" id={record.id} />
        <RelatedList entity={referrer} field="publisherId" id={record.id} />
      </div>
    ),
});
