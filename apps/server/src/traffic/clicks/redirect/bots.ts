/** Decides whether a click is a bot's, and why. */
import type { IncomingMessage } from 'node:http';
import type { BotReason } from '@signpost/contract/traffic/clicks/bots.ts';
import type { Snapshot } from '../snapshot/compile.ts';
import type { Agent } from './agent.ts';

/**
 * A prefetch is never a visit, also from an exempt range. Addresses in an exempt range are exempt from all other rules.
 */
export function botReason(
  { method, headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  agent: Agent,
  exempt: Snapshot['exempt'],
  address: string,
): Exclude<BotReason, 'burst' | 'test'> | undefined {
  if (method === 'HEAD' || isPrefetch(headers)) return 'look_ahead';
  if (agent.bot && !exempt(address)) return 'bot';
  return undefined;
}

/** Whether a browser only prefetches the link for a visit that may never happen. */
function isPrefetch(headers: IncomingMessage['headers']): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose'] ?? headers['x-moz'];
  return typeof purpose === 'string' && /prefetch|prerender|preview/i.test(purpose);
}
