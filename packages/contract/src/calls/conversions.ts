/** Reported transactions, incoming and outgoing postbacks, dead letters, and previews of changed assignments. */
import { z } from 'zod';
import { affiliateTransaction } from '../entities/affiliate-transaction.ts';
import { deadLetter } from '../entities/dead-letter.ts';
import { outgoingDelivery } from '../entities/outgoing-delivery.ts';
import { partner } from '../entities/partner.ts';
import { additionBody, additionPreviewSchema, additionSchema } from '../partners/conversions/additions.ts';
import { replayLetterBody } from '../partners/conversions/dead-letters.ts';
import {
  integrationDraft,
  mappingDraft,
  mappingEffectSchema,
  overrideDraft,
  overrideEffectSchema,
  unassignedStatusSchema,
} from '../partners/conversions/effect.ts';
import { outgoingAttemptSchema } from '../partners/conversions/outgoing.ts';
import {
  postbackSetupBody,
  postbackSetupSchema,
  postbackTestBody,
  postbackTestSchema,
  refusedPostbackSchema,
  replayedPostbacksSchema,
} from '../partners/conversions/postback-setup.ts';
import { reconcileBody, reconciliationSchema } from '../partners/conversions/reconcile.ts';
import { attributeBody, transactionEventSchema } from '../partners/conversions/transactions.ts';
import { defineCall, idParams } from './define-call.ts';

const view = { routes: ['affiliateTransactions'], action: 'view' } as const;
const add = { routes: ['affiliateTransactions'], action: 'add' } as const;

export const listTransactionEvents = defineCall({
  name: 'listTransactionEvents',
  summary: 'What happened to a reported transaction, the first event first.',
  tag: 'Transactions',
  method: 'GET',
  path: 'affiliate-transactions/:id/story',
  access: view,
  rows: { of: affiliateTransaction },
  params: idParams,
  answer: z.array(transactionEventSchema),
});

export const reconcileTransactions = defineCall({
  name: 'reconcileTransactions',
  summary: "Compares a partner's own list with what it reported.",
  tag: 'Transactions',
  method: 'POST',
  repeat: 'state',
  path: 'affiliate-transactions/reconcile',
  access: view,
  rows: 'staff',
  body: reconcileBody,
  answer: reconciliationSchema,
});

export const previewAddition = defineCall({
  name: 'previewAddition',
  summary: "What lines of a partner's list would count if they were added. Nothing is stored.",
  tag: 'Transactions',
  method: 'POST',
  repeat: 'reads',
  path: 'transaction-additions/preview',
  access: add,
  rows: 'staff',
  body: additionBody,
  answer: additionPreviewSchema,
});

export const addTransactions = defineCall({
  name: 'addTransactions',
  summary: "Adds lines of a partner's list whose postbacks never arrived.",
  tag: 'Transactions',
  method: 'POST',
  repeat: 'key',
  path: 'transaction-additions',
  access: add,
  rows: 'staff',
  body: additionBody,
  answer: additionSchema,
});

export const listAdditions = defineCall({
  name: 'listAdditions',
  summary: 'The latest additions from lists of a partner.',
  tag: 'Transactions',
  method: 'GET',
  path: 'transaction-additions',
  access: view,
  rows: 'staff',
  query: z.object({ partnerId: z.coerce.number().int().positive() }),
  answer: z.array(additionSchema),
});

export const undoAddition = defineCall({
  name: 'undoAddition',
  summary: 'Takes out all transactions of an addition. They stay listed and count nothing.',
  tag: 'Transactions',
  method: 'POST',
  repeat: 'state',
  path: 'transaction-additions/:id/undo',
  access: add,
  rows: 'staff',
  params: idParams,
  answer: additionSchema,
});

export const attributeTransaction = defineCall({
  name: 'attributeTransaction',
  summary: 'Gives a transaction a click by hand and counts it again.',
  tag: 'Transactions',
  method: 'POST',
  repeat: 'state',
  path: 'affiliate-transactions/:id/attribute',
  access: add,
  rows: { of: affiliateTransaction },
  params: idParams,
  body: attributeBody,
});

export const replayTransaction = defineCall({
  name: 'replayTransaction',
  summary: 'Takes a transaction back and counts it again.',
  tag: 'Transactions',
  method: 'POST',
  repeat: 'state',
  path: 'affiliate-transactions/:id/replay',
  access: add,
  rows: { of: affiliateTransaction },
  params: idParams,
});

export const replayDeadLetter = defineCall({
  name: 'replayDeadLetter',
  summary: 'Sends a corrected line of the click log once more.',
  tag: 'Dead letters',
  method: 'POST',
  repeat: 'state',
  path: 'dead-letters/:id/replay',
  access: add,
  rows: { of: deadLetter },
  params: idParams,
  body: replayLetterBody,
});

