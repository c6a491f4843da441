import { defineEntity } from '../define/entity.ts';
import { fields } from '../define/field.ts';

/** The people who can sign in, and the addresses whose clicks never count as bot visits. */
export const whitelistEntry = defineEntity({
  name: 'whitelistEntry',
  path: 'whitelist',
  table: 'sign_in_whitelist',
  one: 'Entry',
  many: 'Whitelist',
  title: 'pattern',
  routes: { list: 'whitelist', add: 'whitelist', edit: 'whitelist' },
  adminWrites: true,
  fields: fields({
    pattern: {
      kind: 'text',
      label: 'E-mail or domain, or IP range',
      max: 254,
      required: true,
      search: true,
      unique: true,
      format: 'whitelist',
      mono: true,
      help: 'ann@example.com admits one person, example.com everyone in that domain. Clicks from 203.0.113.0/24 never count as bot visits.',
    },
    notes: { kind: 'text', label: 'Reason', max: 500, search: true },
  }),
  defaultSort: { orderBy: 'pattern', direction: 'asc' },
});
