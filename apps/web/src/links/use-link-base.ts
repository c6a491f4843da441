import type { LinkSettings } from '@signpost/contract/clicks/link-settings.ts';
import { useQuery } from '@tanstack/react-query';
import { request } from '../api/client.ts';

/** Where links are served: the first short-link host, or this machine's click port. */
export function useLinkBase(): string | null {
  const { data } = useQuery({
    queryKey: ['link-settings'],
    queryFn: async ({ signal }) => (await request<LinkSettings>('links/settings', { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return null;
  const [host] = data.shortLinkHosts;
  return host === undefined
    ? `${window.location.protocol}//${window.location.hostname}:${data.clickPort}`
    : `https://${host}`;
}
