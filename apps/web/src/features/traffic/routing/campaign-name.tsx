/** The name of a campaign in an allocation, with a link to its screen in a new tab. */

import { IconExternalLink } from '@tabler/icons-react';
import { campaignHref } from './campaign-href.ts';

export function CampaignName({ id, landerType, name }: { id: number; landerType: string; name: string }) {
  return (
    <a href={campaignHref(id, landerType)} target="_blank" rel="noopener">
      {name} <IconExternalLink size={14} aria-label="opens in a new tab" />
    </a>
  );
}
