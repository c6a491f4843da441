/**
 * Routes clicks on plain `#/path` anchors through the router. With the browser's own hash change, a blocker (unsaved
 * changes) would learn of the change too late and without the history position that it needs to go back. Clicks that
 * open another tab are left to the browser.
 */
export function followLinks(navigate: (href: string) => void): void {
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest('a[href^="#/"]') : null;
    if (link === null || link.getAttribute('target') === '_blank' || link.hasAttribute('download')) return;
    event.preventDefault();
    navigate(link.getAttribute('href')?.slice(1) ?? '/');
  });
}
