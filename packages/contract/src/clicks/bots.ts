/** Why a click counts as a bot's: the `reason` on its fact. It is redirected all the same (docs/product/clicks.md#bots). */
export const BOT_REASONS = [
  // By its user agent, or without one.
  'bot',
  // HEAD, prefetch, prerender, preview.
  'look_ahead',
  // More clicks from its address than people make.
  'burst',
] as const;
export type BotReason = (typeof BOT_REASONS)[number];

/** Whether a fact's reason is that it is a bot's. */
export const isBotReason = (reason: string): reason is BotReason => BOT_REASONS.some((one) => one === reason);
