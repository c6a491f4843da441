/** Limits of templates and buttons. */
export const PAGE_LIMITS = {
  html: 60_000,
  css: 20_000,
  texts: 40,
  variants: 8,
  images: 20,
} as const;
