import { client } from '@signpost/contract/entities/client.ts';
import { recordScreen } from '../../../records/screen.ts';

/** Clients: advertisers that own brands. */
export const clientScreen = recordScreen({
  entity: client,
  columns: ['name', 'contactEmail', 'tags', 'updatedAt', 'id'],
  cardNumbers: ['updatedAt'],
  filters: ['tags'],
  purpose: 'A client is an advertiser that owns brands; campaigns can belong to one.',
  sections: [{ title: 'Client', columns: 2, fields: ['name', 'contactEmail', 'tags'] }],
});
