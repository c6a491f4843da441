import {
  COUNT_MEASURES,
  type CountMeasure,
  FACT_FREE_TEXTS,
  FACT_IDS,
  FACT_TEXTS,
  type Fact,
  type FactFreeText,
  type FactId,
  type FactText,
  MONEY_MEASURES,
  type MoneyMeasure,
  NIL_UUID,
} from '@signpost/contract/traffic/clicks/fact.ts';

const zeroes = Object.fromEntries([...FACT_IDS, ...COUNT_MEASURES].map((key) => [key, 0])) as Record<
  FactId | CountMeasure,
  number
>;
const blanks = Object.fromEntries([...FACT_TEXTS, ...FACT_FREE_TEXTS].map((key) => [key, ''])) as Record<
  FactText | FactFreeText,
  string
>;
const noMoney = Object.fromEntries(MONEY_MEASURES.map((key) => [key, '0'])) as Record<MoneyMeasure, string>;

/** Completes a fact from its known parts; everything else becomes "none" or zero. */
export function fact(known: Pick<Fact, 'factId' | 'kind' | 'at'> & Partial<Fact>): Fact {
  return {
    ...zeroes,
    ...blanks,
    ...noMoney,
    clickAt: known.at,
    recordedAt: known.at,
    clickId: NIL_UUID,
    visitorId: '0',
    dealVersion: 0,
    allocationVersion: 0,
    amount: '0',
    rate: '1',
    ...known,
  };
}
