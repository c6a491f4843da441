import { whitelistEntry } from '@signpost/contract/entities/whitelist-entry.ts';
import { recordScreen } from '../../../records/screen.ts';

/** The whitelist: who can sign in, and whose clicks never count as bot visits. */
export const whitelistScreen = recordScreen({
  entity: whitelistEntry,
  columns: ['pattern', 'notes', 'createdAt', 'updatedAt', 'id'],
  cardNumbers: ['createdAt', 'updatedAt'],
  filters: ['pattern', 'notes'],
  drawer: true,
  purpose:
    'People on the whitelist can sign in with Google and start as Default User. Add a person’s address or a whole domain. Add a range of IP addresses, such as an office or a carrier, to never count its clicks as bot visits.',
  sections: [{ title: 'Entry', fields: ['pattern', 'notes'] }],
});
