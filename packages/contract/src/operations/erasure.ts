/** The data beside leads and contacts that an erasure of a person reaches, and the data that it leaves, and why. */
import { z } from 'zod';

/** Where a person is named beside leads, contacts and e-mails to publishers. */
export const TRACES = {
  messages: { one: 'message', many: 'messages' },
  notes: { one: 'note', many: 'notes' },
  texts: { one: 'record with a text', many: 'records with texts' },
  transactions: { one: 'reported transaction', many: 'reported transactions' },
  documents: { one: 'sending of a document', many: 'sendings of documents' },
} as const;

const count = z.int().min(0);
export const traceCounts = z.object({
  messages: count,
  notes: count,
  texts: count,
  transactions: count,
  documents: count,
});
export type TraceCounts = z.infer<typeof traceCounts>;

/** The report of every erasure names these; docs/product/data-protection.md repeats them. */
export const STAYS_AFTER_ERASURE = [
  {
    what: 'Backups',
    why: 'They keep the person until they are removed: after BACKUP_KEEP days with a backup each day.',
  },
  {
    what: 'Issued documents and received invoices',
    why: 'Their content and their files are kept by law, with the disputes and the reasons in their history.',
  },
  {
    what: 'The audit trail',
    why: 'Who changed what is kept with the number of the account, without name, address and values of the person.',
  },
  {
    what: 'An earlier address of the same person',
    why: 'Only the address or number that was entered is searched for, with the contacts and the account that have it now. Erase an earlier address on its own.',
  },
  {
    what: 'First names, nicknames and other spellings in texts',
    why: 'Notes, comments and reasons are searched for the address or number and for the full names of the contacts and the account that have it.',
  },
  {
    what: 'Names, postal addresses and bank accounts of publishers, partners, clients and legal entities',
    why: 'They are the parties of documents that are kept by law, also where a party is a private person. Correct them there; their history keeps the earlier values.',
  },
  {
    what: 'Names, labels and pages',
    why: 'The names of records, their labels and the pages and e-mails that people write are not searched. Correct them there; their history keeps the earlier text.',
  },
  {
    what: 'Ids of transactions and texts of links',
    why: 'They are compared with partners’ reports and belong to the statistics, so they should carry no personal data.',
  },
  {
    what: 'Subscriptions to push',
    why: 'They have the address of a browser, but no name, address or click, so nothing says whose they are. Unsubscribing removes them.',
  },
  {
    what: 'That an address unsubscribed',
    why: 'It goes with the address: whoever is entered as a contact again gets e-mails again.',
  },
  {
    what: 'Refused sign-ins of addresses without an account',
    why: 'They have the IP address and the domain of the e-mail address, but not the address, so nothing says whose they are.',
  },
  {
    what: 'Messages that have left',
    why: 'What a buyer, a mail server or a chat has received is out of reach. Ask its receiver.',
  },
] as const;
