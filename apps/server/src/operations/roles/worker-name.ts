/** Keeps a worker known as the same one when its machine has a new name. */
import { join } from 'node:path';
import type { Db } from '../../database.ts';
import { readIfThere, writeFileAtomic } from '../../platform/files.ts';
import type { Log } from '../../platform/log.ts';
import { takeOverBeats } from '../../workplace/runs/beats.ts';

/**
 * Stores this worker's name in the folder of the click log that it ships. If another name is stored there, this worker
 * first takes over the signs of life of that one: a container gets a new name each time it is created. The caller holds
 * the folder's lock. Failures are logged, and the next start tries again.
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
      log.info({ former, worker }, 'this worker continues the click log of another one');
    }
    await writeFileAtomic(path, `${worker}\n`);
  } catch (err) {
    log.warn({ err }, 'the name of the worker of this click log could not be remembered');
  }
}
