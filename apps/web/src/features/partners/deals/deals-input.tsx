/** The deals in the form of a partner: rows that can be duplicated, copied to other geos, and pasted from a sheet. */

import { partner } from '@signpost/contract/entities/partner.ts';
import { DEAL_TYPE_HELP, REPORTED } from '@signpost/contract/partners/conversions/deal-types.ts';
import { IconClipboardText, IconCopy, IconWorldPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useMetadata } from '../../../api/use-metadata.ts';
import { useRecordNames } from '../../../fields/options.ts';
import { readIds, readRows, readText } from '../../../records/field-values.ts';
import { RowsInput } from '../../../records/rows-input.tsx';
import type { CustomFieldProps, Values } from '../../../records/screen.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyToGeos } from './copy-to-geos.tsx';
import classes from './deals-input.module.css';
import { PasteDeals } from './paste-deals.tsx';

const FIELD = partner.fields.deals;
const NO_GEOS: never[] = [];

/** The terms of a deal without what makes it this deal. */
const termsOf = ({ id: _id, labels: _labels, ...terms }: Values): Values => terms;

export function DealsInput({ value, onChange, errors, values, readOnly }: CustomFieldProps) {
  const [open, setOpen] = useState<'paste' | { copy: number } | null>(null);
  const rows = readRows(value);
  const room = FIELD.max - rows.length;
  const integrationIds = readIds(values.integrations);
  const names = useRecordNames('integration', integrationIds);
  const geos = useMetadata('geos') ?? NO_GEOS;
  const close = () => setOpen(null);
  const insert = (at: number, added: readonly Values[]) => {
    onChange([...rows.slice(0, at), ...added, ...rows.slice(at)]);
    close();
  };
  const copied = typeof open === 'object' && open !== null ? rows[open.copy] : undefined;
  const geosWith = (integrationId: unknown) =>
    new Set(rows.filter((row) => row.integrationId === integrationId).map(({ geoId }) => Number(geoId)));
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
            onClick: (at) => setOpen({ copy: at }),
          },
        ]}
        more={
          <Button
            icon={<IconClipboardText size={16} aria-hidden />}
            disabled={readOnly || room < 1}
            onClick={() => setOpen('paste')}
          >
            Paste deals
          </Button>
        }
      />
      {rows.some(({ dealType }) => dealType === REPORTED) && <p className={classes.note}>{DEAL_TYPE_HELP}</p>}
      {open === 'paste' && (
        <PasteDeals
          lookups={{
            geos: geos.map(({ id, code, country }) => ({ id, code: readText(code), country: readText(country) })),
            integrations: integrationIds.map((id) => ({ id, name: names.get(id) ?? '' })),
            currency: readText(values.currency),
          }}
          room={room}
          isTaken={({ geoId, integrationId }) => geosWith(integrationId).has(Number(geoId))}
          onAdd={(deals) => insert(rows.length, deals)}
          onClose={close}
        />
      )}
      {copied !== undefined && typeof open === 'object' && open !== null && (
        <CopyToGeos
          taken={geosWith(copied.integrationId)}
          room={room}
          onCopy={(geoIds) =>
            insert(
              open.copy + 1,
              geoIds.map((geoId) => ({ ...termsOf(copied), geoId })),
            )
          }
          onClose={close}
        />
      )}
    </div>
  );
}
