/** The section of a form with what documents say about a partner or publisher. */
export const BILLING_SECTION = {
  title: 'Billing',
  description: 'What invoices and credit notes say. Issued documents keep what was true when they were made.',
  columns: 2,
  fields: [
    'legalName',
    'vatId',
    'street',
    'taxNumber',
    'postalCode',
    'companyNumber',
    'city',
    'billingGeoId',
    'billingEmail',
    'isConsumer',
    'isSmallBusiness',
    'paymentTermsDays',
    'billingFrom',
  ],
} as const;
