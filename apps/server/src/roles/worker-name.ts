/** The name under which a worker is known to people, and to those who wait for its data. */
import { join } from 'node:path';
import type { Db } from '../database.ts';
import { readIfThere, writeFileAtomic } from '../platform/files.ts';
import type { Log } from '../platform/log.ts';
import { takeOverBeats } from '../runs/beats.ts';

/**
 * Remembers in the folder of a click log which worker ships it. If that was another one, this worker takes its place: a
 * container has a new name each time it is created. The folder must be locked. Failures are logged, and the next start
 * tries again.
 */
export async function takePlaceOfFormer(
  { db, log, clicks }: { db: Db; log: Log; clicks: string },
  worker: string,
): Promise<void> {
  const path = join(clicks, 'worker.name');
  try {
    const former = (await readIfThere(path))?.trim();
    if (former === worker) return;
    if (former !== undefined && former !== '') {
      await takeOverBeats(db, { from: former, to: worker });
      log.info({ former, worker }, 'this worker goes on with the click log of another one');
    }
    await writeFileAtomic(path, `${worker}\n`);
  } catch (err) {
    log.warn({ err }, 'the name of the worker of this click log could not be remembered');
  }
}
