/** When a direct link or a box begins and ends, as lists and forms show it. */
import type { RecordRow, RecordScreen } from '../../../records/screen.ts';

export const END_COLUMNS = ['validFrom', 'validTo', 'maxClicks', 'clicks'];

/** The section of their forms, with further fields at its end. */
export const endsSection = (...further: string[]): RecordScreen['sections'][number] => ({
  title: 'Begin and end',
  columns: 2,
  fields: ['validFrom', 'validTo', 'maxClicks', 'timeZone', ...further],
});

/** The fields that say something about a record: a zone only beside days, and counted clicks only beside a limit. */
export const endFactsOf = ({ validFrom, validTo, maxClicks }: RecordRow): string[] => [
  ...(validFrom === null && validTo === null ? [] : ['validFrom', 'validTo', 'timeZone']),
  ...(maxClicks === null ? [] : ['maxClicks', 'clicks']),
];
