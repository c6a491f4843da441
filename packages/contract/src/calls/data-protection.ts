/** Data protection, for Admins: how long data is kept, and what is stored about one person. */
import { z } from 'zod';
import { traceCounts } from '../operations/erasure.ts';
import { retentionDays, retentionKind, retentionSchema } from '../operations/retention.ts';
import { personQuery } from '../partners/leads/lead.ts';
import { defineCall } from './define-call.ts';

const common = {
  tag: 'Data protection',
  group: 'dataProtection',
  access: { routes: ['backgroundJobs'], action: 'view', grades: ['Admin'] },
  rows: 'staff',
} as const;

export const listRetention = defineCall({
  ...common,
  name: 'listRetention',
  summary:
    'How long each kind of personal data is kept, and how many rows the next daily run would change. Admins only.',
  method: 'GET',
  path: 'data-protection/retention',
  answer: z.array(retentionSchema),
});

export const previewRetention = defineCall({
  ...common,
  name: 'previewRetention',
  summary:
    'How many rows would be changed now if a kind of data were kept for so many days. Changes nothing. Admins only.',
  method: 'GET',
  path: 'data-protection/preview',
  query: z.object({ kind: retentionKind, days: z.coerce.number<number>().pipe(retentionDays) }),
  answer: z.object({ due: z.number() }),
});

export const setRetention = defineCall({
  ...common,
  name: 'setRetention',
  summary: 'Sets how long a kind of data is kept; null keeps it for ever. The next daily run acts on it. Admins only.',
  method: 'PUT',
  path: 'data-protection/retention',
  body: z.strictObject({ kind: retentionKind, days: retentionDays.nullable() }),
  answer: retentionSchema,
});

/** A record of which the person is or was a contact; the person's account; an entry of the whitelist with the address. */
const contactOf = z.object({
  of: z.enum([
    'client',
    'publisher',
    'partner',
    'legalEntity',
    'publisherMail',
    'flatFeeContact',
    'user',
    'whitelistEntry',
  ]),
  id: z.number(),
  record: z.string(),
});

const contact = contactOf.extend({
  name: z.string(),
  role: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  note: z.string().nullable(),
});

export const findStoredPerson = defineCall({
  ...common,
  name: 'findStoredPerson',
  summary: 'Whether something is stored about the person with this e-mail address or phone number. Admins only.',
  method: 'POST',
  repeat: 'reads',
  path: 'data-protection/find',
  body: personQuery,
  answer: z.object({
    leads: z.array(z.object({ id: z.number(), receivedAt: z.iso.datetime(), status: z.string() })),
    /** `isCurrent` is false for a person who stands only in the history of the record. */
    contacts: z.array(contactOf.extend({ isCurrent: z.boolean() })),
    /** How many messages, notes, records with texts, reported transactions and entries of documents name the person. */
    traces: traceCounts,
  }),
});

const texts = z.record(z.string(), z.string());

export const exportPerson = defineCall({
  ...common,
  name: 'exportPerson',
  summary: 'Everything that is stored about the person with this e-mail address or phone number. Admins only.',
  method: 'POST',
  repeat: 'reads',
  path: 'data-protection/export',
  body: personQuery,
  answer: z.object({
    exportedAt: z.iso.datetime(),
    leads: z.array(
      z.object({
        id: z.number(),
        receivedAt: z.iso.datetime(),
        status: z.string(),
        website: z.string(),
        product: z.string().nullable(),
        buyer: z.string().nullable(),
        sentOnTo: z.string().nullable(),
        clickId: z.string().nullable(),
        /** Null if the person was sealed with another key and cannot be opened. */
        person: z
          .object({
            email: z.string().nullable(),
            phone: z.string().nullable(),
            firstName: z.string().nullable(),
            lastName: z.string().nullable(),
            ip: z.string(),
            country: z.string(),
            extra: texts,
          })
          .nullable(),
        offeredTo: z.array(z.object({ at: z.iso.datetime(), buyer: z.string(), outcome: z.string() })),
        /** The facts of the click in the statistics, by their columns; columns without a value are left out. */
        facts: z.array(texts),
      }),
    ),
    contacts: z.array(contact),
    /** The contact data of the person in the history of these and of other records. */
    earlier: z.array(contact),
    /** E-mails to publishers that were planned for this address or sent to it. */
    mails: z.array(z.object({ subject: z.string(), state: z.string(), sentAt: z.iso.datetime().nullable() })),
    /** Messages, notes, texts, reported transactions and entries in the history of documents that name the person. */
    traces: z.object({
      messages: z.array(z.object({ subject: z.string(), text: z.string(), at: z.iso.datetime() })),
      notes: z.array(z.object({ text: z.string(), at: z.iso.datetime() })),
      /** Notes and reasons of records as they are now, by the name of their entity. */
      texts: z.array(z.object({ of: z.string(), id: z.number(), text: z.string() })),
      transactions: z.array(z.object({ id: z.number(), status: z.string(), at: z.iso.datetime() })),
      documents: z.array(z.object({ documentId: z.number(), what: z.string(), at: z.iso.datetime() })),
    }),
  }),
});

export const erasePerson = defineCall({
  ...common,
  name: 'erasePerson',
  summary:
    'Erases the person with this e-mail address or phone number from leads, contacts, messages and notes, closes the account, and says what stays. Cannot be undone. Admins only.',
  method: 'POST',
  repeat: 'state',
  path: 'data-protection/erase',
  body: personQuery,
  answer: z.object({
    leads: z.number(),
    contacts: z.number(),
    mails: z.number(),
    traces: traceCounts,
    /** The data that still name the person or may do so, each with the reason why they stay. */
    stays: z.array(z.object({ what: z.string(), why: z.string() })),
  }),
});
