import { wholeName } from '@signpost/contract/reading/file-name.ts';

/** How long a tab may take to load what it shows. */
const LOADED_MS = 60_000;

/** Shows a file in a tab; in this one if the browser refused to open another. */
export function showBlob(blob: Blob, tab: Window | null): void {
  const url = URL.createObjectURL(blob);
  (tab ?? window).location.href = url;
  window.setTimeout(() => URL.revokeObjectURL(url), LOADED_MS);
}

/** Saves a file in the browser. */
export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = wholeName(name);
  link.click();
  URL.revokeObjectURL(url);
}
