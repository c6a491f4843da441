import type { LinkSettings } from '@signpost/contract/clicks/link-settings.ts';
import { useQuery } from '@tanstack/react-query';
import { fetchData } from '../../api/client.ts';

export interface LinkBase {
  /** null until it is known. */
  base: string | null;
  error: Error | null;
  retry: () => void;
}

const baseOf = ({ shortLinkHosts: [host], clickPort }: LinkSettings): string =>
  host === undefined ? `${window.location.protocol}//${window.location.hostname}:${clickPort}` : `https://${host}`;

/** The base of links: the first short-link host, or this machine's click port. */
export function useLinkBase(): LinkBase {
  const { data, error, refetch } = useQuery({
    queryKey: ['link-settings'],
    queryFn: ({ signal }) => fetchData<LinkSettings>('links/settings', signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { base: data === undefined ? null : baseOf(data), error, retry: () => void refetch() };
}
