import { hashHref, path } from '@signpost/contract/routes/paths.ts';

/** Where a row of an allocation leads, as the specification fixes it. */
export function campaignHref(id: number, landerType: string): string {
  return hashHref(landerType === 'offer_lander' ? path.campaignsEdit({ id }) : path.templatesEdit({ id }));
}
