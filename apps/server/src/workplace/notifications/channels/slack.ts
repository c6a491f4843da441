/** An incoming webhook of Slack. */
import type { Target } from '@signpost/contract/workplace/notifications/targets.ts';
import type { Send } from '../../../platform/outgoing.ts';
import { addressOf } from '../message.ts';
import { json, type Outcome, type Parcel, post } from './channel.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeText = (text: string): string => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);
/** A line break or an asterisk within a title would end its emphasis. */
const bold = (text: string): string => `*${escapeText(text).replaceAll('*', '∗').replaceAll('\n', ' ')}*`;
const LONGEST_TEXT = 30_000;

export function sendSlack(send: Send, { url }: Target<'slack'>, { parts, publicUrl }: Parcel): Promise<Outcome> {
  const text = parts
    .map((part) => {
      const { title, body } = part;
      const address = addressOf(part, publicUrl);
      const lines = [
        bold(title),
        ...body.lines.map(escapeText),
        ...body.facts.map(({ label, value }) => `${escapeText(label)}: ${escapeText(value)}`),
      ];
      if (address !== null) lines.push(`<${address}|${escapeText(body.link?.label ?? '').replaceAll('|', ' ')}>`);
      return lines.join('\n');
    })
    .join('\n\n');
  return post(send, { url, ...json({ text: text.slice(0, LONGEST_TEXT) }) }, ({ http }) => {
    if (http === 403 || http === 404 || http === 410)
      return { state: 'ended', problem: `Slack does not know this webhook any more (${http}).` };
    return undefined;
  });
}
