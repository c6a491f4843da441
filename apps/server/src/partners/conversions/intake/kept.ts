/** Refused requests that are kept whole and sealed: postbacks of partners, and leads of sites. */
import { z } from 'zod';
import type { PURPOSES } from '../../../platform/sealed.ts';
import type { Vault } from '../../../platform/vault.ts';

type Purpose = (typeof PURPOSES)['refusedPostback' | 'refusedLead'];

/**
 * A refused request as it came. One whose body could not be read is kept with the body; of one with several reports,
 * each refused report is kept by itself.
 */
const keptRequest = z.object({
  parameters: z.array(z.tuple([z.string(), z.string()])),
  body: z.object({ base64: z.string(), type: z.string().nullable() }).nullable(),
});
export type KeptRequest = z.infer<typeof keptRequest>;

export const sealKept = (vault: Vault, kept: KeptRequest, purpose: Purpose): Buffer =>
  vault.seal(JSON.stringify(kept), purpose);

/** A refused request as it was kept; null if it is damaged, so that one such row does not hold up the others. */
export function openKept(vault: Vault, sealed: Buffer, purpose: Purpose): KeptRequest | null {
  try {
    return keptRequest.parse(JSON.parse(vault.open(sealed, purpose)));
  } catch {
    return null;
  }
}
