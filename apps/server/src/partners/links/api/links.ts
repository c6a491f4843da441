import { readLinkSettings } from '@signpost/contract/calls/links.ts';
import type { Deps } from '../../../deps.ts';
import type { App } from '../../../http/app-type.ts';
import { handle } from '../../../http/handle.ts';

/** The hosts that serve links, so that screens can show complete links. */
export function linkRoutes(app: App, deps: Deps): void {
  const { shortLinkHosts, clickPort } = deps.env;
  handle(app, readLinkSettings, () => ({ shortLinkHosts, clickPort }));
}
