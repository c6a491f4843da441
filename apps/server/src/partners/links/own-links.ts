/** How our own links are opened: through the published host, or directly at the click port of this machine. */
import { originOf } from '../../platform/origin.ts';
import { outgoing, type Send } from '../../platform/outgoing.ts';

export interface OwnLinks {
  host: string;
  clickPort: number;
  shortLinkHosts: readonly string[];
}

/** The address before the path of a link. */
export function baseOf({ host, clickPort, shortLinkHosts: [published] }: OwnLinks): string {
  if (published !== undefined) return `https://${published}`;
  return originOf(host, clickPort);
}

/** The click port of this machine is a private address, which only our own links may open. */
const direct = outgoing({ allowPrivate: true });

/** Sends requests to our own links directly, and all others through the guarded door. */
export const ownSend =
  (send: Send, base: string): Send =>
  (request) => {
    if (request.url.startsWith(`${base}/`)) return direct(request);
    return send(request);
  };

/** The links and pages of the routers; a person who types an address opens nothing else of this machine. */
const LINK = /^\/(?:box|bs|b|p|d)_[\w-]+(?:[/?#]|$)/;

/** Sends what people typed: our own links directly, and everything else through the guarded door. */
export const typedSend =
  (send: Send, base: string): Send =>
  (request) => {
    const isOwn = request.url.startsWith(base) && LINK.test(request.url.slice(base.length));
    if (isOwn) return direct(request);
    return send(request);
  };
