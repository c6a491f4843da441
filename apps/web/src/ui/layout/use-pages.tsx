import { useState } from 'react';
import { Pager } from './pager.tsx';

/** The pages of a list that the server cuts. `offset` goes into the question, and the pager stands below the list. */
export function usePages(pageSize: number, noun: string) {
  const [page, setPage] = useState(1);
  return {
    offset: (page - 1) * pageSize,
    toFirst: () => setPage(1),
    renderPager: (total: number) =>
      total > pageSize && <Pager page={page} pageSize={pageSize} total={total} noun={noun} onPage={setPage} />,
  };
}
