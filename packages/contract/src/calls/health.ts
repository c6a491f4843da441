/** The state of the server. */
import { z } from 'zod';
import { defineCall } from './define-call.ts';

/** The report of the router on the server's machine, passed on unchanged. */
export const routerHealth = z.looseObject({ up: z.boolean() });

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
    /** False while background work does not run or its queue stands still. */
    jobs: z.boolean().optional(),
    /** Null if the server does not know of a router. */
    router: routerHealth.nullable().optional(),
  }),
});
