/** The HTTP status of an answer in words; null if there was no answer. */
export function httpText(status: number | null): string {
  if (status === null) return 'no answer';
  return `HTTP ${status}`;
}
