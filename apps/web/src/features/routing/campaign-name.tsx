/** The name of a campaign in an allocation, with a link to its screen in a new tab where there is one. */

import { IconExternalLink } from '@tabler/icons-react';
import { campaignHref } from './campaign-href.ts';

export function CampaignName({ id, landerType, name }: { id: number; landerType: string; name: string }) {
  const href = campaignHref(id, landerType);
  if (href === undefined) return <span>{name}</span>;
  return (
    <a href={href} target="_blank" rel="noopener">
      {name} <IconExternalLink size={14} aria-label="opens in a new tab" />
    </a>
  );
}
