/** `fill-ledger.ts <path>`: adds chunks until the file cannot grow any more, as on a full disk. */
import { openLedger, planChunks } from '../ship/ledger.ts';

const path = process.argv[2] ?? '';
const ledger = await openLedger(path);
for (let at = 0; ; at += 100) {
  const planned = await planChunks(path, ledger, [{ from: at, to: at + 100, rows: 1 }]).then(
    () => true,
    () => false,
  );
  if (!planned) break;
}
process.stdout.write(String(ledger.cut));
