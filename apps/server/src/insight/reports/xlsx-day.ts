/** Days in the cells of a workbook: the number of days since the end of 1899 (ECMA-376 part 1, 18.17.4). */
import type { Day } from '@signpost/contract/dates/dates.ts';

const DAY_MS = 86_400_000;
/** The day that counts as 0, for days after February 1900. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** The attribute of a cell that shows its number as a day: the position of that style in `STYLES`. */
export const DAY_ATTRIBUTE = 's="4"';

export const serialOfDay = (day: Day): number => (Date.parse(day) - DAY_ZERO) / DAY_MS;

export const dayOfSerial = (serial: number): Day => new Date(DAY_ZERO + serial * DAY_MS).toISOString().slice(0, 10);
