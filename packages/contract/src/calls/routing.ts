/** Where visitors go and why: checks before a save, explanations, replays, versions and automatic weights. */
import { z } from 'zod';
import { recordRowSchema } from '../define/entity.ts';
import { campaignBox } from '../entities/campaign-box.ts';
import { seoCampaignBox } from '../entities/seo-campaign-box.ts';
import { boxVersionSchema, rollBackSchema, versionPartSchema, versionsBetweenSchema } from '../records/box-versions.ts';
import { weightRoundSchema } from '../traffic/clicks/automatic-weights.ts';
import { findingSchema } from '../traffic/clicks/check.ts';
import { draftSchema } from '../traffic/clicks/draft.ts';
import { explainSchema, explanationSchema } from '../traffic/clicks/explain.ts';
import { replayAnswerSchema, replaySchema } from '../traffic/clicks/replay.ts';
import { clickTraceSchema } from '../traffic/clicks/trace.ts';
import { defineCall, idParams } from './define-call.ts';

/** People who may edit boxes or rules may check a draft. */
const draftAccess = {
  routes: ['campaignBoxesEdit', 'seoCampaignBoxesEdit', 'rulesEdit', 'globalRules', 'bannerGlobalRulesEdit'],
  action: 'view',
} as const;

export const checkDraft = defineCall({
  name: 'checkDraft',
  summary: 'What would be wrong with a box or a rule if it were saved as it is.',
  tag: 'Routing',
  method: 'POST',
  repeat: 'reads',
  path: 'routing/check',
  access: draftAccess,
  rows: 'staff',
  body: draftSchema,
  answer: z.array(findingSchema),
});

export const replayDraft = defineCall({
  name: 'replayDraft',
  summary: 'The real clicks of the last days, decided again by a draft.',
  tag: 'Routing',
  method: 'POST',
  repeat: 'reads',
  path: 'routing/replay',
  access: draftAccess,
  rows: 'staff',
  body: replaySchema,
  answer: replayAnswerSchema,
});

export const traceClick = defineCall({
  name: 'traceClick',
  summary: 'What decided where a click went, as it was at the time.',
  tag: 'Clicks',
  method: 'GET',
  path: 'clicks/:id/trace',
  access: { routes: ['eventReporter'], action: 'view' },
  rows: 'own',
  params: z.object({ id: z.guid() }),
  answer: clickTraceSchema,
});

type Box = typeof campaignBox | typeof seoCampaignBox;

/** The calls about one box; campaign boxes and SEO boxes have their own addresses. */
function callsOf(box: Box, suffix: 'CampaignBox' | 'SeoBox') {
  const tag = box.many;
  const base = `${box.path}/:id`;
  const rows = { of: box } as const;
  const read = { record: box, verb: 'read' } as const;
  const edit = { record: box, verb: 'edit' } as const;
  return {
    explain: defineCall({
      name: `explain${suffix}`,
      summary: 'Where this box would send a visitor, and why.',
      tag,
      method: 'POST',
      repeat: 'reads',
      path: `${base}/explain`,
      access: read,
      rows,
      params: idParams,
      body: explainSchema,
      answer: explanationSchema,
    }),
    listVersions: defineCall({
      name: `listVersionsOf${suffix}`,
      summary: 'The changes of a box, its offers and its rules, the newest first.',
      tag,
      method: 'GET',
      path: `${base}/versions`,
      access: read,
      rows,
      params: idParams,
      answer: z.array(boxVersionSchema),
    }),
    compareVersions: defineCall({
      name: `compareVersionsOf${suffix}`,
      summary: 'What differs between two versions of a box.',
      tag,
      method: 'GET',
      path: `${base}/versions/difference`,
      access: read,
      rows,
      params: idParams,
      query: versionsBetweenSchema,
      answer: z.array(versionPartSchema),
    }),
    rollBack: defineCall({
      name: `rollBack${suffix}`,
      summary: 'Puts a box and its offers back to what they were at an earlier version.',
      tag,
      method: 'POST',
      repeat: 'state',
      path: `${base}/roll-back`,
      access: edit,
      rows,
      params: idParams,
      body: rollBackSchema,
      answer: recordRowSchema,
    }),
    showWeights: defineCall({
      name: `showWeightsOf${suffix}`,
      summary: 'What the last round of automatic weights found; null before the first round.',
      tag,
      method: 'GET',
      path: `${base}/weights`,
      access: read,
      rows,
      params: idParams,
      answer: weightRoundSchema.nullable(),
    }),
    weigh: defineCall({
      name: `weigh${suffix}`,
      summary: 'Runs a round of automatic weights now.',
      tag,
      method: 'POST',
      repeat: 'anew',
      path: `${base}/weights`,
      access: edit,
      rows,
      params: idParams,
      answer: weightRoundSchema.nullable(),
    }),
  };
}

export type BoxCalls = ReturnType<typeof callsOf>;

export const boxCalls = {
  campaignBox: callsOf(campaignBox, 'CampaignBox'),
  seoCampaignBox: callsOf(seoCampaignBox, 'SeoBox'),
};

/** The calls of a kind of box, by its entity's name. */
export const boxCallsOf = ({ name }: { name: string }): BoxCalls => {
  if (name === seoCampaignBox.name) return boxCalls.seoCampaignBox;
  return boxCalls.campaignBox;
};
