/** The list's question lives in the URL; what is kept per person (columns, density) on the server. */
import { type ListQuery, listQuerySchema } from '@signpost/contract/records/list-query.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { request } from '../api/client.ts';
import type { TableView } from '../ui/data-table/types.ts';

export type Filters = ListQuery['filters'];

export interface ListState {
  query: ListQuery;
  /** Changes the question; anything but a page change goes back to the first page. */
  ask: (change: Partial<ListQuery>) => void;
  /** Which record's form is open beside the list: its id, `new`, or null. */
  open: string | null;
  setOpen: (open: string | null) => void;
  /** The whole question anew, as a saved view has it. */
  replace: (query: Partial<ListQuery>) => void;
}

/** A link somebody mistyped asks the plain question instead of failing. */
function read(search: unknown): ListQuery {
  const parsed = listQuerySchema.safeParse(search);
  return parsed.success ? parsed.data : listQuerySchema.parse({});
}

const defaults = listQuerySchema.parse({});

/** Only what differs from the plain question stands in the URL. */
function written(query: Partial<ListQuery>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(defaults[key as keyof ListQuery]),
    ),
  );
}

export function useListState(): ListState {
  // Which of a screen's views this is stays as it is, whatever is asked.
  const { open: opened, view, kind, preset, ...search } = useSearch({ strict: false }) as Record<string, unknown>;
  const open = opened === undefined || opened === null ? null : String(opened);
  const navigate = useNavigate();
  const query = read(search);
  const go = (next: Partial<ListQuery>, nowOpen: string | null = open) =>
    void navigate({
      to: '.',
      search: {
        ...written(next),
        // What a new record begins with goes when its form is closed.
        ...(nowOpen === null ? {} : { open: nowOpen, ...(preset === undefined ? {} : { preset }) }),
        ...(view === undefined ? {} : { view }),
        ...(kind === undefined ? {} : { kind }),
      } as never,
      replace: true,
    });
  return {
    query,
    open,
    setOpen: (next) => go(query, next),
    ask: (change) => go({ ...query, ...('offset' in change ? {} : { offset: 0 }), ...change }),
    replace: (next) => go(next, null),
  };
}

/** A person's own arrangement of a table, kept on the server. */
export function useTableView(key: string): [TableView | undefined, (view: TableView) => void] {
  const client = useQueryClient();
  const queryKey = ['preferences', key];
  const path = `preferences/${key}`;
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await request<TableView | null>(path, { signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const set = (view: TableView) => {
    client.setQueryData(queryKey, view);
    void request(path, { method: 'PUT', body: { value: view } });
  };
  return [data ?? undefined, set];
}
