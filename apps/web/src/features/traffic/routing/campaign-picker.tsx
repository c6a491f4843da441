/** Chooses a campaign for an allocation. */

import { selectionLabel } from '@signpost/contract/records/labels.ts';
import { isUncapped, type MetadataRow } from '@signpost/contract/records/metadata.ts';
import { refreshMetadata, useIsRefreshing } from '../../../api/use-metadata.ts';
import { useCreate } from '../../../fields/create.ts';
import { Choice } from '../../../ui/fields/choice.tsx';

export interface CampaignPickerProps {
  /** All campaigns that can be chosen; null while they are loading. */
  campaigns: readonly MetadataRow[] | null;
  chosen: readonly number[];
  /** The box that gets the campaign; null for a new one, undefined for a rule, which is no box. */
  boxId?: number | null;
  onChoose: (campaignId: number) => void;
  disabled: boolean;
}

/** Whether a box may get a campaign. One that is not common belongs to the boxes that have it. */
export const isOffered = ({ ownBoxes }: MetadataRow, boxId: number | null): boolean =>
  !Array.isArray(ownBoxes) || ownBoxes.length === 0 || ownBoxes.includes(boxId);

/** All offer landers, and 50 of the other campaigns. */
export function CampaignPicker({ campaigns, chosen, boxId, onChoose, disabled }: CampaignPickerProps) {
  const free = (campaigns ?? []).filter(
    (campaign) => !chosen.includes(campaign.id) && (boxId === undefined || isOffered(campaign, boxId)),
  );
  const options = free
    .map(({ id, name }) => ({ value: String(id), label: selectionLabel(name) }))
    .sort((one, other) => one.label.localeCompare(other.label, 'en', { numeric: true }));
  const create = useCreate('campaign', onChoose);
  // Not before it is known that there is no such campaign.
  const isKnown = !useIsRefreshing('campaigns') && campaigns !== null;
  return (
    <Choice
      label="Add a campaign"
      help="The campaign is added at the top, and the weights are split evenly again."
      isAdder
      value={null}
      onChange={(id) => id !== null && onChoose(Number(id))}
      options={options}
      // A colleague may have created a campaign since this form was opened.
      onOpen={() => refreshMetadata('campaigns')}
      uncapped={new Set(free.filter(isUncapped).map(({ id }) => String(id)))}
      loading={campaigns === null}
      disabled={disabled}
      create={isKnown ? create : undefined}
    />
  );
}
