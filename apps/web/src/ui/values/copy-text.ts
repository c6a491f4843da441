/**
 * Copies a text; rejects if the browser refuses. The clipboard API is only available on https and on
 * localhost. Elsewhere the text is copied from a selected field.
 */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.cssText = 'position:fixed;inset:0 auto auto 0;opacity:0';
  // Next to the focused element, because a dialog takes the focus back from elements outside of it.
  (focused?.parentElement ?? document.body).append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  if (!copied) throw new Error('The browser refused to copy.');
}
