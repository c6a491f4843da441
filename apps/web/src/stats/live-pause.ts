/** How often figures are asked for again while they change. */

/** The shortest pause between two refreshes while the range includes today. */
export const LIVE_MS = 1_000;
/** A screen that stays open keeps a slow server busy for at most a tenth of the time. */
const REST = 10;

/** The pause after an answer that took this long. In whole steps, so that answers of about the same speed are equal. */
export const pauseAfter = (tookMs: number): number => Math.max(1, Math.ceil((tookMs * REST) / LIVE_MS)) * LIVE_MS;
