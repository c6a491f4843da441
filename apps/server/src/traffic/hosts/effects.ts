/** A host may not send visitors without a link to itself: they would arrive there without a link again. */

import type { StoredRecord } from '@signpost/contract/define/entity.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { leadsBack } from '@signpost/contract/reading/host-address.ts';
import type { Trx } from '../../database.ts';
import type { Effect, Effects } from '../../workplace/records/effects.ts';

const MESSAGE =
  'This address is on the host itself, so its visitors would come back here. Enter an address elsewhere, or one of the links of the host.';

async function checkAddresses(_trx: Trx, { name, ...record }: StoredRecord): Promise<void> {
  const errors = (['rootUrl', 'unknownLinkUrl'] as const)
    .filter((field) => leadsBack(String(record[field] ?? ''), String(name)))
    .map((field) => ({ path: field, message: MESSAGE }));
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
}

const domain: Effect = { created: checkAddresses, updated: checkAddresses };

export const hostEffects: Effects = { domain };
