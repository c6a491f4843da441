/**
 * Business constants and limits, most of them fixed by the specification. Milliseconds and pixels unless the name says
 * otherwise.
 */
import { ALL_TIMES_START } from './dates/dates.ts';

export const WEIGHT_TOTAL = 100;

/** The minimum width of each screen size. */
export const BREAKPOINTS = { phone: 0, tablet: 601, desktop: 961, large: 1441, uhd: 1921, uhd8: 3841 } as const;

/** One size of screen. */
export type ScreenSize = keyof typeof BREAKPOINTS;

export const ASPECT_RATIO = { min: 0.5, max: 2.3 } as const;
const MOBILE_BELOW = 768;

/**
 * Ledger entries and imported rows count on days from this one until today, both in UTC. It is the day on which
 * 'All Times' starts, so that every report can reach them.
 */
export const LEDGER_FIRST_DAY = ALL_TIMES_START;
/** The time zone of ledger days. */
export const LEDGER_ZONE = 'UTC';

/** How long after the last resize the layout and the charts follow. */
export const RESIZE_DEBOUNCE_MS = { layout: 250, chart: 500 } as const;
export const SEARCH_DEBOUNCE_MS = 250;
export const PRESET_REFRESH_MS = 3_600_000;
/** The delay between an update and the refresh of the metadata. */
export const METADATA_REFRESH_MS = 2_000;

export const OPTION_CAP = 50;

export const THUMB_WIDTH = 150;
export const OFFER_THUMB_HINT_KB = 200;
export const QR_DEFAULTS = { size: 512, margin: 2, level: 'M', fileName: 'qr.png' } as const;

/** Test messages of one person to their channels: a few at once, then one every twenty seconds. */
export const CHANNEL_TESTS = { burst: 10, perSecond: 1 / 20 } as const;

/** The size of one PDF of a manual transaction. */
export const ATTACHMENT_BYTES = 10 * 1024 * 1024;

/** The size of all attachments of a mail together, which most mail servers accept, and the length of an address. */
export const MAIL_LIMITS = { attachmentBytes: 15 * 1024 * 1024, address: 254 } as const;

/**
 * The number of clicks from one IP address (IPv6: one /64) within some seconds that can still come from people. Up to
 * this number is never a burst; more than twice as many always is. Each router counts its own clicks, for at most this
 * many addresses. docs/decisions/0034 gives the reasons.
 */
export const CLICK_BURST = { clicks: 120, seconds: 60, addresses: 65_536 } as const;

/**
 * Bots' clicks beyond this from one IP address are a flood: they are redirected and counted, but have no facts of their
 * own (docs/decisions/0034).
 */
export const CLICK_FLOOD = { clicks: 1_200, seconds: 60, addresses: 65_536 } as const;

/**
 * The screen size for a width in pixels.
 */
export function screenSize(width: number): ScreenSize {
  const { tablet, desktop, large, uhd, uhd8 } = BREAKPOINTS;
  if (width >= uhd8) return 'uhd8';
  if (width >= uhd) return 'uhd';
  if (width >= large) return 'large';
  if (width >= desktop) return 'desktop';
  if (width >= tablet) return 'tablet';
  return 'phone';
}

const MOBILE_AGENT = /Android|webOS|iPhone|iPad|iPod|BlackBerry|IEMobile|Opera Mini|Mobile/i;

/**
 * Whether the mobile layout is used: below 768 px, or for a mobile user agent.
 */
export function isMobile(width: number, userAgent: string): boolean {
  return width < MOBILE_BELOW || MOBILE_AGENT.test(userAgent);
}

/** The ratio of width to height that the layout assumes: the window's, kept within {@link ASPECT_RATIO}. */
export function aspectRatio(width: number, height: number): number {
  const ratio = width / height;
  if (Number.isNaN(ratio)) return ASPECT_RATIO.min;
  return Math.min(ASPECT_RATIO.max, Math.max(ASPECT_RATIO.min, ratio));
}

/** How deep JSON in a request may be nested. */
export const MAX_JSON_DEPTH = 64;