export const dropDeadLetter = defineCall({
  name: 'dropDeadLetter',
  summary: 'Marks a dead letter as dropped; it stays listed.',
  tag: 'Dead letters',
  method: 'POST',
  repeat: 'state',
  path: 'dead-letters/:id/drop',
  access: add,
  rows: { of: deadLetter },
  params: idParams,
});

export const listOutgoingAttempts = defineCall({
  name: 'listOutgoingAttempts',
  summary: 'The attempts to deliver an outgoing postback.',
  tag: 'Outgoing postbacks',
  method: 'GET',
  path: 'outgoing-deliveries/:id/attempts',
  access: view,
  rows: { of: outgoingDelivery },
  params: idParams,
  answer: z.array(outgoingAttemptSchema),
});

export const resendOutgoing = defineCall({
  name: 'resendOutgoing',
  summary: 'Sends an outgoing postback again.',
  tag: 'Outgoing postbacks',
  method: 'POST',
  repeat: 'key',
  path: 'outgoing-deliveries/:id/resend',
  access: add,
  rows: { of: outgoingDelivery },
  params: idParams,
});

const setUp = {
  tag: 'Postbacks',
  access: { record: partner, verb: 'edit' },
  rows: { of: partner },
  params: idParams,
} as const;

export const showPostbackSetup = defineCall({
  ...setUp,
  name: 'showPostbackSetup',
  summary: "How a partner's postbacks come in. Its secret is masked.",
  method: 'GET',
  path: 'partners/:id/postback',
  answer: postbackSetupSchema,
});

export const changePostbackSetup = defineCall({
  ...setUp,
  name: 'changePostbackSetup',
  summary: 'Sets the protection, and makes a new key or secret. A new secret is shown once.',
  method: 'PUT',
  path: 'partners/:id/postback',
  body: postbackSetupBody,
  answer: postbackSetupSchema,
});

export const testPostback = defineCall({
  ...setUp,
  name: 'testPostback',
  summary: 'Sends a postback to the click port as the partner would. Nothing is stored.',
  method: 'POST',
  repeat: 'anew',
  path: 'partners/:id/postback/test',
  body: postbackTestBody,
  answer: postbackTestSchema,
});

export const listRefusedPostbacks = defineCall({
  ...setUp,
  name: 'listRefusedPostbacks',
  summary: 'The latest postbacks of a partner that were refused, and why.',
  method: 'GET',
  path: 'partners/:id/postback/refusals',
  answer: z.array(refusedPostbackSchema),
});

export const replayRefusedPostbacks = defineCall({
  ...setUp,
  name: 'replayRefusedPostbacks',
  summary: 'Reads the refused postbacks of a partner again, after its integration was mended. Each is stored once.',
  method: 'POST',
  path: 'partners/:id/postback/refusals/replay',
  repeat: 'state',
  answer: replayedPostbacksSchema,
});

export const listUnassignedStatuses = defineCall({
  name: 'listUnassignedStatuses',
  summary: 'Reported statuses that have no meaning yet.',
  tag: 'Mappings',
  method: 'GET',
  path: 'unassigned-statuses',
  access: { routes: ['unassignedStatusForm'], action: 'view' },
  rows: 'staff',
  answer: z.array(unassignedStatusSchema),
});

export const assignStatus = defineCall({
  name: 'assignStatus',
  summary: "Gives a partner's status a meaning from a day on.",
  tag: 'Mappings',
  method: 'POST',
  repeat: 'state',
  path: 'unassigned-statuses/assign',
  access: { routes: ['unassignedStatusForm'], action: 'add' },
  rows: 'staff',
  body: mappingDraft.omit({ id: true }),
  answer: z.object({ id: z.number() }),
});

export const previewMapping = defineCall({
  name: 'previewMapping',
  summary: 'What a status assignment would change.',
  tag: 'Mappings',
  method: 'POST',
  repeat: 'reads',
  path: 'unassigned-statuses/effect',
  access: { routes: ['unassignedStatusForm', 'statusMappingOverride'], action: 'view' },
  rows: 'staff',
  body: mappingDraft,
  answer: mappingEffectSchema,
});

export const previewIntegration = defineCall({
  name: 'previewIntegration',
  summary: 'What other settings of an integration would change.',
  tag: 'Mappings',
  method: 'POST',
  repeat: 'reads',
  path: 'integrations/effect',
  access: { routes: ['tagsAdd', 'tagsEdit'], action: 'add' },
  rows: 'staff',
  body: integrationDraft,
  answer: mappingEffectSchema,
});

export const previewOverride = defineCall({
  name: 'previewOverride',
  summary: 'What a partner override would have made of the last days.',
  tag: 'Mappings',
  method: 'POST',
  repeat: 'reads',
  path: 'partner-overrides/effect',
  access: { routes: ['partnerOverride'], action: 'view' },
  rows: 'staff',
  body: overrideDraft,
  answer: overrideEffectSchema,
});
