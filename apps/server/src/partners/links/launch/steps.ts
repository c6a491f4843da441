/** The steps of a launch check as they are found, and who can mend a broken one. */

import { keysOf } from '@signpost/contract/objects.ts';
import { LAUNCH_STEPS, type LaunchStep, type LaunchStepResult } from '@signpost/contract/traffic/links/launch.ts';
import type { Db } from '../../../database.ts';
import type { Mend } from './hindrance.ts';
import { whoMends } from './who.ts';

export type Found = Pick<LaunchStepResult, 'state' | 'text'> & Partial<Pick<LaunchStepResult, 'hops'>>;

/** Stops the way: the steps behind a broken one are not reached. */
export class NotReached extends Error {}

/** Collects the steps, and says who can mend a broken one. */
export class Steps {
  readonly made: LaunchStepResult[] = [];
  readonly #db: Db;
  readonly #told: (steps: readonly LaunchStepResult[]) => Promise<void>;

  constructor(db: Db, told: (steps: readonly LaunchStepResult[]) => Promise<void>) {
    this.#db = db;
    this.#told = told;
  }

  async add(step: LaunchStep, found: Found, mend?: Mend): Promise<void> {
    const who = await this.#mender(found, mend);
    this.made.push({ step, hops: [], ...found, who });
    await this.#told(this.made);
  }

  async #mender({ state }: Found, mend: Mend | undefined): Promise<string | null> {
    if (state !== 'broken' && state !== 'unsure') return null;
    if (mend === undefined) return 'An Admin';
    return await whoMends(this.#db, ...mend);
  }

  /** A broken step behind which nothing can be reached. */
  async end(step: LaunchStep, text: string, mend?: Mend): Promise<never> {
    await this.add(step, { state: 'broken', text }, mend);
    throw new NotReached();
  }

  async skipRest(): Promise<void> {
    for (const step of keysOf(LAUNCH_STEPS))
      if (!this.made.some((one) => one.step === step))
        this.made.push({ step, state: 'skipped', text: 'Not reached.', who: null, hops: [] });
    await this.#told(this.made);
  }
}

export const ok = (text: string): Found => ({ state: 'ok', text });
export const skipped = (text: string): Found => ({ state: 'skipped', text });
