/**
 * Why a click counts as a bot visit: the `reason` of its fact. The click is redirected anyway
 * (docs/product/clicks.md#bots).
 */
export const BOT_REASONS = [
  // The user agent names a bot or is missing.
  'bot',
  // HEAD, prefetch, prerender, preview.
  'look_ahead',
  // More clicks from one IP address than people make.
  'burst',
  // A test click of the launch check, which counts nothing.
  'test',
] as const;
export type BotReason = (typeof BOT_REASONS)[number];

/** Whether the reason of a fact says that it is a bot visit. */
export const isBotReason = (reason: string): reason is BotReason => BOT_REASONS.some((one) => one === reason);
