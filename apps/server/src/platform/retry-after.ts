/** The most seconds that anybody can make us wait. */
const LONGEST_WAIT_S = 24 * 60 * 60;

/** The seconds of a `Retry-After` header, which is a number or a date, a day at most; null if it is neither. */
export function retryAfter(text: string | undefined, now: Date): number | null {
  if (text === undefined) return null;
  const seconds = /^\d{1,9}$/.test(text.trim()) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000;
  if (Number.isNaN(seconds)) return null;
  return Math.min(Math.max(1, Math.ceil(seconds)), LONGEST_WAIT_S);
}
