/** `hold-folder.ts <folder>`: locks a folder, says `held` or why not, and keeps it until it is killed. */
import { lockDataFolder } from '../data-folder.ts';

try {
  await lockDataFolder(process.argv[2] ?? '');
  console.log('held');
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
}
setInterval(() => undefined, 60_000);
