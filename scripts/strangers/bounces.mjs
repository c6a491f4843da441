/**
 * Messages about deliveries: the folder maildir/bsd of github.com/sisimai/set-of-emails has mails that came back from
 * dozens of mail systems; `arf-…` are complaints and `rfc3834-…` automatic replies.
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readBounce } from '../../apps/server/src/partners/mailings/bounce-message.ts';
import { MAIL_LIMITS } from '../../apps/server/src/platform/parsing/limits.ts';
import { readMail } from '../../apps/server/src/platform/parsing/mail.ts';

export const COLLECTIONS = ['set-of-emails'];

const KINDS = { arf: ['complained'], rfc3834: ['automatic', 'unknown'] };
const CAME_BACK = ['bounced', 'delayed'];

/** Each message with the kind that was read, and whether it quotes the Message-ID of the mail that came back. */
export async function measure(folder) {
  const home = join(folder, 'set-of-emails', 'maildir', 'bsd');
  const cases = await Promise.all(
    (await readdir(home)).map(async (name) => {
      const bytes = await readFile(join(home, name));
      const read = readBounce(await readMail(bytes, MAIL_LIMITS));
      return { name, ...read, right: KINDS[name.split('-')[0]] ?? CAME_BACK, quotes: quotesId(bytes) };
    }),
  );
  const isWrong = ({ kind, right }) => !right.includes(kind);
  const show = ({ name, kind, code, answer, about }) =>
    `${name}: ${kind} ${code ?? ''} ${about} ${answer.slice(0, 80)}`;
  const quoting = cases.filter(({ quotes, kind }) => quotes && kind !== 'automatic' && kind !== 'unknown');
  return [
    { name: 'Messages about deliveries read wrongly', cases, isWrong, mostPercent: 5, show },
    {
      name: 'Quoted Message-IDs not found',
      cases: quoting,
      isWrong: ({ about }) => about === null,
      mostPercent: 3,
      show,
    },
  ];
}

/** Whether a second header of a mail stands in the message. */
const quotesId = (bytes) => (bytes.toString('latin1').match(/^[> ]*Message-ID:\s*<\S+>/gim) ?? []).length > 1;
