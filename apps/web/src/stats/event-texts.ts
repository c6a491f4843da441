/** The events of one step in the tooltip of a chart. */
import type { ChartEvent } from './changes.ts';
import { plain } from './plot.tsx';

/** A longer note is cut in a tooltip. */
const LINE_LENGTH = 120;

/** One line for each event. Events beyond the limit are only counted. */
export function eventTexts(events: readonly ChartEvent[], limit: number): string[] {
  const texts = events.slice(0, limit).map(({ text }) => `◆ ${plain(text.slice(0, LINE_LENGTH))}`);
  if (events.length > limit) texts.push(`and ${events.length - limit} more events`);
  return texts;
}
