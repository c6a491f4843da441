import { flatFeeContact } from '@signpost/contract/entities/flat-fee-contact.ts';
import { recordScreen } from '../../../records/screen.ts';

/** Flat fee contacts: the people to write to about a placement. */
export const contactScreen = recordScreen({
  entity: flatFeeContact,
  columns: ['name', 'company', 'email', 'phone', 'websites', 'publisherId', 'tags', 'updatedAt', 'id'],
  hiddenColumns: ['publisherId'],
  cardNumbers: ['company', 'email'],
  filters: ['websites', 'company', 'tags'],
  purpose: 'A contact is the person to write to about a placement with a flat fee.',
  sections: [
    { title: 'Contact', columns: 2, fields: ['name', 'company', 'email', 'phone', 'websites', 'tags', 'notes'] },
  ],
});
