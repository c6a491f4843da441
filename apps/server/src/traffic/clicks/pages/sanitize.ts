/** The elements and styles that a template may contain, so that no script runs in any browser. */
import sanitizeHtml from 'sanitize-html';

const TAGS = (
  'a abbr address article aside b blockquote br caption cite code col colgroup dd del details div dl dt em figcaption figure footer h1 h2 h3 h4 h5 ' +
  'h6 header hr i img ins kbd li main mark nav ol p pre q s section small span strong sub summary sup table tbody td tfoot th thead time tr u ul wbr'
).split(' ');

/** Their content is left out as well. */
const DROPPED =
  'script style textarea option noscript xmp iframe noembed noframes plaintext title template svg math object embed select frameset'.split(
    ' ',
  );

const OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: {
    '*': ['class', 'dir', 'id', 'lang', 'role', 'style', 'title', 'aria-*'],
    a: ['href', 'rel', 'target'],
    details: ['open'],
    img: ['alt', 'height', 'loading', 'src', 'width'],
    col: ['span'],
    ol: ['start', 'type'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
  },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['https', 'http'] },
  allowProtocolRelative: false,
  // Styles are left to the browser: no browser runs a script from a style, and the page's policy limits what it loads.
  parseStyleAttributes: false,
  nonTextTags: DROPPED,
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: attribs.target === undefined ? attribs : { ...attribs, target: '_blank', rel: 'noopener' },
    }),
  },
};

/** The allowed part of an HTML text. Everything else is left out, with the content of elements that are not text. */
export const sanitizePage = (html: string): string => sanitizeHtml(html, OPTIONS);

/** The text of a style element. It cannot end the element or begin another one, and it imports no other styles. */
export const sanitizeCss = (css: string): string => css.replace(/@import\b/gi, '').replace(/<(?=[/!?a-z])/gi, '');

/** The same HTML with nothing left out, written in the same way. */
const EVERYTHING: sanitizeHtml.IOptions = {
  allowedTags: false,
  allowedAttributes: false,
  allowVulnerableTags: true,
  allowedSchemes: ['https', 'http', 'mailto', 'tel', 'javascript', 'data', 'vbscript', 'file', 'blob', 'ftp', 'sms'],
  allowedSchemesAppliedToAttributes: [],
  parseStyleAttributes: false,
  nonTextTags: [],
  ...(OPTIONS.transformTags && { transformTags: OPTIONS.transformTags }),
};

/** Whether something in the HTML is not allowed. */
export const isCut = (html: string): boolean =>
  sanitizeHtml(html, EVERYTHING) !== sanitizeHtml(sanitizePage(html), EVERYTHING);
