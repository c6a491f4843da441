/** Routes for the result of the last round of automatic weights, and for running a round at once. */
import { boxCalls } from '@signpost/contract/calls/routing.ts';
import { invalid } from '@signpost/contract/errors.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { lastRound, weighBox } from '../weights/round.ts';

const WHY_NOT = {
  off: 'The weights of this box are frozen or not automatic.',
  busy: 'Somebody saved this box just now. Please try again.',
};

export function weightRoutes(app: App, deps: Deps): void {
  for (const calls of Object.values(boxCalls)) {
    handle(app, calls.showWeights, async ({ params: { id } }) => await lastRound(deps.db, id));

    handle(app, calls.weigh, async ({ params: { id } }) => {
      const outcome = await weighBox(deps, id, deps.clock.now());
      if (outcome !== 'done') throw invalid('', WHY_NOT[outcome]);
      return await lastRound(deps.db, id);
    });
  }
}
