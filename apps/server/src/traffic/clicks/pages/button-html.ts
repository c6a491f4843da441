/** A button as HTML. */

/** The look of a button's variant. */
export interface ButtonLook {
  readonly text: string;
  readonly textColor: string;
  readonly backgroundColor: string;
  readonly image: string | null;
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as the content of an element or of a quoted attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPED[sign] ?? sign);

/** Stands in the text of a button for the CTA label. */
const CTA = '{cta}';
/** The text of a button that would have none. */
const NO_LABEL = 'Continue';

/** The look with the CTA label in its text. A text that would be empty without a label is "Continue". */
export function withCta(look: ButtonLook, cta: string): ButtonLook {
  if (!look.text.includes(CTA)) return look;
  const text = look.text.replaceAll(CTA, () => cta).trim();
  return { ...look, text: text || NO_LABEL };
}

/** The link of a button with this look; `target` names the window that it opens. */
export function buttonHtml(look: ButtonLook, href: string, target?: '_top'): string {
  const { style, inside } = partsOf(look);
  const window = target === undefined ? '' : ` target="${target}"`;
  return `<a class="signpost-button" href="${escapeHtml(href)}"${window} style="${style}">${inside}</a>`;
}

function partsOf({ image, text, textColor, backgroundColor }: ButtonLook): { style: string; inside: string } {
  const words = escapeHtml(text);
  if (image !== null)
    return {
      style: 'display:inline-block',
      inside: `<img src="${escapeHtml(image)}" alt="${words}" style="max-width:100%;height:auto">`,
    };
  return {
    style: `display:inline-block;padding:14px 28px;border-radius:8px;font:600 17px/1.2 system-ui,sans-serif;text-decoration:none;color:${escapeHtml(textColor)};background:${escapeHtml(backgroundColor)}`,
    inside: words,
  };
}
