import { hashHref, path } from '@signpost/contract/routes/paths.ts';

/** The link of an allocation row, as the specification defines it. */
export function campaignHref(id: number, landerType: string): string {
  return hashHref(landerType === 'offer_lander' ? path.campaignsEdit({ id }) : path.templatesEdit({ id }));
}
