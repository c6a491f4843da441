import { ROUTES } from '@signpost/contract/routes/index.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';

/**
 * The link of an allocation row, as the specification defines it: offer landers have their own screen, all other
 * campaigns their template. Undefined if that screen does not exist yet.
 */
export function campaignHref(id: number, landerType: string): string | undefined {
  if (landerType === 'offer_lander') return hashHref(path.campaignsEdit({ id }));
  if (ROUTES.templatesEdit.built) return hashHref(path.templatesEdit({ id }));
  return undefined;
}
