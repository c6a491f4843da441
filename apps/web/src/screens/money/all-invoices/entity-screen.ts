import { legalEntity } from '@signpost/contract/entities/legal-entity.ts';
import { recordScreen } from '../../../records/screen.ts';

/** Our own companies, in whose names documents are issued. */
export const legalEntityScreen = recordScreen({
  entity: legalEntity,
  columns: [
    'name',
    'billingGeoId',
    'numberPrefix',
    'functionalCurrency',
    'roundingMode',
    'documentLanguage',
    'paymentTermsDays',
    'updatedAt',
    'id',
  ],
  hiddenColumns: ['documentLanguage', 'updatedAt', 'id'],
  cardNumbers: ['numberPrefix', 'functionalCurrency'],
  filters: ['billingGeoId'],
  drawer: true,
  purpose: 'A legal entity is one of our own companies. Every document is issued in the name of one. Admins add them.',
  sections: [
    {
      title: 'Company',
      columns: 2,
      fields: [
        'name',
        'legalName',
        'street',
        'postalCode',
        'city',
        'billingGeoId',
        'vatId',
        'taxNumber',
        'companyNumber',
        'billingEmail',
        'isSmallBusiness',
      ],
    },
    { title: 'Bank', columns: 2, fields: ['bankName', 'iban', 'bic'] },
    {
      title: 'Documents',
      columns: 2,
      description: 'Issued documents keep what was true when they were made.',
      fields: [
        'numberPrefix',
        'fiscalYearMonth',
        'functionalCurrency',
        'roundingMode',
        'documentLanguage',
        'timeZone',
        'paymentTermsDays',
      ],
    },
  ],
});
