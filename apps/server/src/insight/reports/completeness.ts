/** Whether the data of an answer was complete: one sentence for its file, its screen and its mails. */
import type { Queryable } from '../../database.ts';
import { completeUntil, lateSources } from '../../workplace/runs/readiness.ts';

/** `2026-11-23T13:25:10Z` → "2026-11-23 13:25 UTC". */
export const timeText = (instant: Date): string => `${instant.toISOString().replace('T', ' ').slice(0, 16)} UTC`;

/**
 * Names the sources that are late, says whether the days of the report are over, and until when everything is there.
 * `waitedFor` are the sources for which a scheduled run could wait no longer; null for a run that waited for nothing.
 */
export async function completenessOf(
  db: Queryable,
  { daysEnd, asOf, waitedFor }: { daysEnd: Date; asOf: Date; waitedFor: readonly string[] | null },
): Promise<string> {
  const isOver = daysEnd <= asOf;
  const late = waitedFor ?? (isOver ? await lateSources(db, daysEnd) : []);
  if (isOver && late.length === 0) return 'The data is complete.';
  const sentences = [isOver ? 'Not complete.' : 'The days are not over yet.'];
  if (late.length > 0) sentences.push(`Late: ${late.join(', ')}.`);
  sentences.push(`The data is complete until ${timeText(await completeUntil(db, asOf))}.`);
  return sentences.join(' ');
}
