/** A mail server on loopback that keeps what it accepted. */
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface TestMail {
  to: string;
  raw: string;
  read(): Promise<Email>;
}

export interface TestSmtp {
  url: string;
  mails: TestMail[];
  /** Decides about each mail before it is accepted; by default all are. */
  judge: (mail: TestMail) => Promise<void> | void;
  /** Ends all connections without an answer, as a server does that dies. */
  drop(): void;
  close(): Promise<void>;
}

/** An error that the server answers with this code, and with the given text. */
export const refusal = (responseCode: number, text = 'refused'): Error =>
  Object.assign(new Error(text), { responseCode });

export async function testSmtp(): Promise<TestSmtp> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    onData(stream, session, callback) {
      text(stream)
        .then(async (raw) => {
          const to = session.envelope.rcptTo[0]?.address ?? '';
          const mail: TestMail = { to, raw, read: () => PostalMime.parse(raw) };
          await smtp.judge(mail);
          smtp.mails.push(mail);
          callback();
        })
        .catch(callback);
    },
  });
  const sockets = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  // A connection that was dropped is an error to the server too.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const smtp: TestSmtp = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails: [],
    judge: () => undefined,
    drop() {
      for (const socket of sockets) socket.destroy();
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
  return smtp;
}
