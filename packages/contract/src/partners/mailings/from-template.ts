/** The page of a template as the beginning of an e-mail. */
import { isObject, objectsOf } from '../../objects.ts';

/** Where the author puts the address that the page's button would have had. */
const LINK = 'https://example.com/';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * The HTML of a template's first variant with the template's own texts in their places. The button and the step to the
 * offer become a link that the author corrects. Places about a visitor stay: the preview names them, because no e-mail
 * has them.
 */
export function mailOfTemplate(record: Readonly<Record<string, unknown>>): { subject: string; html: string } {
  const texts = new Map(objectsOf(record.texts).map(({ name, text }) => [String(name), String(text ?? '')]));
  const [first] = objectsOf(record.variants);
  const page = isObject(first) && typeof first.html === 'string' ? first.html : '';
  const html = page
    .replace(/\{%-? ?button ?-?%\}/g, `<a href="${LINK}">${escaped(texts.get('button') ?? 'See the offer')}</a>`)
    .replace(/\{\{-? ?([a-z][a-z0-9_]*) ?-?\}\}/g, (found, name: string) => {
      const text = name === 'click_url' ? LINK : texts.get(name);
      if (text === undefined) return found;
      return escaped(text);
    });
  return { subject: texts.get('title') ?? texts.get('headline') ?? '', html };
}
