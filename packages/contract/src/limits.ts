/** Business constants and limits (spec section 9). Milliseconds and pixels unless the name says otherwise. */
import { ALL_TIMES_START } from './dates.ts';

export const WEIGHT_TOTAL = 100;

/** Width from which each size of screen begins. */
export const BREAKPOINTS = { phone: 0, tablet: 601, desktop: 961, large: 1441, uhd: 1921, uhd8: 3841 } as const;

/** One size of screen. */
export type ScreenSize = keyof typeof BREAKPOINTS;

export const ASPECT_RATIO = { min: 0.5, max: 2.3 } as const;
export const PHONE_BELOW = 601;
export const MOBILE_BELOW = 768;
export const DIALOG_MIN_WIDTH = 500;

/**
 * Entries of the ledgers and rows of imports count on days from this one (where 'All Times' starts, so that every report
 * can reach them) until today. Both are days in UTC, as the entries themselves are.
 */
export const LEDGER_FIRST_DAY = ALL_TIMES_START;
/** The zone of ledger days. */
export const LEDGER_ZONE = 'UTC';

export const SNACKBAR_MS = 10_000;
export const RESIZE_DEBOUNCE_MS = { layout: 500, table: 250 } as const;
export const SEARCH_DEBOUNCE_MS = 250;
export const PRESET_REFRESH_MS = 3_600_000;
/** From an update trigger to the metadata refresh it asks for (spec section 4). */
export const METADATA_REFRESH_MS = 2_000;

export const OPTION_CAP = 50;
export const CLIENT_TABLE_ROWS = 50;

export const THUMB_WIDTH = 150;
export const THUMB_SQUARE = 300;
export const OFFER_THUMB_HINT_KB = 200;
export const SLIDER = { min: 0, max: 100 } as const;
export const QR_DEFAULTS = { size: 512, margin: 2, level: 'M', fileName: 'qr.png' } as const;

/**
 * Clicks of one address (IPv6: of one /64) that may still be those of people behind it: never more than so many within
 * so many seconds is never a burst, more than twice as many always is. Each router counts what comes to it, of at most
 * so many addresses. Why these: docs/decisions/0034.
 */
export const CLICK_BURST = { clicks: 120, seconds: 60, addresses: 65_536 } as const;

/** The size of screen that a width in pixels falls into. */
export function screenSize(width: number): ScreenSize {
  const { tablet, desktop, large, uhd, uhd8 } = BREAKPOINTS;
  if (width >= uhd8) return 'uhd8';
  if (width >= uhd) return 'uhd';
  if (width >= large) return 'large';
  if (width >= desktop) return 'desktop';
  return width >= tablet ? 'tablet' : 'phone';
}

const MOBILE_AGENT = /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini|Mobile/i;

/** Whether the mobile layout is used: by width under 768 or by the user agent (spec section 4). */
export function isMobile(width: number, userAgent: string): boolean {
  return width < MOBILE_BELOW || MOBILE_AGENT.test(userAgent);
}

/** Keeps a width ÷ height ratio within the spec's bounds. */
export function clampAspectRatio(ratio: number): number {
  if (Number.isNaN(ratio)) return ASPECT_RATIO.min;
  return Math.min(ASPECT_RATIO.max, Math.max(ASPECT_RATIO.min, ratio));
}
