/** Mirrors of brands: where a link to one of a partner's hosts leads a visitor of a geo. */
import type { RoutingConfig } from './config.ts';

/** By host, then by geo (two capitals): the host to go to instead. */
export type Mirrors = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** All hosts of a partner stand for each other; a geo without an active one is sent where the link says. */
export function mirrorsOf({ mirrors = [] }: Pick<RoutingConfig, 'mirrors'>): Mirrors {
  const byHost = new Map<string, ReadonlyMap<string, string>>();
  for (const of of Map.groupBy(mirrors, ({ partnerId }) => partnerId).values()) {
    const active = new Map(of.filter((one) => one.active).map(({ geo, name }) => [geo, name.toLowerCase()]));
    if (active.size > 0) for (const { name } of of) byHost.set(name.toLowerCase(), active);
  }
  return byHost;
}
