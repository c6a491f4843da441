/** Routes of the links checker. */
import {
  downloadLinkResults,
  listLinkChecks,
  listLinkResults,
  readLinkCheck,
  readLinkFile,
  startLinkCheck,
} from '@signpost/contract/calls/link-checks.ts';
import { countText } from '@signpost/contract/define/words.ts';
import { invalid } from '@signpost/contract/errors.ts';
import { calculatedNotice } from '@signpost/contract/traffic/links/calculated.ts';
import { MOST_LINKS, readLinks, tooManyLinks } from '@signpost/contract/traffic/links/pasted.ts';
import { mailIsOff } from '@signpost/contract/workplace/notifications/settings.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { askerOf } from '../../../http/asker.ts';
import { handle, withMeta } from '../../../http/handle.ts';
import { sendTable } from '../../../http/send-table.ts';
import { chosenEncoding, readUpload } from '../../../http/upload.ts';
import { answerOnce } from '../../../workplace/records/once.ts';
import * as checks from '../checks.ts';
import { readColumns, readTable } from '../columns.ts';
import { resultsTable } from '../files.ts';
import { baseOf } from '../own-links.ts';

const MOST_BYTES = 5 * 1024 * 1024;
export function linkCheckerRoutes(app: App, deps: Deps): void {
  const { db, clock, env } = deps;
  const settings = { shortHosts: env.shortLinkHosts, base: baseOf(env) };

  handle(
    app,
    startLinkCheck,
    async ({ body: { name, source, texts }, viewer, request, reply }) => {
      const links = readLinks(texts, settings);
      if (!links.some(({ url }) => url !== null)) throw invalid('texts', 'There is no web address in this text.');
      if (links.length > MOST_LINKS) throw invalid('texts', tooManyLinks(links.length));
      if (source === 'email' && deps.mail === null) throw invalid('', mailIsOff(viewer.grade));
      const mailTo = source === 'email' ? viewer.email : null;
      const title = name || countText(links.length, 'link');
      return await answerOnce(deps, { request, reply }, async (trx) => ({
        id: await checks.createCheck(trx, viewer, { name: title, source, links, mailTo }, clock.now()),
      }));
    },
    { bodyLimit: MOST_BYTES },
  );

  handle(
    app,
    readLinkFile,
    async ({ request }) => {
      const { part, bytes } = await readUpload(request, { fileSize: MOST_BYTES, files: 1, fields: 1 });
      const table = await readTable(bytes, askerOf(request), chosenEncoding(part));
      const columns = readColumns(table, (text) => readLinks([text], settings).some(({ url }) => url !== null));
      const most = Math.max(...columns.map(({ links }) => links), 0);
      if (most === 0) {
        const notice = calculatedNotice(table.calculated);
        const words = ['No column of this file contains web addresses.', notice].filter((text) => text !== null);
        throw invalid('file', words.join(' '));
      }
      const suggested = columns.findIndex(({ links }) => links === most);
      const { otherSheets, encoding, calculated } = table;
      return { columns, suggested, otherSheets, encoding, calculated };
    },
    { bodyLimit: MOST_BYTES + 64 * 1024 },
  );

  handle(app, listLinkChecks, ({ viewer, query }) => checks.listChecks(db, viewer, query.before));

  handle(app, readLinkCheck, ({ viewer, params }) => checks.readCheck(db, viewer, params.id));

  handle(app, listLinkResults, async ({ viewer, params: { id }, query }) => {
    await checks.readCheck(db, viewer, id);
    const { results, total } = await checks.readResults(db, id, query);
    return withMeta(results, { total });
  });

  handle(app, downloadLinkResults, async ({ viewer, params: { id, format }, reply }) => {
    await checks.readCheck(db, viewer, id);
    const results = await checks.readAllResults(db, id);
    return await sendTable(reply, resultsTable(results), `links-${id}`, format);
  });
}
