/** Checks of the program, its configuration and this machine. */
import { readdir, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { byCount, countText } from '@signpost/contract/define/words.ts';
import { z } from 'zod';
import { hasCode } from '../../../platform/files.ts';
import { problemOfFiles } from '../../../platform/own-files.ts';
import { startSentence } from '../../../platform/start-error.ts';
import { folderStore } from '../../../platform/store/folder.ts';
import { type ObjectStore, SHARED_FOLDERS } from '../../../platform/store/store.ts';
import { isVaultOf } from '../../../platform/vault.ts';
import { clicksFolder } from '../../../traffic/clicks/log/segments.ts';
import { unshippedLog } from '../../../traffic/clicks/ship/unshipped.ts';
import { readRouter } from '../router-state.ts';
import { type Checks, durationText, good, problem, sizeText, skipped, type Verdict, warning } from './verdict.ts';

const LEAST_NODE = 24;
/** Below this, the product refuses to start. */
const LEAST_BYTES = 64 * 1024 ** 2;
/** An hour of a busy day needs about this much. */
const ENOUGH_BYTES = 1024 ** 3;
const LATE_SECONDS = 120;
const VERY_LATE_SECONDS = 900;

export function diskVerdict(place: string, bytes: number, next: string): Verdict {
  const text = `${sizeText(bytes)} are free ${place}.`;
  if (bytes < LEAST_BYTES) return problem(text, next);
  if (bytes < ENOUGH_BYTES) return warning(text, next);
  return good(text);
}

/** The report of the router about itself, as far as the check reads it. */
const routerReport = z.looseObject({
  up: z.boolean(),
  configuration: z.looseObject({ staleSince: z.string().nullable() }).optional(),
  log: z.looseObject({ writable: z.boolean(), unrecorded: z.number(), problem: z.string().nullable() }).optional(),
});

export const machineChecks: Checks = {
  async node() {
    const major = Number(process.versions.node.split('.')[0]);
    if (major >= LEAST_NODE) return good(`Node ${process.versions.node}.`);
    return problem(`Node ${process.versions.node} runs; ${LEAST_NODE} or newer is needed.`, 'npm start');
  },

  async vaultKey({ db, env, vault }) {
    try {
      if (await isVaultOf(db, await vault())) return good('The key fits the sealed data of this database.');
      return problem(
        'The key does not belong to this database: leads and secrets cannot be opened.',
        `Restore ${join(env.dataDir, 'secrets', 'vault.key')} from the backup, or set VAULT_KEY.`,
      );
    } catch (error) {
      const sentence = startSentence(error);
      if (sentence === undefined) throw error;
      if (!sentence.startsWith('VAULT_KEY ')) return problem(sentence, `ls -l ${join(env.dataDir, 'secrets')}`);
      return problem(
        sentence,
        'Compare VAULT_KEY of this process with the one that the product has on its other machines.',
      );
    }
  },

  async mail({ env, hasMail }) {
    if (hasMail) return good('A mail server is configured.');
    if (env.demo) return skipped('The demo sends no e-mail.');
    return warning('SMTP_URL is not set, so e-mails wait.', 'Set SMTP_URL and MAIL_FROM, and restart.');
  },

  async files({ env: { dataDir }, db, files }) {
    try {
      const wrong = await problemOfFiles(db, files, dataDir);
      if (wrong !== null) return problem(wrong, 'Check FILES_TARGET on this machine.');
      if (files.place === dataDir)
        return good(`Images and report files are in ${dataDir}; several machines need FILES_TARGET.`);
      const missing = await filesOnlyHere(dataDir, files);
      if (missing === 0) return good(`${files.place} can be read.`);
      const text = byCount(missing, '1 file of this machine is', `${missing} files of this machine are`);
      return warning(`${text} not in ${files.place}, so other machines do not see them.`, 'npm run copy-files');
    } catch (error) {
      const sentence = startSentence(error);
      if (sentence === undefined) throw error;
      return problem(sentence, 'Check FILES_TARGET, FILES_S3_ENDPOINT and the AWS_… variables on this machine.');
    }
  },

  async disk({ env }) {
    const { bavail, bsize } = await statfs(env.dataDir);
    return diskVerdict(`on the disk of ${env.dataDir}`, bavail * bsize, `df -h ${env.dataDir}`);
  },

  async clickLog({ env, now }) {
    const clicks = clicksFolder(env.dataDir);
    const damaged = await namesIn(join(clicks, 'quarantine'));
    const { bytes, oldestAt } = await unshippedLog(clicks);
    const seconds = oldestAt === null ? 0 : (now().getTime() - oldestAt.getTime()) / 1000;
    if (seconds > LATE_SECONDS) {
      const text = `${sizeText(bytes)} of clicks wait on this machine, the oldest for ${durationText(seconds)}.`;
      const next = 'Check that a worker runs on this machine (npm start, or npm run worker) and reaches ClickHouse.';
      if (seconds > VERY_LATE_SECONDS) return problem(text, next);
      return warning(text, next);
    }
    if (damaged.length > 0)
      return warning(
        `${countText(damaged.length, 'damaged part')} of the click log could not be read and were set aside.`,
        `ls -l ${join(clicks, 'quarantine')}`,
      );
    return good('All clicks of this machine are in the statistics, or less than two minutes old.');
  },

  async router({ env }) {
    const found = await readRouter(env).catch(() => null);
    if (found === undefined) return skipped('CLICK_PORT is 0, so there is no router on this machine.');
    if (found === null)
      return warning(
        `No router answers on port ${env.clickPort} of this machine.`,
        'npm start, or npm run click; ignore this on machines without a router.',
      );
    const { up, configuration, log } = routerReport.parse(found);
    if (!up) return problem('The router has no configuration, so links are not answered.', 'Check DATABASE_URL.');
    if (log?.writable === false)
      return problem(
        `The router cannot write its log (${log.problem ?? 'unknown reason'}); ${log.unrecorded} clicks are lost.`,
        `df -h ${env.dataDir}`,
      );
    if (configuration !== undefined && configuration.staleSince !== null)
      return problem(
        `The router has not been able to read its configuration since ${configuration.staleSince}.`,
        'Check DATABASE_URL and that PostgreSQL answers.',
      );
    if (log !== undefined && log.unrecorded > 0)
      return warning(`The router could not record ${log.unrecorded} clicks since it started.`, `df -h ${env.dataDir}`);
    return good('The router answers and records clicks.');
  },
};

/** How many files of the data folder the store lacks: they were uploaded before the store was chosen. */
async function filesOnlyHere(dataDir: string, files: ObjectStore): Promise<number> {
  let missing = 0;
  for (const folder of SHARED_FOLDERS) {
    const own = await folderStore(dataDir).list(folder);
    // An empty folder is looked for as well: the answer says whether the store can be read.
    const stored = own.length === 0 ? await files.list('none/') : await files.list(folder);
    const names = new Set(stored.map(({ name }) => name));
    missing += own.filter(({ name }) => !names.has(name)).length;
  }
  return missing;
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}
