/**
 * `hold-folder.ts <folder>`: locks a folder, prints `held` or the reason why it cannot, and keeps the lock until it is
 * killed.
 */
import { lockDataFolder } from '../data-folder.ts';

try {
  await lockDataFolder(process.argv[2] ?? '');
  process.stdout.write('held\n');
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
}
setInterval(() => undefined, 60_000);
