/** The whole document of a page, and the headers it is served with. */
import { escapeHtml } from './button-html.ts';
import { sanitizeCss } from './sanitize.ts';

/**
 * Even if a script came through, it would not run: no script source is allowed, and the sandbox does not run scripts. Links
 * may leave a frame when they are clicked.
 */
export const PAGE_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "img-src 'self' https: http: data:",
  'font-src https:',
  "base-uri 'none'",
  "form-action 'none'",
  'sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation',
].join('; ');

const RESET =
  'html{-webkit-text-size-adjust:100%}body{margin:0;font:17px/1.5 system-ui,sans-serif;color:#1a1a1a;background:#fff}img{max-width:100%;height:auto}';

export interface PageParts {
  /** Sanitised HTML. */
  body: string;
  css: string;
  title: string;
  language: string;
}

/** The document of a page. */
export function pageDocument({ body, css, title, language }: PageParts): string {
  const lang = /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(language) ? ` lang="${language}"` : '';
  return (
    `<!doctype html><html${lang}><head><meta charset="utf-8">` +
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
    `<title>${escapeHtml(title)}</title><style>${RESET}${sanitizeCss(css)}</style></head><body>${body}</body></html>`
  );
}
