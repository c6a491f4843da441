/**
 * `npm run restore-drill -- <target> [--backup ID] [--times N]`: restores a backup into a temporary folder, compares it with
 * what was recorded when it was taken, and removes it again. Ends with 1 if anything differs.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { readEnv } from './env.ts';
import { isEqual } from './operations/backup/compare.ts';
import { drill } from './operations/backup/drill.ts';
import { ACCEPT_UNSEALED } from './operations/backup/manifest.ts';
import { onlyArgument, runCommand } from './platform/command.ts';
import { StartError, startSentence } from './platform/start-error.ts';
import { openStore } from './platform/store/open.ts';

const USAGE = `Usage: npm run restore-drill -- [TARGET] [--backup ID] [--times N] [--accept-unsealed]

Restores a backup into a temporary folder, compares it with what was recorded when it was taken, and removes it again. Ends with 1 if anything differs.

  TARGET        a folder, or s3://bucket/prefix; otherwise BACKUP_TARGET
  --backup ID   a backup of the target; otherwise the newest complete one
  --times N     how often it is done
  --accept-unsealed
                also a backup that has no seal, whose changes nobody would notice

It needs BACKUP_PASSPHRASE.`;

await runCommand(USAGE, async () => {
  const env = readEnv();
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      backup: { type: 'string' },
      times: { type: 'string', default: '1' },
      [ACCEPT_UNSEALED]: { type: 'boolean', default: false },
    },
  });
  const target = onlyArgument(positionals) ?? env.backup.target;
  if (target === undefined) throw new StartError('Name the target: npm run restore-drill -- /path/of/a/folder');
  const times = z.coerce.number().int().min(1).safeParse(values.times);
  if (!times.success) throw new StartError(`--times is a whole number from 1 on, and not "${values.times}".`);
  const store = await openStore(target, env.backup.s3);
  for (let time = 1; time <= times.data; time += 1) {
    const began = performance.now();
    const folder = await mkdtemp(join(tmpdir(), 'signpost-drill-'));
    try {
      const comparisons = await drill(store, {
        id: values.backup,
        passphrase: env.backup.passphrase,
        acceptsUnsealed: values[ACCEPT_UNSEALED],
        folder,
      });
      const different = comparisons.filter((one) => !isEqual(one));
      if (time === 1)
        for (const one of comparisons.filter(isEqual)) process.stdout.write(`equal      ${one.what}: ${one.found}\n`);
      for (const { what, expected, found } of different)
        process.stdout.write(`DIFFERENT  ${what}: expected ${expected}, found ${found}\n`);
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      process.stdout.write(
        `Drill ${time}: ${comparisons.length - different.length} of ${comparisons.length} comparisons are equal (${seconds} s).\n`,
      );
      if (different.length > 0) process.exitCode = 1;
    } catch (error) {
      if (startSentence(error)?.startsWith('The disk is full') !== true) throw error;
      throw new StartError(
        `The disk of ${tmpdir()} is full: set TMPDIR to a folder with as much free space as the installation has data.`,
        { cause: error },
      );
    } finally {
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }
});
