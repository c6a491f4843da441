/** What may be done with a fact that the statistics engine refused. */
import { z } from 'zod';

/** The fact as it is to be replayed: one JSON object. */
export const replayLetterBody = z.strictObject({ line: z.string().trim().min(2).max(100_000) });
