import { readLinkSettings } from '@signpost/contract/calls/links.ts';
import { useCall } from '../api/calls.ts';

/** The hosts of our links, with the port where there is one; none until they are known. */
export function useLinkHosts(): readonly string[] {
  const { data } = useCall(readLinkSettings, {}, { staleTime: Number.POSITIVE_INFINITY });
  if (data === undefined) return [];
  if (data.shortLinkHosts.length > 0) return data.shortLinkHosts;
  return [`${window.location.hostname}:${data.clickPort}`];
}
