/** Deals across partners: offers by geo, the marketplace, changes of many deals, proposals and the waterfall. */
import { z } from 'zod';
import { recordRowSchema } from '../define/entity.ts';
import { dealProposal } from '../entities/deal-proposal.ts';
import { partner } from '../entities/partner.ts';
import {
  dealApplySchema,
  dealPreviewAnswerSchema,
  dealPreviewSchema,
  marketRowSchema,
  openDealSchema,
} from '../records/deals.ts';
import {
  partnerDealSchema,
  waterfallChangeSchema,
  waterfallGeoSchema,
  waterfallPreviewAnswerSchema,
  waterfallPreviewSchema,
  waterfallQuery,
  waterfallSchema,
  waterfallWeightsSchema,
} from '../traffic/clicks/waterfall.ts';
import { defineCall, idParams } from './define-call.ts';

const tag = 'Deals';

export const listOpenDeals = defineCall({
  name: 'listOpenDeals',
  summary: 'Deals of all partners that are valid today.',
  tag,
  method: 'GET',
  path: 'show-offers',
  access: { routes: ['showOffers'], action: 'view' },
  rows: 'staff',
  answer: z.array(openDealSchema),
});

export const listMarketplace = defineCall({
  name: 'listMarketplace',
  summary: 'Deals that take overflow, with the recent earnings of such traffic.',
  tag,
  method: 'GET',
  path: 'marketplace',
  access: { routes: ['marketplace'], action: 'view' },
  rows: 'staff',
  answer: z.array(marketRowSchema),
});

export const previewDealChanges = defineCall({
  name: 'previewDealChanges',
  summary: 'What one change would do to the deals of many partners.',
  tag,
  method: 'POST',
  repeat: 'reads',
  path: 'global-deal-form/preview',
  access: { routes: ['globalDealForm'], action: 'view' },
  rows: 'staff',
  body: dealPreviewSchema,
  answer: dealPreviewAnswerSchema,
});

export const proposeDealChanges = defineCall({
  name: 'proposeDealChanges',
  summary: 'Proposes a previewed change for approval; refused when a partner has been saved since.',
  tag,
  method: 'POST',
  repeat: 'key',
  path: 'global-deal-form/propose',
  access: { routes: ['globalDealForm'], action: 'add' },
  rows: 'staff',
  body: dealApplySchema,
  answer: z.object({ id: z.number(), changes: z.number() }),
});

export const listPartnerDeals = defineCall({
  name: 'listPartnerDeals',
  summary: 'The deals of a partner with the leads that each has accepted today.',
  tag,
  method: 'GET',
  path: 'partners/:id/deals',
  access: { record: partner, verb: 'read' },
  rows: { of: partner },
  params: idParams,
  answer: z.array(partnerDealSchema),
});

/** Everybody who may read proposals may create one; only people who may change any deal decide about them. */
const decision = {
  tag: dealProposal.many,
  method: 'POST',
  repeat: 'key',
  access: { routes: ['globalDealForm'], action: 'add' },
  rows: { of: dealProposal },
  params: idParams,
  /** The version that the person saw: a decision about anything else is refused. */
  body: z.strictObject({ version: z.int().positive(), note: z.string().trim().max(500).default('') }),
  answer: recordRowSchema,
} as const;

export const approveProposal = defineCall({
  ...decision,
  name: 'approveProposal',
  summary: 'Approves a proposal; the deal is added to its partner once everybody has approved whom its effect demands.',
  path: 'deal-proposals/:id/approve',
});

export const rejectProposal = defineCall({
  ...decision,
  name: 'rejectProposal',
  summary: 'Rejects a proposal with a reason.',
  path: 'deal-proposals/:id/reject',
});

const waterfall = { tag: 'Waterfall', rows: 'staff' } as const;
const view = { routes: ['partnersWaterfall'], action: 'view' } as const;
const add = { routes: ['partnersWaterfall'], action: 'add' } as const;

export const showWaterfall = defineCall({
  ...waterfall,
  name: 'showWaterfall',
  summary: 'The deals of a geo by integration, in the order in which they are offered a click.',
  method: 'GET',
  path: 'waterfall',
  access: view,
  query: waterfallQuery,
  answer: z.array(waterfallSchema),
});

export const listWaterfallGeos = defineCall({
  ...waterfall,
  name: 'listWaterfallGeos',
  summary: 'Geos with deals, and the state of their deals today.',
  method: 'GET',
  path: 'waterfall/geos',
  access: view,
  answer: z.array(waterfallGeoSchema),
});

export const previewWaterfall = defineCall({
  ...waterfall,
  name: 'previewWaterfall',
  summary: 'What new weights of deals would have done to the clicks of the last days; nothing is saved.',
  method: 'POST',
  repeat: 'reads',
  path: 'waterfall/preview',
  access: view,
  body: waterfallPreviewSchema,
  answer: waterfallPreviewAnswerSchema,
});

export const weighWaterfall = defineCall({
  ...waterfall,
  name: 'weighWaterfall',
  summary: 'Sets the weights of the deals of a geo and integration; refused if one of them was changed meanwhile.',
  method: 'POST',
  repeat: 'state',
  path: 'waterfall/weights',
  access: add,
  body: waterfallWeightsSchema,
  answer: z.object({ changed: z.number() }),
});

export const changeWaterfallDeal = defineCall({
  ...waterfall,
  name: 'changeWaterfallDeal',
  summary:
    'Changes the lead cap or weight of a deal, or whether it takes overflow; refused if it was changed meanwhile.',
  method: 'PATCH',
  path: 'waterfall/deals/:id',
  access: { routes: ['partnersWaterfall', 'partnersEdit'], action: 'add' },
  params: idParams,
  body: waterfallChangeSchema,
  answer: z.object({ changed: z.number() }),
});
