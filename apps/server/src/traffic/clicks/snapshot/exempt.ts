/** Addresses that are exempt from the bot rules: the ranges of the whitelist (screen `/whitelist`). */
import { BlockList, isIP } from 'node:net';
import { addressRange } from '@signpost/contract/reading/address-range.ts';
import { familyOf } from '../../../platform/networks.ts';
import { RecentCache } from '../recent-cache.ts';

export type Exempt = (address: string) => boolean;

/** No address is exempt. */
export const NOBODY_EXEMPT: Exempt = () => false;

/** Reads the address ranges of the whitelist; its other entries say who may sign in. */
export function exemptOf(patterns: readonly string[]): Exempt {
  const ranges = patterns.flatMap((pattern) => addressRange(pattern) ?? []);
  if (ranges.length === 0) return NOBODY_EXEMPT;
  const list = new BlockList();
  for (const { address, bits, family } of ranges) list.addSubnet(address, bits, family);
  const recent = new RecentCache<boolean>(5_000, (address) => {
    return isIP(address) !== 0 && list.check(address, familyOf(address));
  });
  return (address) => recent.get(address);
}
