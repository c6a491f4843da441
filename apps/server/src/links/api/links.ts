import { readLinkSettings } from '@signpost/contract/calls/links.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { handle } from '../../http/handle.ts';

/** Where links are served, so that screens can show them whole. */
export function linkRoutes(app: App, deps: Deps): void {
  const { shortLinkHosts, clickPort } = deps.env;
  handle(app, readLinkSettings, () => ({ shortLinkHosts, clickPort }));
}
