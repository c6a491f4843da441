/** The one body model, rendered for each kind of channel. Several notifications of a thread make one message. */
import { createHash } from 'node:crypto';
import {
  linkAddress,
  notificationBodySchema,
  type ReadNotificationBody,
} from '@signpost/contract/workplace/notifications/notifications.ts';
import type { Severity } from '@signpost/contract/workplace/notifications/topics.ts';

/** One notification as it is sent. */
export interface Part {
  title: string;
  severity: Severity;
  at: Date;
  body: ReadNotificationBody;
}

export interface Message {
  /** The oldest first. */
  parts: readonly Part[];
  /** The address of the app; without it, messages have no links. */
  publicUrl: URL | undefined;
}

export const readBody = (body: unknown): ReadNotificationBody => notificationBodySchema.parse(body);

const ID_LENGTH = 40;

/** An id that is the same for the same names. Receivers recognise a repeated message by it. */
export const hashId = (...names: string[]): string =>
  createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, ID_LENGTH);

/** The subject: the title, or the newest title with the number of the others. */
export function subjectOf({ parts }: Pick<Message, 'parts'>): string {
  const last = parts.at(-1)?.title ?? '';
  if (parts.length > 1) return `${last} (and ${parts.length - 1} more)`;
  return last;
}

/** The address of a part's screen. */
export function addressOf({ body: { link } }: Part, publicUrl: URL | undefined): string | null {
  if (link === null || publicUrl === undefined) return null;
  return new URL(`/#${linkAddress(link)}`, publicUrl).href;
}

/** Plain text, for mails and chats. */
export function textOf({ parts, publicUrl }: Message): string {
  return parts
    .map((part) => {
      const { title, body } = part;
      const address = addressOf(part, publicUrl);
      const lines = [title, '', ...body.lines, ...body.facts.map(({ label, value }) => `${label}: ${value}`)];
      if (address !== null) lines.push(`${body.link?.label}: ${address}`);
      return lines.join('\n');
    })
    .join('\n\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

const COLORS = { info: '#3b6fd4', success: '#2a7d4f', warning: '#9a6700', error: '#c0362c' } as const;

/** HTML for mails: no pictures, no scripts, readable without styles. */
export function htmlOf({ parts, publicUrl }: Message): string {
  const sections = parts.map((part) => {
    const { title, severity, body } = part;
    const address = addressOf(part, publicUrl);
    const facts = body.facts
      .map(
        ({ label, value }) =>
          `<tr><td style="padding:2px 16px 2px 0;color:#5c6370">${escapeHtml(label)}</td><td style="padding:2px 0">${escapeHtml(value)}</td></tr>`,
      )
      .join('');
    const parts = [
      `<h2 style="margin:24px 0 8px;padding-left:10px;border-left:4px solid ${COLORS[severity]};font-size:17px">${escapeHtml(title)}</h2>`,
      ...body.lines.map((line) => `<p style="margin:0 0 8px">${escapeHtml(line)}</p>`),
    ];
    if (facts !== '') parts.push(`<table style="border-collapse:collapse;margin:0 0 8px">${facts}</table>`);
    if (address !== null)
      parts.push(`<p style="margin:0"><a href="${escapeHtml(address)}">${escapeHtml(body.link?.label ?? '')}</a></p>`);
    return parts.join('\n');
  });
  return `<!doctype html>
<html lang="en"><body style="font:15px/1.5 system-ui,sans-serif;color:#1c2430;max-width:640px">
${sections.join('\n')}
</body></html>`;
}
