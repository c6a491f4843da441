/** The deals in the form of a partner: rows that can be duplicated, copied to other geos, and pasted from a sheet. */

import { partner } from '@signpost/contract/entities/partner.ts';
import { DEAL_TYPE_HELP, REPORTED } from '@signpost/contract/partners/conversions/deal-types.ts';
import { IconClipboardText, IconCopy, IconWorldPlus } from '@tabler/icons-react';
import { useMetadata } from '../../../api/use-metadata.ts';
import { useRecordNames } from '../../../fields/options.ts';
import { readIds, readRows, readText } from '../../../records/field-values.ts';
import { RowsInput } from '../../../records/rows-input.tsx';
import type { CustomFieldProps, Values } from '../../../records/screen.ts';
import { DialogButton } from '../../../ui/layout/dialog-button.tsx';
import { useDialog } from '../../../ui/layout/use-dialog.tsx';
import { CopyToGeos } from './copy-to-geos.tsx';
import classes from './deals-input.module.css';
import { PasteDeals } from './paste-deals.tsx';

const FIELD = partner.fields.deals;
const NO_GEOS: never[] = [];

/** The terms of a deal without what makes it this deal. */
const termsOf = ({ id: _id, labels: _labels, ...terms }: Values): Values => terms;

export function DealsInput({ value, onChange, errors, values, readOnly }: CustomFieldProps) {
  const rows = readRows(value);
  const room = FIELD.max - rows.length;
  const integrationIds = readIds(values.integrations);
  const names = useRecordNames('integration', integrationIds);
  const geos = useMetadata('geos') ?? NO_GEOS;
  const insert = (at: number, added: readonly Values[]) => {
    onChange([...rows.slice(0, at), ...added, ...rows.slice(at)]);
  };
  const geosWith = (integrationId: unknown) =>
    new Set(rows.filter((row) => row.integrationId === integrationId).map(({ geoId }) => Number(geoId)));
  const copying = useDialog((at: number, close) => {
    const row = rows[at];
    if (row === undefined) return null;
    return (
      <CopyToGeos
        taken={geosWith(row.integrationId)}
        room={room}
        onCopy={(geoIds) => {
          insert(
            at + 1,
            geoIds.map((geoId) => ({ ...termsOf(row), geoId })),
          );
          close();
        }}
        onClose={close}
      />
    );
  });
  return (
    <div className={classes.input}>
      <RowsInput
        field={FIELD}
        label={FIELD.label}
        value={value}
        onChange={onChange}
        errors={errors}
        values={values}
        disabled={readOnly}
        // A partner with one integration has all its deals there.
        preset={integrationIds.length === 1 ? { integrationId: integrationIds[0] } : {}}
        actions={[
          {
            label: 'Duplicate',
            icon: <IconCopy size={16} aria-hidden />,
            disabled: room < 1,
            onClick: (at) => insert(at + 1, [termsOf(rows[at] ?? {})]),
          },
          {
            label: 'Copy to other geos',
            icon: <IconWorldPlus size={16} aria-hidden />,
            disabled: room < 1,
            onClick: copying.open,
          },
        ]}
        more={
          <DialogButton
            icon={<IconClipboardText size={16} aria-hidden />}
            disabled={readOnly || room < 1}
            dialog={(close) => (
              <PasteDeals
                lookups={{
                  geos: geos.map(({ id, code, country }) => ({ id, code: readText(code), country: readText(country) })),
                  integrations: integrationIds.map((id) => ({ id, name: names.get(id) ?? '' })),
                  currency: readText(values.currency),
                }}
                room={room}
                isTaken={({ geoId, integrationId }) => geosWith(integrationId).has(Number(geoId))}
                onAdd={(deals) => {
                  insert(rows.length, deals);
                  close();
                }}
                onClose={close}
              />
            )}
          >
            Paste deals
          </DialogButton>
        }
      />
      {rows.some(({ dealType }) => dealType === REPORTED) && <p className={classes.note}>{DEAL_TYPE_HELP}</p>}
      {copying.dialog}
    </div>
  );
}
