/** The columns and density of a table, kept per person on the server. */
import { useQueryClient } from '@tanstack/react-query';
import { callQuery, keepAnswer, send, useCall } from '../api/calls.ts';
import { firstCalls } from '../api/first-screen.ts';
import type { TableView } from '../ui/data-table/types.ts';
import { showSnackbar } from '../ui/feedback/snackbar.tsx';

const ofTable = (key: string) => ({ params: { key } });
const FOREVER = { staleTime: Number.POSITIVE_INFINITY };

/** How a person's column layout is fetched and cached. */
export function tableViewQuery(key: string) {
  return callQuery(firstCalls.readPreference, ofTable(key), FOREVER);
}

/** Whether a stored value is a column layout, because the server stores any value. */
function isTableView(value: unknown): value is TableView {
  return typeof value === 'object' && value !== null && 'order' in value && Array.isArray(value.order);
}

/** A person's column layout, stored on the server. */
export function useTableView(key: string): [TableView | undefined, (view: TableView) => void] {
  const client = useQueryClient();
  const { data } = useCall(firstCalls.readPreference, ofTable(key), FOREVER);
  const set = (view: TableView) => {
    keepAnswer(client, firstCalls.readPreference, ofTable(key), { ...view });
    send(firstCalls.savePreference, { ...ofTable(key), body: { value: { ...view } } }).catch((error: Error) =>
      showSnackbar({ type: 'error', message: `The column layout could not be saved. ${error.message}` }),
    );
  };
  return [isTableView(data) ? data : undefined, set];
}
