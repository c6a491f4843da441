/** The last change that this tab has made, whatever it was. */
let last: string | null = null;

/** Called for every call that may have changed something. */
export function rememberWrite(requestId: string | null): void {
  last = requestId;
}

/** The id of the request that made it; null if there was none. */
export const lastWriteId = (): string | null => last;
