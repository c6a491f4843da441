import { whitelistEntry } from '@signpost/contract/entities/whitelist-entry.ts';
import { recordScreen } from '../../records/screen.ts';

/** The whitelist: who may sign in, and whose clicks are never a bot's. */
export const whitelistScreen = recordScreen({
  entity: whitelistEntry,
  columns: ['pattern', 'notes', 'createdAt', 'updatedAt', 'id'],
  filters: ['pattern', 'notes'],
  drawer: true,
  purpose:
    'Whoever is on the whitelist may sign in with Google and begins as Default User. Add a person’s address or a whole domain. Add a range of IP addresses, such as an office’s or a carrier’s, to count all its clicks as people’s.',
  sections: [{ title: 'Entry', fields: ['pattern', 'notes'] }],
});
