/** The rates of a question whose amounts are shown in another currency than the base currency (docs/decisions/0345). */
import { addDays, eachDay } from '@signpost/contract/dates/dates.ts';
import { AppError } from '@signpost/contract/errors.ts';
import type { StatsQuestion } from '@signpost/contract/insight/stats/query.ts';
import { baseCurrency } from '@signpost/contract/money/base-currency.ts';
import type { Queryable } from '../../database.ts';
import { readCrossRates } from '../../partners/deals/rates.ts';

/**
 * The question with the rate of each of its days; without another currency, the question as it is. Errors: VALIDATION if
 * no rate of the currency is known.
 */
export async function withRates(db: Queryable, question: StatsQuestion): Promise<StatsQuestion> {
  const { currency, dateRange, compare } = question;
  if (currency === undefined) return question;
  const rateOf = await readCrossRates(db);
  // Days of other zones begin on the UTC day before or end on the one after.
  const asked = [dateRange, compare].filter((range) => range !== undefined);
  const ranges = asked.map(({ start, end }) => ({
    start: addDays(start, -1),
    end: addDays(end, 1),
  }));
  const days = [...new Set(ranges.flatMap(eachDay))].sort();
  const rates = days.map((day) => {
    const rate = rateOf(baseCurrency(), currency, day);
    if (rate === null) {
      const message = `No exchange rate of ${currency} is known. Choose another currency, or add one under Partner override, Rates.`;
      throw new AppError('VALIDATION', { message, errors: [{ path: 'currency', message }] });
    }
    return rate;
  });
  return { ...question, rates: { days, rates } };
}
