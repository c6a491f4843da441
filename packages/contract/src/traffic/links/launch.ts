/** The launch check: a test click goes the whole way, and each step says whether it works and who can mend it. */
import { z } from 'zod';
import { RUN_STATES } from '../../workplace/jobs/runs.ts';
import { CHECK_DEVICES } from '../clicks/link-check.ts';
import { linkResultSchema } from './checks.ts';

export const LAUNCH_SUBJECTS = ['campaignBox', 'seoCampaignBox', 'campaign', 'partner'] as const;
export type LaunchSubject = (typeof LAUNCH_SUBJECTS)[number];
/** The subjects in a sentence. */
export const SUBJECT_WORDS = {
  campaignBox: 'campaign box',
  seoCampaignBox: 'SEO campaign box',
  campaign: 'campaign',
  partner: 'partner',
} as const satisfies Record<LaunchSubject, string>;

/** The steps in their order. */
export const LAUNCH_STEPS = {
  link: 'Link',
  rules: 'Rules and allocation',
  page: 'Prelander or page',
  hops: 'Click id survives',
  target: 'Target answers',
  postback: 'Postback',
  priced: 'Priced',
  statistics: 'In the statistics',
  outgoing: 'Outgoing postback',
} as const;
export type LaunchStep = keyof typeof LAUNCH_STEPS;

/** `unsure`: a wall or a limit hides the answer. `skipped`: it does not apply, or a step before it is broken. */
export const LAUNCH_STATES = ['ok', 'broken', 'unsure', 'skipped'] as const;
export type LaunchState = (typeof LAUNCH_STATES)[number];

export const launchStepSchema = z.object({
  step: z.enum(Object.keys(LAUNCH_STEPS) as [LaunchStep, ...LaunchStep[]]),
  state: z.enum(LAUNCH_STATES),
  text: z.string(),
  /** The people who can mend it; null if nothing is broken. */
  who: z.string().nullable(),
  /** The chain of redirects. */
  hops: linkResultSchema.shape.steps,
});
export type LaunchStepResult = z.infer<typeof launchStepSchema>;

export const launchCheckSchema = z.object({
  id: z.number(),
  subject: z.enum(LAUNCH_SUBJECTS),
  recordId: z.number(),
  geo: z.string(),
  device: z.enum(CHECK_DEVICES),
  state: z.enum(RUN_STATES),
  runId: z.number(),
  mayCancel: z.boolean(),
  problem: z.string().nullable(),
  createdAt: z.iso.datetime(),
  steps: z.array(launchStepSchema),
});
export type LaunchCheck = z.infer<typeof launchCheckSchema>;

/** The header in which a router tells the id of a test click. */
export const TEST_CLICK_HEADER = 'x-signpost-click';
/** The beginning of the transaction id of a test conversion. */
export const TEST_TXID = 'signpost-test-';
