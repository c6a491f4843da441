/** One deal for several geos: copies of a row with the same terms. */

import { useState } from 'react';
import { ReferencesInput } from '../../../fields/reference-input.tsx';
import { FormDialog } from '../../../ui/layout/form-dialog.tsx';
import { plural } from '../../../ui/values/plural.ts';
import classes from './deals-input.module.css';

interface CopyProps {
  /** The geos that already have a deal with the row's integration. */
  taken: ReadonlySet<number>;
  /** How many further deals the partner may have. */
  room: number;
  onCopy: (geoIds: readonly number[]) => void;
  onClose: () => void;
}

export function CopyToGeos({ taken, room, onCopy, onClose }: CopyProps) {
  const [geoIds, setGeoIds] = useState<number[]>([]);
  const fresh = geoIds.filter((id) => !taken.has(id));
  const left = geoIds.length - fresh.length;
  return (
    <FormDialog
      opened
      title="Copy the deal to other geos"
      submitLabel={fresh.length === 0 ? 'Add deals' : `Add ${fresh.length} ${plural(fresh.length, 'deal')}`}
      canSubmit={fresh.length > 0 && fresh.length <= room}
      onSubmit={() => onCopy(fresh)}
      onCancel={onClose}
    >
      <ReferencesInput
        label="Geos"
        to="geo"
        value={geoIds}
        onChange={setGeoIds}
        help="Each geo gets a deal of its own with the terms of this row."
      />
      {left > 0 && (
        <p className={classes.note} role="status">
          {left} of them already {plural(left, 'has', 'have')} a deal with this integration and{' '}
          {plural(left, 'is', 'are')} left out.
        </p>
      )}
      {fresh.length > room && (
        <p className={classes.obstacle} role="alert">
          A partner has at most {room} more deals.
        </p>
      )}
    </FormDialog>
  );
}
