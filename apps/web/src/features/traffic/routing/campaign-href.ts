import { hashHref, path } from '@signpost/contract/routes/paths.ts';

/**
 * The link of an allocation row, as the specification defines it: offer landers have their own screen, all other
 * campaigns their template.
 */
export function campaignHref(id: number, landerType: string): string {
  if (landerType === 'offer_lander') return hashHref(path.campaignsEdit({ id }));
  return hashHref(path.templatesEdit({ id }));
}
