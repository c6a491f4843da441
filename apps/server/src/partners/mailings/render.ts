/** A mail as one recipient gets it: the places are filled, the HTML is sanitised, and the plain text is made from it. */

import { isKeyOf } from '@signpost/contract/objects.ts';
import {
  MAIL_PLACES,
  type MailPlace,
  type MailTopic,
  topicLabel,
} from '@signpost/contract/partners/mailings/mailing.ts';
import { convert } from 'html-to-text';
import { escapeHtml } from '../../traffic/clicks/pages/button-html.ts';
import { fillPage, parsePage, placesOf } from '../../traffic/clicks/pages/liquid.ts';

/** The values of the places, apart from the year. */
export type Places = Readonly<Record<Exclude<MailPlace, 'year'>, string>>;

/** The parts of a mail that are rendered for every recipient. */
export interface MailText {
  subject: string;
  html: string;
  topic: MailTopic;
}

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

const LINE = 78;

/** Why a mail cannot be read, or an empty text, and the places in it that no mail has. */
export function problemsOf({ subject, html }: Pick<MailText, 'subject' | 'html'>): {
  problem: string;
  unknownPlaces: string[];
} {
  const parts = [parsePage(html), parsePage(escapeHtml(subject))];
  const names = new Set<string>();
  for (const part of parts) {
    if (!part.ok) return { problem: part.problem, unknownPlaces: [] };
    for (const name of placesOf(part.pieces)) if (!isKeyOf(MAIL_PLACES, name)) names.add(name);
  }
  return { problem: '', unknownPlaces: [...names] };
}

/** Renders a mail. Errors: RangeError for a text that `problemsOf` finds a problem in. */
export function renderMail(mail: MailText, places: Places, unsubscribe: string): RenderedMail {
  const values = { ...places, year: String(new Date().getUTCFullYear()) };
  const subject = plainOf(fill(escapeHtml(mail.subject), values), false);
  const body = fill(mail.html, values);
  const why = `You get this e-mail as a contact of ${places.publisher}.`;
  const topic = topicLabel(mail.topic);
  return {
    subject,
    html: documentOf({ subject, body, why, topic, unsubscribe }),
    text: `${plainOf(body, LINE)}\n\n--\n${why}\nUnsubscribe from “${topic}”: ${unsubscribe}\n`,
  };
}

function fill(html: string, values: Readonly<Record<string, string>>): string {
  const parsed = parsePage(html);
  if (!parsed.ok) throw new RangeError(parsed.problem);
  return fillPage(parsed.pieces, values);
}

const plainOf = (html: string, wordwrap: number | false): string =>
  convert(html, {
    wordwrap,
    selectors: [
      { selector: 'img', format: 'skip' },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true } },
      ...['h1', 'h2', 'h3'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  });

function documentOf(parts: { subject: string; body: string; why: string; topic: string; unsubscribe: string }): string {
  const { subject, body, why, topic, unsubscribe } = parts;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#ffffff;color:#1c2430;font:15px/1.55 Arial,Helvetica,sans-serif">
<div style="max-width:640px;margin:0 auto">
${body}
<hr style="margin:32px 0 12px;border:0;border-top:1px solid #d5d9e0">
<p style="margin:0;color:#5c6370;font-size:13px">${escapeHtml(why)} <a href="${escapeHtml(unsubscribe)}" style="color:#5c6370">Unsubscribe from “${escapeHtml(topic)}”</a></p>
</div>
</body></html>`;
}

/** The web addresses in a rendered text, each once, in their order. */
export function linksIn(html: string): string[] {
  const found = html.matchAll(/\shref="(https?:\/\/[^"]+)"/gi);
  return [...new Set([...found].map(([, url]) => (url ?? '').replaceAll('&amp;', '&')))];
}
