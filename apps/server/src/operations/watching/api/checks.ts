/** The status screen's checks. */
import { readChecks } from '@signpost/contract/calls/checks.ts';
import type { Check } from '@signpost/contract/operations/checks.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';
import { outgoing } from '../../../platform/outgoing.ts';
import { runChecks } from '../checks/run.ts';

export function statusRoutes(app: App, deps: Deps): void {
  const { clickhouse, clock, db, env, files, mail, vault } = deps;
  // The operator chose PUBLIC_URL, which may lead into the operator's own network.
  const send = outgoing({ allowPrivate: true });
  let running: Promise<{ checkedAt: string; checks: Check[] }> | undefined;
  const check = async () => ({
    checkedAt: clock.now().toISOString(),
    checks: await runChecks({
      db,
      clickhouse,
      vault,
      files,
      send,
      hasMail: mail !== null,
      env,
      now: () => clock.now(),
    }),
  });
  // Several people who ask at once share one examination.
  handle(app, readChecks, () => {
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  });
}
