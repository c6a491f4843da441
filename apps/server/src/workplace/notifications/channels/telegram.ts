/** A bot of Telegram that writes into a chat. */
import type { Target } from '@signpost/contract/workplace/notifications/targets.ts';
import type { Send } from '../../../platform/outgoing.ts';
import { textOf } from '../message.ts';
import { json, type Outcome, type Parcel, post } from './channel.ts';

/** Telegram takes messages of up to 4096 characters. */
const LONGEST_TEXT = 4000;

export function sendTelegram(send: Send, { token, chatId }: Target<'telegram'>, parcel: Parcel): Promise<Outcome> {
  const text = textOf(parcel);
  const body = {
    chat_id: chatId,
    text: text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text,
    link_preview_options: { is_disabled: true },
  };
  return post(send, { url: `https://api.telegram.org/bot${token}/sendMessage`, ...json(body) }, ({ http }) => {
    if (http === 401 || http === 404) return { state: 'ended', problem: 'Telegram does not know this bot any more.' };
    if (http === 403) return { state: 'ended', problem: 'The bot may not write into this chat any more.' };
    if (http === 400) return { state: 'failed', problem: 'Telegram refused the message, or the chat does not exist.' };
    return undefined;
  });
}
