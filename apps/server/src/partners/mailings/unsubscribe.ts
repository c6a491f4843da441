/** The link with which a person leaves a topic (RFC 8058). Its token is an HMAC of person and topic. */
import { MAIL_TOPIC_LABELS, type MailTopic } from '@signpost/contract/partners/mailings/mailing.ts';
import { sameToken } from '../../platform/tokens.ts';
import type { Vault } from '../../platform/vault.ts';
import { escapeHtml } from '../../traffic/clicks/pages/button-html.ts';

const PURPOSE = 'unsubscribe';

const tokenOf = (vault: Vault, personId: number, topic: MailTopic): string =>
  vault.index(`${personId} ${topic}`, PURPOSE).toString('base64url');

/** The tokens of mails that were sent before the vault's key was changed. */
const formerTokens = (vault: Vault, personId: number, topic: MailTopic): string[] =>
  vault.formerIndexes(`${personId} ${topic}`, PURPOSE).map((token) => token.toString('base64url'));

/** The address that a mail of a topic carries for a person. */
export const unsubscribeLink = (publicUrl: URL, vault: Vault, personId: number, topic: MailTopic): string =>
  new URL(`/api/public/unsubscribe/${personId}/${topic}/${tokenOf(vault, personId, topic)}`, publicUrl).href;

export const isTokenOf = (vault: Vault, personId: number, topic: MailTopic, token: string): boolean =>
  [tokenOf(vault, personId, topic), ...formerTokens(vault, personId, topic)].some((one) => sameToken(token, one));

/** The secret with which mail servers sign the bounces that they post. */
export const bounceSecret = (vault: Vault): string => vault.index('posted bounces', 'mail bounces').toString('hex');

/** The states of the page behind the link. */
export type UnsubscribePage = 'ask' | 'done' | 'unknown';

/** The page behind the link. Only its button changes anything, and it works without a script and without cookies. */
export function unsubscribePage(page: UnsubscribePage, topic: MailTopic | null): string {
  const label = topic === null ? '' : escapeHtml(MAIL_TOPIC_LABELS[topic]);
  const [title, body] = {
    ask: [
      'Unsubscribe',
      `<p>E-mails about “${label}” will no longer be sent to you.</p><form method="post"><button>Unsubscribe from “${label}”</button></form>`,
    ],
    done: ['You are unsubscribed', `<p>No more e-mails about “${label}” will be sent to you.</p>`],
    unknown: ['This link does not work', '<p>Open the link of the e-mail once more, as a whole.</p>'],
  }[page] as [string, string];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title>
<style>body{margin:0;font:17px/1.5 system-ui,sans-serif;color:#1c2430;background:#f5f6f8}main{max-width:480px;margin:12vh auto;padding:32px;background:#fff;border-radius:12px}h1{margin:0 0 12px;font-size:24px}button{padding:12px 20px;border:0;border-radius:8px;font:600 16px system-ui,sans-serif;color:#fff;background:#1f5fbf;cursor:pointer}button:focus-visible{outline:3px solid #8fb4ee;outline-offset:2px}</style></head>
<body><main><h1>${title}</h1>${body}</main></body></html>`;
}
