/** The state of the server. */
import { z } from 'zod';
import { defineCall } from './define-call.ts';

/** The report of the router on the server's machine, passed on unchanged. */
export const routerHealth = z.looseObject({ up: z.boolean() });

/** How the places for background runs are used. */
export const runsHealth = z.object({
  /** Runs under way. */
  running: z.number().int(),
  /** How many runs all workers that are alive do at the same time. */
  places: z.number().int(),
  /** Runs under way that have reported no progress for ten minutes. */
  standing: z.number().int(),
  /** Runs that have been due for more than a minute. */
  waiting: z.number().int(),
});
export type RunsHealth = z.infer<typeof runsHealth>;

export const readHealth = defineCall({
  name: 'readHealth',
  summary: 'What is up. Answers with 503 while the server cannot work.',
  tag: 'Health',
  method: 'GET',
  path: 'health',
  access: 'public',
  answer: z.object({
    up: z.boolean(),
    // The rest is only in answers to the server's own machine, and to callers with HEALTH_SECRET.
    postgres: z.boolean().optional(),
    vault: z.boolean().optional(),
    clickhouse: z.boolean().optional(),
    /** False while background work does not run, its queue stands still, or a run stands still or waits for a place. */
    jobs: z.boolean().optional(),
    /** Null if the database does not answer. */
    runs: runsHealth.nullable().optional(),
    /** Null if the server does not know of a router. */
    router: routerHealth.nullable().optional(),
  }),
});
