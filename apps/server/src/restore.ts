/**
 * `npm run restore -- <target> [--to DATA_DIR] [--backup ID] [--accept-unsealed]`: restores the newest complete backup, or the named one, into an
 * empty data folder, and into DATABASE_URL and CLICKHOUSE_URL if these are set.
 */

import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv } from './env.ts';
import { ACCEPT_UNSEALED } from './operations/backup/manifest.ts';
import { checkBackup, inEmptyFolder, restoreInto } from './operations/backup/restore.ts';
import { withEngines } from './operations/embedded/reach-engines.ts';
import { onlyArgument, runCommand } from './platform/command.ts';
import { StartError } from './platform/start-error.ts';
import { openFiles, openStore } from './platform/store/open.ts';

const USAGE = `Usage: npm run restore -- [TARGET] [--to DATA_DIR] [--backup ID] [--accept-unsealed]

Restores a backup into an empty data folder, and into DATABASE_URL and CLICKHOUSE_URL if these are set.

  TARGET        a folder, or s3://bucket/prefix; otherwise BACKUP_TARGET
  --to DATA_DIR the empty folder; otherwise DATA_DIR
  --backup ID   a backup of the target; otherwise the newest complete one
  --accept-unsealed
                also a backup that has no seal, whose changes nobody would notice

It needs BACKUP_PASSPHRASE.`;

await runCommand(USAGE, async () => {
  const env = readEnv();
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      backup: { type: 'string' },
      [ACCEPT_UNSEALED]: { type: 'boolean', default: false },
    },
  });
  const target = onlyArgument(positionals) ?? env.backup.target;
  if (target === undefined)
    throw new StartError('Name the target: npm run restore -- /path/of/a/folder [--to DATA_DIR] [--backup ID]');
  const dataDir = resolve(values.to ?? env.dataDir);
  const store = await openStore(target, env.backup.s3);
  const files = await openFiles(dataDir, env.files);
  await inEmptyFolder(dataDir, async () => {
    const backup = await checkBackup(store, {
      id: values.backup,
      passphrase: env.backup.passphrase,
      acceptsUnsealed: values[ACCEPT_UNSEALED],
    });
    await withEngines(dataDir, env, (urls) =>
      restoreInto(
        backup,
        {
          dataDir,
          files,
          ...urls,
          clickhouseCluster: env.clickhouseCluster,
          vaultKey: env.vaultKey,
        },
        `This is a copy of the backup of ${backup.manifest.watermark.recordsAt.slice(0, 16).replace('T', ' ')} UTC, so mails, postbacks and the like may have been sent already.`,
      ),
    );
    if (!backup.isSealed)
      process.stderr.write(
        'This backup has no seal, so a change of it would not have been noticed. Look at the users and their grades first.\n',
      );
    process.stdout.write(
      `Restored ${backup.manifest.id} into ${dataDir}. Nothing leaves this copy until an Admin allows it in the app.\n`,
    );
  });
});
