/** The entries that need the viewer's attention. */
import { z } from 'zod';
import { attentionSchema } from '../workplace/people/attention.ts';
import { defineCall } from './define-call.ts';
import { listAttentionHead } from './first-screen.ts';

export const listAttention = defineCall({
  ...listAttentionHead,
  summary: 'How much waits for the person who calls, and on which screen.',
  tag: 'Home',
  access: 'signedIn',
  rows: 'own',
  answer: z.array(attentionSchema),
});
