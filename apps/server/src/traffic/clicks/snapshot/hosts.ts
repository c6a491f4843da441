/** Groups of hosts that can replace each other, and the host that a link leads a visitor to. */
import { crc32 } from 'node:zlib';
import type { MacroValues } from '@signpost/contract/reading/macros.ts';
import { choose, oddsOf } from '../decide/choose.ts';
import { hashText } from '../decide/hash.ts';
import type { RoutingConfig } from './config.ts';

/** The hosts that may replace a host, and the one to use for a click; undefined if the host stays. */
export interface StandIns {
  readonly hosts: readonly string[];
  pick(values: MacroValues): string | undefined;
}

/** The replacements of a host; undefined if it has none. */
export type StandInsOf = (host: string) => StandIns | undefined;

/** Mirrors: all hosts of a partner can replace each other; the link is unchanged in a geo without an active mirror. */
export function mirrorsOf({ mirrors = [] }: Pick<RoutingConfig, 'mirrors'>): StandInsOf {
  const byHost = new Map<string, StandIns>();
  for (const of of Map.groupBy(mirrors, ({ partnerId }) => partnerId).values()) {
    const active = new Map(of.filter((one) => one.active).map(({ geo, name }) => [geo, name.toLowerCase()]));
    const standIns: StandIns = { hosts: [...active.values()], pick: ({ geo }) => active.get(String(geo)) };
    if (active.size > 0) for (const { name } of of) byHost.set(name.toLowerCase(), standIns);
  }
  return (host) => byHost.get(host);
}

/**
 * The rotation of prelander domains: each click to one of them goes to a serving domain, chosen by weight, so that a
 * burnt domain is left by all pages at once. If no domain serves, nothing is replaced.
 */
export function rotationOf({ prelanderDomains = [] }: Pick<RoutingConfig, 'prelanderDomains'>): StandInsOf {
  const names = new Set(prelanderDomains.map(({ name }) => name.toLowerCase()));
  const serving = prelanderDomains.filter(({ role, weight }) => role === 'serving' && weight > 0);
  if (serving.length === 0) return () => undefined;
  const odds = oddsOf(serving, ({ id }) => id);
  const seed = crc32('prelander domains');
  const standIns: StandIns = {
    hosts: serving.map(({ name }) => name.toLowerCase()),
    // The hash uses the click's id, because a target does not know the visitor, and the page and the steps after it
    // belong to the same click.
    pick: ({ click_id: id }) => choose(serving, odds, hashText(String(id)), seed)?.name.toLowerCase(),
  };
  return (host) => (names.has(host) ? standIns : undefined);
}
