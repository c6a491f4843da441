import type { LinkSettings } from '@signpost/contract/clicks/link-settings.ts';
import type { Deps } from '../../deps.ts';
import type { App } from '../../http/app-type.ts';
import { ok } from '../../http/envelope.ts';

/** Where links are served, so that screens can show them whole. */
export function linkRoutes(app: App, deps: Deps): void {
  const { shortLinkHosts, clickPort } = deps.env;
  app.get('/api/links/settings', { config: { access: 'signedIn', rows: 'own' }, schema: { tags: ['Links'] } }, () => {
    const settings: LinkSettings = { shortLinkHosts, clickPort };
    return ok(settings);
  });
}
