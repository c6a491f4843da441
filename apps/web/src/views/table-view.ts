/** The columns and density of a table, kept per person on the server. */
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../api/client.ts';
import type { TableView } from '../ui/data-table/types.ts';
import { showSnackbar } from '../ui/feedback/snackbar.tsx';

/** How a person's column layout is fetched and cached. */
export function tableViewQuery(key: string) {
  return queryOptions({
    queryKey: ['preferences', key],
    queryFn: async ({ signal }) => (await request<TableView | null>(`preferences/${key}`, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A person's column layout, stored on the server. */
export function useTableView(key: string): [TableView | undefined, (view: TableView) => void] {
  const client = useQueryClient();
  const query = tableViewQuery(key);
  const { data } = useQuery(query);
  const set = (view: TableView) => {
    client.setQueryData(query.queryKey, view);
    request(`preferences/${key}`, { method: 'PUT', body: { value: view } }).catch((error: Error) =>
      showSnackbar({ type: 'error', message: `The column layout could not be saved. ${error.message}` }),
    );
  };
  return [data ?? undefined, set];
}
