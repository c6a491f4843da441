/** People who ask the tabs without pause, while facts arrive. */
import { setTimeout as delay } from 'node:timers/promises';
import { addDays } from '@signpost/contract/dates/dates.ts';
import { readQuestion } from '@signpost/contract/insight/stats/query.ts';
import { tabOf } from '@signpost/contract/insight/stats/tabs/index.ts';
import { TAB_NAMES } from '@signpost/contract/routes/tab-names.ts';
import { runQuestion, type StatsEngine } from '../../apps/server/src/insight/stats/run.ts';
import { FROM, UNTIL } from './stats-facts.ts';

const SECONDS = 10;

export interface People {
  p95Ms: number;
  answersPerSecond: number;
  errors: number;
}

/**
 * Asks for ten seconds: each person all tabs in turn, beginning with another one. `own` gives everybody days that
 * nobody else asks for, so that no answer can be shared. A fact arrives every second.
 */
export async function askAsPeople(
  engine: StatsEngine,
  { people, own }: { people: number; own: boolean },
): Promise<People> {
  const times: number[] = [];
  let errors = 0;
  let questions = 0;
  const end = performance.now() + SECONDS * 1000;
  const person = async (_: unknown, number: number): Promise<void> => {
    for (let turn = number; performance.now() < end; turn += 1) {
      const name = TAB_NAMES[turn % TAB_NAMES.length] ?? 'global';
      questions += 1;
      const start = own ? addDays(FROM, questions % 45) : FROM;
      const until = own ? addDays(UNTIL, -1 - (Math.floor(questions / 45) % 30)) : addDays(UNTIL, -1);
      const question = readQuestion(tabOf(name), `dateRange[start]=${start}&dateRange[end]=${until}`);
      const began = performance.now();
      try {
        await runQuestion(engine, question);
        times.push(performance.now() - began);
      } catch {
        errors += 1;
      }
    }
  };
  const arriving = (async () => {
    while (performance.now() < end) {
      await engine.clickhouse.command(
        `INSERT INTO facts (fact_id, click_id, at, click_at, recorded_at, visits, campaign_box_id)
         SELECT generateUUIDv4(), generateUUIDv4(), toDateTime64('${addDays(UNTIL, -1)} 12:00:00', 3) AS day, day, now64(3), 1, 3001`,
      );
      await delay(1_000);
    }
  })();
  await Promise.all([...Array.from({ length: people }, person), arriving]);
  times.sort((one, other) => one - other);
  return {
    p95Ms: Math.round(times[Math.floor(times.length * 0.95)] ?? 0),
    answersPerSecond: Math.round(times.length / SECONDS),
    errors,
  };
}
