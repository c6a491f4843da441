/** The publishers of an account. Asks before adding one that another account already has. */
import { account } from '@signpost/contract/entities/account.ts';
import { hashHref, path } from '@signpost/contract/routes/paths.ts';
import { publisherTwiceText } from '@signpost/contract/texts.ts';
import { useScreenParams } from '../../../address/use-params.ts';
import { useOptions } from '../../../fields/options.ts';
import { ReferencesInput } from '../../../fields/reference-input.tsx';
import { useRecords } from '../../../records/api.ts';
import { readIds } from '../../../records/field-values.ts';
import type { CustomFieldProps } from '../../../records/screen.ts';

const MOST_ACCOUNTS = 1000;

export function PublishersField({ value, onChange, errors, readOnly }: CustomFieldProps) {
  const { id } = useScreenParams();
  const { data } = useRecords(account, { limit: MOST_ACCOUNTS });
  const taken = new Set(
    (data?.data ?? []).filter((row) => String(row.id) !== id).flatMap((row) => readIds(row.publishers)),
  );
  const { options } = useOptions('publisher', '', [...taken]);
  const chosen = readIds(value);
  return (
    <ReferencesInput
      label={account.fields.publishers.label}
      to="publisher"
      value={chosen}
      onChange={onChange}
      disabled={readOnly}
      errors={errors.map(({ message }) => message)}
      guard={({ added }) => {
        const twice = added.map(Number).find((one) => taken.has(one));
        if (twice === undefined) return null;
        const name = options.find((option) => option.value === twice)?.label ?? `#${twice}`;
        return {
          buttons: 'yes',
          text: (
            <>
              {publisherTwiceText(name)}{' '}
              <a href={hashHref(path.accounts())} target="_blank" rel="noopener">
                Show the accounts
              </a>
            </>
          ),
        };
      }}
    />
  );
}
