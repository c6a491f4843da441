/** Checks of many links and their results. */
import { z } from 'zod';
import { RUN_STATES } from '../../workplace/jobs/runs.ts';
import { CLICK_ID_FATES, VERDICTS } from '../clicks/link-verdict.ts';

export const CHECK_SOURCES = ['form', 'upload', 'email'] as const;
export const RESULTS_PAGE = 100;

export const linkCheckSummarySchema = z.object({
  id: z.number(),
  name: z.string(),
  source: z.enum(CHECK_SOURCES),
  createdAt: z.iso.datetime(),
  state: z.enum(RUN_STATES),
  /** The job that works on it, which is cancelled or run again by its id. */
  runId: z.number(),
  mayCancel: z.boolean(),
  mayRunAgain: z.boolean(),
  problem: z.string().nullable(),
  done: z.number(),
  total: z.number(),
  /** How many links have each verdict so far. */
  counts: z.record(z.enum(VERDICTS), z.number()),
  /** The address that gets the answer by mail. */
  mailTo: z.string().nullable(),
});
export type LinkCheckSummary = z.infer<typeof linkCheckSummarySchema>;

const stepSchema = z.object({
  url: z.string(),
  http: z.number().nullable(),
  ms: z.number(),
  by: z.enum(['redirect', 'page']).nullable(),
  hasClickId: z.boolean(),
});

export const linkResultSchema = z.object({
  position: z.number(),
  link: z.string(),
  /** Null until it was looked at. */
  verdict: z.enum(VERDICTS).nullable(),
  reason: z.string(),
  http: z.number().nullable(),
  end: z.string().nullable(),
  title: z.string(),
  steps: z.array(stepSchema),
  clickId: z.enum(CLICK_ID_FATES).nullable(),
  /** The number of the step that lost the click id, counted from 1; null if none did. */
  lostAtStep: z.number().nullable(),
  certificateUntil: z.iso.datetime().nullable(),
  checkedAt: z.iso.datetime().nullable(),
});
export type LinkResult = z.infer<typeof linkResultSchema>;
