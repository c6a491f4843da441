/**
 * `npm run copy-files`: copies images and files of reports from DATA_DIR to FILES_TARGET, once, when an installation gets a
 * second machine. What is there already is left alone; the copies in DATA_DIR stay.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv } from './env.ts';
import { runCommand } from './platform/command.ts';
import { StartError } from './platform/start-error.ts';
import { folderStore } from './platform/store/folder.ts';
import { openFiles } from './platform/store/open.ts';
import { SHARED_FOLDERS } from './platform/store/store.ts';

const USAGE = `Usage: npm run copy-files

Copies images and files of reports from DATA_DIR to FILES_TARGET. What is there already is left alone; the copies in DATA_DIR stay.`;

await runCommand(USAGE, async () => {
  parseArgs();
  const { dataDir, files: place } = readEnv();
  if (place.target === undefined)
    throw new StartError('Set FILES_TARGET to the folder or to s3://bucket/prefix that gets the files.');
  const files = await openFiles(dataDir, place);
  let copied = 0;
  let present = 0;
  for (const folder of SHARED_FOLDERS) {
    const stored = new Set((await files.list(folder)).map(({ name }) => name));
    for (const { name } of await folderStore(dataDir).list(folder)) {
      if (stored.has(name)) present += 1;
      else {
        await files.putFile(name, join(dataDir, name));
        copied += 1;
      }
    }
  }
  process.stdout.write(`Copied ${copied} files from ${dataDir} to ${files.place}; ${present} were there already.\n`);
});
