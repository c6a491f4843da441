import { readLinkSettings } from '@signpost/contract/calls/links.ts';
import type { LinkSettings } from '@signpost/contract/traffic/clicks/link-settings.ts';
import { useCall } from '../../../api/calls.ts';

export interface LinkBase {
  /** null until it is known. */
  base: string | null;
  error: Error | null;
  retry: () => void;
}

const baseOf = ({ shortLinkHosts: [host], clickPort }: LinkSettings): string => {
  if (host === undefined) return `${window.location.protocol}//${window.location.hostname}:${clickPort}`;
  return `https://${host}`;
};

/** The base of links: the first short-link host, or this machine's click port. */
export function useLinkBase(): LinkBase {
  const { data, error, refetch } = useCall(readLinkSettings, {}, { staleTime: Number.POSITIVE_INFINITY });
  return { base: data === undefined ? null : baseOf(data), error, retry: () => void refetch() };
}
