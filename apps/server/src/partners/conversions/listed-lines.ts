/** Lines of a partner's list as the postbacks that never came. */

import { invalid } from '@signpost/contract/errors.ts';
import { type AdditionBody, MOST_ADDED } from '@signpost/contract/partners/conversions/additions.ts';
import { type Cause, causeInWords } from '@signpost/contract/partners/conversions/reconcile.ts';
import { readCellDay } from '@signpost/contract/reading/cell-day.ts';
import { type DayOrder, readDay } from '@signpost/contract/reading/day.ts';
import { readMoment } from '@signpost/contract/reading/moment.ts';
import { readClickId, readReference, saysNothing } from '@signpost/contract/reading/reference.ts';
import { isErrorCell } from '@signpost/contract/reading/text-cell.ts';
import type { Queryable } from '../../database.ts';
import type { Asker } from '../../platform/fair-queue.ts';
import type { ListedReport } from './listed-transactions.ts';
import { isDashedId } from './partner-list.ts';
import { compareLists } from './reconcile.ts';

/** A line of the list. `given` holds the parameters of the postback that never came. */
export interface Line extends ListedReport {
  reference: string;
  given: ReadonlyMap<string, string>;
  /** Why the line cannot be read; empty if its parameters can be tried. */
  problem: string;
}

export interface ListedLines {
  lines: Line[];
  /** Whether the days of some lines depend on the order of day and month, which nobody has chosen yet. */
  asksDayOrder: boolean;
}

/** Shortened and near ids, and lines that end early, are refused with their reason. */
const ADDABLE: readonly Cause[] = ['never_arrived', 'unknown_status', 'shortened', 'incomplete', 'near_id'];

/** How the times of a list are read. */
interface Times {
  /** Of day and month. */
  order: DayOrder | null;
  /** The zone of times that name none. */
  timeZone: string;
}

/** The moment of a line as text, or the problem. A day without a time of day is read in the order of the file. */
function readTime(text: string, { order, timeZone }: Times): { value: string } | { problem: string } {
  const moment = readMoment(text, timeZone);
  if (moment === null) return readCellDay(text, order);
  return { value: moment.toISOString() };
}

/** The chosen lines that never arrived. Errors: VALIDATION. */
export async function readLines(db: Queryable, body: AdditionBody, asker: Asker): Promise<ListedLines> {
  const { found, list } = await compareLists(db, body, asker);
  const chosen = new Set(body.references);
  const missing = found.onlyTheirs.filter(({ reference, cause }) => ADDABLE.includes(cause) && chosen.has(reference));
  const areClicks = found.columns.reference === found.columns.clickId;
  const order = body.dayOrder ?? list.dayOrder;
  const lines = missing.flatMap(
    ({ reference, cause, near }) =>
      (list.theirs.get(reference) ?? list.unpaid.get(reference)?.theirs)?.reports.map((report): Line => {
        // A reference that looks like a click id is one only if the line has no other.
        const isClick = areClicks || (report.clickId === '' && isDashedId(reference)) || isClickOf(report, reference);
        const hasTime = !saysNothing(report.time);
        const time = hasTime ? readTime(report.time, { order, timeZone: found.timeZone }) : { value: body.day ?? '' };
        const given = new Map([
          ['click_id', isClick ? reference : clickTextOf(report)],
          ['txid', isClick ? '' : reference],
          ['status', body.status ?? report.status],
          [body.amountsAre, report.amount],
          ['currency', report.currency === '' ? found.currency : report.currency],
          ['event_time', 'value' in time ? time.value : ''],
        ]);
        const isRefused = cause === 'shortened' || near !== null;
        const problem = isRefused ? causeInWords({ cause, near }) : problemOf(report, time, given.get('status') ?? '');
        return { ...report, reference, given, problem };
      }) ?? [],
  );
  if (lines.length > MOST_ADDED) throw invalid('references', `At most ${MOST_ADDED} lines can be added at once.`);
  const asksDayOrder = lines.some(({ time }) => isAmbiguous(time, order));
  return { lines, asksDayOrder };
}

/** Whether the click id names the line, because it has no transaction id. */
const isClickOf = ({ clickId }: ListedReport, reference: string): boolean => readClickId(clickId) === reference;

/** Words for "nothing" are no click id. A macro that was not filled stays, and is refused with its reason. */
const clickTextOf = ({ clickId }: ListedReport): string => {
  if (readReference(clickId).kind === 'none') return '';
  return clickId;
};

const isAmbiguous = (text: string, order: DayOrder | null): boolean =>
  readMoment(text) === null && readDay(text, { today: null, order }).kind === 'ambiguous';

function problemOf(report: ListedReport, time: { value: string } | { problem: string }, status: string): string {
  if (report.incomplete !== '') return report.incomplete;
  const error = [report.amount, report.currency, report.clickId, report.time, status].find(isErrorCell);
  if (error !== undefined) return `“${error}” is an error of the spreadsheet. Correct the cell, and try again.`;
  if ('problem' in time) return time.problem;
  if (time.value === '') return 'It has no day. Choose the column with the time, or a day for these lines.';
  if (status === '') return 'It has no status. Choose the column with the status, or a status for these lines.';
  return '';
}
