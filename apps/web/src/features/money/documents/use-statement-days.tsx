import { useSetState } from '@mantine/hooks';
import { addMonths } from '@signpost/contract/dates/dates.ts';
import { DateField } from '../../../fields/date-field.tsx';
import { useToday } from '../../../fields/read.ts';

const MONTHS_BACK = -6;

/** The days of a statement: the fields that choose them, and the question that they make once both are filled in. */
export function useStatementDays() {
  const today = useToday();
  const [{ from, to }, set] = useSetState<{ from: string | null; to: string | null }>({
    from: `${addMonths(today, MONTHS_BACK).slice(0, 'YYYY-MM'.length)}-01`,
    to: today,
  });
  return {
    query: { from: from ?? today, to: to ?? today },
    isComplete: from !== null && to !== null,
    fields: (
      <>
        <DateField label="From" value={from} onChange={(day) => set({ from: day })} />
        <DateField label="To" value={to} onChange={(day) => set({ to: day })} />
      </>
    ),
  };
}
