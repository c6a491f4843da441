/**
 * A mail server in a process of its own, which can be killed: `node mail-process.ts PORT FILE`. Before it answers that it
 * has accepted a mail, the mail's Message-ID stands in FILE.
 */
import { open } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

const [port, path = ''] = process.argv.slice(2);
const file = await open(path, 'a');
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  onData(stream, _session, callback) {
    text(stream)
      .then(async (raw) => {
        const id = /^Message-ID:\s*(<[^>]+>)/im.exec(raw)?.[1] ?? 'none';
        await file.appendFile(`${id}\n`);
        callback();
      })
      .catch(callback);
  },
});
// A killed worker leaves its connections behind.
server.on('error', () => undefined);
server.listen(Number(port), '127.0.0.1', () => process.stdout.write('listening\n'));
