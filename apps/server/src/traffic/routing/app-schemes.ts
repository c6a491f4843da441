/** Refuses app addresses without a web target, and with schemes that no Admin allowed. */
import type { StoredRecord } from '@signpost/contract/define/entity.ts';
import { readAppUrl } from '@signpost/contract/define/validators.ts';
import { AppError } from '@signpost/contract/errors.ts';
import { ownSchemeOf } from '@signpost/contract/reading/app-address.ts';
import type { Trx } from '../../database.ts';
import type { Effect, Effects } from '../../workplace/records/effects.ts';

const notAllowed = (scheme: string): string =>
  `Addresses with ${scheme}: are not allowed yet. An Admin can add the scheme “${scheme}” under Tags → App schemes.`;
const NO_WEB_TARGET = 'Enter the web target as well: devices without the app go there.';

async function schemeProblem(trx: Trx, androidUrl: string): Promise<string | undefined> {
  const { address } = readAppUrl(androidUrl, 'android');
  const scheme = address && ownSchemeOf(address);
  if (!scheme) return undefined;
  const allowed = await trx
    .selectFrom('appSchemes')
    .select('id')
    .where('name', '=', scheme)
    .where('archivedAt', 'is', null)
    .executeTakeFirst();
  if (allowed === undefined) return notAllowed(scheme);
  return undefined;
}

/** Only addresses for Android can have a scheme of their own. */
async function checkAppUrls(trx: Trx, { androidUrl, iosUrl, targetUrl }: StoredRecord): Promise<void> {
  const errors: { path: string; message: string }[] = [];
  const problem = typeof androidUrl === 'string' ? await schemeProblem(trx, androidUrl) : undefined;
  if (problem !== undefined) errors.push({ path: 'androidUrl', message: problem });
  if (!targetUrl && (androidUrl || iosUrl)) errors.push({ path: 'targetUrl', message: NO_WEB_TARGET });
  if (errors.length > 0) throw new AppError('VALIDATION', { errors });
}

const checked: Effect = { created: checkAppUrls, updated: checkAppUrls };

export const appAddressEffects: Effects = { offer: checked, directLink: checked };
