/** The state of the server. */
import { z } from 'zod';
import { defineCall } from './define-call.ts';

/** What the router on the server's machine says about itself; passed on as it is. */
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
    postgres: z.boolean(),
    vault: z.boolean(),
    clickhouse: z.boolean(),
    /** Null where the server knows of no router. */
    router: routerHealth.nullable(),
  }),
});
