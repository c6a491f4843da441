/** Prepares the app addresses of a target (docs/product/links-and-hosts.md#app-addresses). */

import { readAppUrl } from '@signpost/contract/define/validators.ts';
import { type AppSystem, intentBeforeFallback } from '@signpost/contract/reading/app-address.ts';
import { compileTarget } from '@signpost/contract/reading/macros.ts';
import type { StandInsOf } from './hosts.ts';
import { type AppTarget, type Target, targetOf } from './target.ts';

/** The web target of a record and its app addresses, which configurations that older versions stored do not have. */
export interface Addresses {
  readonly targetUrl: string | null;
  readonly androidUrl?: string | null | undefined;
  readonly iosUrl?: string | null | undefined;
}

function appTargetOf(url: string | null | undefined, system: AppSystem, standInsOf: StandInsOf): AppTarget | null {
  if (url === null || url === undefined) return null;
  const { address } = readAppUrl(url, system);
  if (address === undefined) return null;
  const { kind } = address;
  if (kind === 'intent') return { kind, fill: compileTarget(intentBeforeFallback(address)) };
  if (kind === 'store') return { kind, fill: compileTarget(address.address) };
  const fill = targetOf(address.address, standInsOf);
  if (fill === null) return null;
  return { kind, fill };
}

/** {@link targetOf} with the app addresses beside it. Without a web target, there are none. */
export function targetWithApps(row: Addresses, standInsOf: StandInsOf): Target | null {
  const web = targetOf(row.targetUrl, standInsOf);
  if (web === null) return null;
  const android = appTargetOf(row.androidUrl, 'android', standInsOf);
  const ios = appTargetOf(row.iosUrl, 'ios', standInsOf);
  if (android === null && ios === null) return web;
  return Object.assign((values: Parameters<Target>[0]) => web(values), { apps: { android, ios } });
}
