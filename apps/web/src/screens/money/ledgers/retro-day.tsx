import { IconClockEdit } from '@tabler/icons-react';
import { useUser } from '../../../api/session.ts';
import type { RecordRow } from '../../../records/screen.ts';
import { formatTime } from '../../../ui/values/format.ts';
import classes from './ledgers.module.css';

/** A day, marked if the entry was made later. */
export function RetroDay({ row, field }: { row: RecordRow; field: string }) {
  const { timeZone } = useUser();
  const { retroDate } = row;
  if (typeof retroDate !== 'string') return <>{String(row[field])}</>;
  const said = `Entered afterwards, on ${formatTime(retroDate, timeZone, 'date')}`;
  return (
    <span className={classes.retro} title={said}>
      {String(row[field])} <IconClockEdit size={14} role="img" aria-label={said} />
    </span>
  );
}
