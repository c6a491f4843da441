/** The person behind a lead. Only few grades can see it, and every view is recorded in the audit trail. */
import { z } from 'zod';
import { lead } from '../entities/lead.ts';
import { PERSON_GRADES, personQuery } from '../leads/lead.ts';
import { defineCall, idParams } from './define-call.ts';

const tag = 'Leads';
const access = { routes: ['leadSearch'], action: 'view', grades: PERSON_GRADES } as const;

const leadPerson = z.object({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  ip: z.string(),
  /** Additional answers from the lander's form. */
  extra: z.record(z.string(), z.string()),
});
export type LeadPerson = z.infer<typeof leadPerson>;

export const showLeadPerson = defineCall({
  name: 'showLeadPerson',
  summary: 'The person behind a lead. Every view is recorded in the history of the lead.',
  tag,
  method: 'POST',
  path: 'leads/:id/person',
  access,
  rows: { of: lead },
  params: idParams,
  answer: leadPerson,
});

export const searchLeadPerson = defineCall({
  name: 'searchLeadPerson',
  summary: 'The ids of a person’s leads, found by the complete e-mail address or phone number.',
  tag,
  method: 'POST',
  path: 'leads/search-person',
  access,
  rows: 'staff',
  body: personQuery,
  answer: z.array(z.number()),
});
