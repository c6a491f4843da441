/** Random histories of a sheet and its Google sheet, against a server on loopback that speaks the Sheets API. */
import type { GoogleAccess } from '@signpost/contract/sheets/google/carry-out.ts';
import { GoogleSheets } from '@signpost/testkit/google-sheets.ts';
import { thorough } from '@signpost/testkit/thorough.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { History, randomFrom } from './testing/history.ts';

const google = new GoogleSheets();
const { url, stop } = await google.listen();
afterAll(stop);
const access: GoogleAccess = { baseUrl: url, token: 'test', wait: async () => undefined };

const HISTORIES = thorough(100, 5_000);

describe('a sheet and its Google sheet', () => {
  it(`double, lose and overwrite nothing unseen in ${HISTORIES} random histories`, { timeout: 600_000 }, async () => {
    const first = process.env.SEED === undefined ? Math.floor(Math.random() * 1_000_000_000) : Number(process.env.SEED);
    for (let seed = first; seed < first + HISTORIES; seed += 1) {
      const history = new History(seed, google, access);
      const random = randomFrom(seed + 1);
      for (let round = 0; round < 6; round += 1) {
        for (let acts = Math.floor(random() * 6); acts > 0; acts -= 1) history.act();
        if (random() < 0.15) await history.breakOff();
        else await history.sync();
        expect([seed, round, ...history.faults()]).toEqual([seed, round]);
        if (random() < 0.5) history.decide();
      }
      for (let rest = 0; rest < 4; rest += 1) {
        await history.sync();
        history.decide();
      }
      expect([seed, ...history.faults(), ...history.conflicts, ...history.differences()]).toEqual([seed]);
    }
  });
});
