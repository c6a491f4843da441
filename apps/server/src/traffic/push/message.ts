/** The text of a push as browsers get it, and its place in a click's address. Pure. */
import type { PushPayload } from '@signpost/contract/traffic/push/subscribe.ts';
import type { Push } from './plan.ts';

type Message = Pick<
  Push,
  'id' | 'title' | 'body' | 'icon' | 'image' | 'campaignBoxId' | 'trafficSourceId' | 'replaceWord'
>;

/** The link of the message: a click on the box, which names the push in its sub-parameters. */
export function linkOf({ id, campaignBoxId, trafficSourceId }: Message): string {
  const source = trafficSourceId === null ? '' : `source=${trafficSourceId}&`;
  return `/box_${campaignBoxId}?${source}sub1=push&sub2=${id}`;
}

export function payloadOf(push: Message, token: string): string {
  const { id, title, body, icon, image, replaceWord } = push;
  const payload: PushPayload = {
    title,
    body,
    ...(icon !== null && { icon }),
    ...(image !== null && { image }),
    tag: replaceWord ?? `push-${id}`,
    url: linkOf(push),
    token,
  };
  return JSON.stringify(payload);
}

/** Messages of one topic replace each other at the push service while they wait. */
export const topicOf = ({ id, replaceWord }: Message): string => replaceWord ?? `push-${id}`;

/** Seconds for which the push service keeps the message: never longer than the offer lasts; 0 once it has ended. */
export function ttlOf({ ttlHours, offerEndsAt }: Pick<Push, 'ttlHours' | 'offerEndsAt'>, now: Date): number {
  const wanted = ttlHours * 3_600;
  if (offerEndsAt === null) return wanted;
  return Math.max(0, Math.min(wanted, Math.floor((offerEndsAt.getTime() - now.getTime()) / 1000)));
}
