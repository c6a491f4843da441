/** Hosts that can replace each other, and the one to which a link leads a visitor. */
import { crc32 } from 'node:zlib';
import type { MacroValues } from '@signpost/contract/clicks/macros.ts';
import { choose, oddsOf } from '../decide/choose.ts';
import { hashText } from '../decide/hash.ts';
import type { RoutingConfig } from './config.ts';

/** The hosts that one may give way to, and the one for a click; undefined where it stays. */
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
 * The rotation of prelander domains: each click to one of them goes to a serving one by weight, so that a burnt one is
 * left by all pages at once. Without a serving one everything stays as it is.
 */
export function rotationOf({ prelanderDomains = [] }: Pick<RoutingConfig, 'prelanderDomains'>): StandInsOf {
  const names = new Set(prelanderDomains.map(({ name }) => name.toLowerCase()));
  const serving = prelanderDomains.filter(({ role, weight }) => role === 'serving' && weight > 0);
  if (serving.length === 0) return () => undefined;
  const odds = oddsOf(serving, ({ id }) => id);
  const seed = crc32('prelander domains');
  const standIns: StandIns = {
    hosts: serving.map(({ name }) => name.toLowerCase()),
    // The click's id, since a target knows no visitor: its page and what follows are one and the same click.
    pick: ({ click_id: id }) => choose(serving, odds, hashText(String(id)), seed)?.name.toLowerCase(),
  };
  return (host) => (names.has(host) ? standIns : undefined);
}
