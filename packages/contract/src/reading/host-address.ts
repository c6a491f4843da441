/** The addresses to which a host sends visitors who followed no link (docs/product/links-and-hosts.md#root-and-unknown-links). */

/** The macros that can be filled for a visitor who followed no link. */
const HOST_MACROS = ['geo', 'device'] as const;

export const isHostMacro = (name: string): boolean => HOST_MACROS.some((macro) => macro === name);

/** The kinds of addresses that visitors open on a host of links. */
const OWN_LINK = /^\/+(?:(?:box|bs|b|p)_[1-9]|d_[A-Z0-9_-])/i;

/** Whether an address is on the host itself and none of its links, so that its visitors would come back for ever. */
export function leadsBack(address: string, host: string): boolean {
  const url = URL.parse(address.replace(/\{[a-z0-9_]+\}/g, 'x'));
  return url !== null && url.hostname.toLowerCase() === host.toLowerCase() && !OWN_LINK.test(url.pathname);
}
