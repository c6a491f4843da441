/** A request to a server of one's own, signed so that the receiver can tell it from others (docs/product/notifications.md#webhooks). */
import { createHmac } from 'node:crypto';
import { type Target, WEBHOOK_HEADERS } from '@signpost/contract/workplace/notifications/targets.ts';
import type { Send } from '../../../platform/outgoing.ts';
import { addressOf } from '../message.ts';
import { json, type Outcome, type Parcel, post } from './channel.ts';

export function sendWebhook(send: Send, { url, secret }: Target<'webhook'>, parcel: Parcel): Promise<Outcome> {
  const { headers, body } = json({
    id: parcel.id,
    topic: parcel.topic,
    thread: parcel.threadKey,
    notifications: parcel.parts.map((part) => ({
      title: part.title,
      severity: part.severity,
      at: part.at.toISOString(),
      lines: part.body.lines,
      facts: part.body.facts,
      url: addressOf(part, parcel.publicUrl),
    })),
  });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return post(
    send,
    {
      url,
      headers: {
        ...headers,
        [WEBHOOK_HEADERS.id]: parcel.id,
        [WEBHOOK_HEADERS.timestamp]: timestamp,
        [WEBHOOK_HEADERS.signature]: `sha256=${signature}`,
      },
      body,
    },
    ({ http }) => {
      if (http === 410) return { state: 'ended', problem: 'The receiver wants no more requests (410).' };
      return undefined;
    },
  );
}
