/** The status of a record in its list: a switch between active and paused for those who may edit it. */
import { Switch } from '@mantine/core';
import type { Field } from '@signpost/contract/define/field.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sayChanged } from '../api/undo.ts';
import { showSnackbar } from '../ui/feedback/snackbar.tsx';
import { Badge } from '../ui/values/values.tsx';
import { newestVersion, useRecordVerbs } from './api.ts';
import classes from './records.module.css';
import type { RecordRow, RecordScreen } from './screen.ts';

const ON = 'active';
const OFF = 'paused';

/** Whether a field is a status that can be switched on and off. */
export function hasSwitch(field: Field, name: string): boolean {
  return (
    name === 'status' &&
    field.kind === 'choice' &&
    [ON, OFF].every((value) => field.options.some((option) => option.value === value))
  );
}

export function StatusSwitch({ screen: { entity }, row }: { screen: Pick<RecordScreen, 'entity'>; row: RecordRow }) {
  const client = useQueryClient();
  const { update } = useRecordVerbs(entity);
  const [wanted, setWanted] = useState<boolean | null>(null);
  const { status } = row;
  const field = entity.fields.status;
  const option = field?.kind === 'choice' ? field.options.find(({ value }) => value === status) : undefined;
  const label = option?.label ?? String(status);
  // A status that is neither, such as "Ended", is changed in the form.
  if (!row.may.edit || row.archivedAt !== null || (status !== ON && status !== OFF))
    return option?.tone ? <Badge tone={option.tone}>{label}</Badge> : label;
  const title = String(row[entity.title]);
  const change = async (isOn: boolean) => {
    setWanted(isOn);
    try {
      const version = await newestVersion(client, entity, row);
      const { requestId } = await update(row.id, version, { status: isOn ? ON : OFF });
      sayChanged(client, `${title} ${isOn ? 'activated' : 'paused'}.`, requestId);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      showSnackbar({ type: 'error', message: `${title} was not ${isOn ? 'activated' : 'paused'}. ${error.message}` });
    } finally {
      setWanted(null);
    }
  };
  return (
    // A click on the switch does not open the row.
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the click from the row.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the switch itself takes the keys.
    <span className={classes.status} onClick={(event) => event.stopPropagation()}>
      <Switch
        size="xs"
        checked={wanted ?? status === ON}
        disabled={wanted !== null}
        aria-label={`${title} is active`}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      <span data-on={status === ON || undefined}>{label}</span>
    </span>
  );
}
