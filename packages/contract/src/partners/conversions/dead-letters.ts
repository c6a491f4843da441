/** The actions on a fact that the statistics engine refused. */
import { z } from 'zod';

/** The corrected fact to replay, as one JSON object. */
export const replayLetterBody = z.strictObject({ line: z.string().trim().min(2).max(100_000) });
