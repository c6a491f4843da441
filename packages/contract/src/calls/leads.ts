/** The person behind a lead. Only few grades can see it, and every view is recorded in the audit trail. */
import { z } from 'zod';
import { lead } from '../entities/lead.ts';
import { robotPartner } from '../entities/robot-partner.ts';
import { website } from '../entities/website.ts';
import { testLeadResult } from '../partners/leads/adapter.ts';
import { leadBody, leadReceipt, leadStory, PERSON_GRADES, personQuery } from '../partners/leads/lead.ts';
import { refusedLeadsSchema, replayedLeadsSchema } from '../partners/leads/refusal.ts';
import { leadSummaryRow, siteKey, summaryQuery } from '../partners/leads/summary.ts';
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

export const showLeadPerson = defineCall({
  name: 'showLeadPerson',
  summary: 'The person behind a lead. Every view is recorded in the history of the lead.',
  tag,
  method: 'POST',
  repeat: 'reads',
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
  repeat: 'reads',
  path: 'leads/search-person',
  access,
  rows: 'staff',
  body: personQuery,
  answer: z.array(z.number()),
});

export const showLeadSummary = defineCall({
  name: 'showLeadSummary',
  summary: 'How many leads of these days each partner took, by status.',
  tag,
  method: 'GET',
  path: 'leads/summary',
  access: { routes: ['publisherLeadQueryReport', 'leadSearch'], action: 'view' },
  rows: 'own',
  query: summaryQuery,
  answer: z.array(leadSummaryRow),
});

export const showLeadStory = defineCall({
  name: 'showLeadStory',
  summary: 'The offers of a lead to buyers, and who looked at its person.',
  tag,
  method: 'GET',
  path: 'leads/:id/story',
  access: { routes: ['leadSearch'], action: 'view' },
  rows: { of: lead },
  params: idParams,
  answer: leadStory,
});

export const resendLead = defineCall({
  name: 'resendLead',
  summary: 'Offers a lead to the buyers again.',
  tag,
  method: 'POST',
  repeat: 'key',
  path: 'leads/:id/resend',
  access: { routes: ['leadSearch'], action: 'add' },
  rows: { of: lead },
  params: idParams,
});

export const listRefusedLeads = defineCall({
  name: 'listRefusedLeads',
  summary:
    'The leads that were refused: counts by day, site and reason, and the newest kept ones without their content.',
  tag,
  method: 'GET',
  path: 'leads/refused',
  access: { routes: ['leadSearch'], action: 'view' },
  rows: 'staff',
  answer: refusedLeadsSchema,
});

export const replayRefusedLeads = defineCall({
  name: 'replayRefusedLeads',
  summary: 'Reads the refused leads again that are kept, and stores those that can be read now.',
  tag,
  method: 'POST',
  repeat: 'state',
  path: 'leads/refused/replay',
  access: { routes: ['leadSearch'], action: 'add' },
  rows: 'staff',
  answer: replayedLeadsSchema,
});

export const postLead = defineCall({
  name: 'postLead',
  summary: 'Takes a lead from a lander that knows the key of its site.',
  tag,
  method: 'POST',
  repeat: 'state',
  path: 'public/leads',
  access: 'public',
  body: leadBody,
  answer: leadReceipt,
});

export const showLeadKey = defineCall({
  name: 'showLeadKey',
  summary: 'The last letters of the key with which a site posts leads.',
  tag,
  method: 'GET',
  path: 'websites/:id/lead-key',
  access: { record: website, verb: 'edit' },
  rows: { of: website },
  params: idParams,
  answer: siteKey,
});

export const makeLeadKey = defineCall({
  name: 'makeLeadKey',
  summary: 'Gives a site a new key, shown once; the key before it ends.',
  tag,
  method: 'PUT',
  path: 'websites/:id/lead-key',
  access: { record: website, verb: 'edit' },
  rows: { of: website },
  params: idParams,
  answer: siteKey,
});

export const testLeadBuyer = defineCall({
  name: 'testLeadBuyer',
  summary: 'Sends a lead buyer one request with made-up data. Nothing is stored.',
  tag,
  method: 'POST',
  repeat: 'anew',
  path: 'robot-partners/:id/test',
  access: { record: robotPartner, verb: 'edit' },
  rows: { of: robotPartner },
  params: idParams,
  answer: testLeadResult,
});
