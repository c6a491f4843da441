/** The filters and the page of a list of documents, which are kept in the address. */

import { DOCUMENT_KINDS, SIDES } from '@signpost/contract/money/document.ts';
import { AGES, DOCUMENT_STATES } from '@signpost/contract/money/state.ts';
import { OVERDUE } from '@signpost/contract/money/views.ts';
import { memberOf } from '@signpost/contract/objects.ts';
import { useGo, useLatestSearch } from '../../../address/use-go.ts';
import { useScreenSearch } from '../../../address/use-search.ts';
import { defined } from '../../../ui/defined.ts';

export type DocumentScreen = 'allInvoices' | 'creditNotes' | 'myInvoices' | 'partnersView' | 'publisherView';

export const PAGE = 50;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** The filters as the address has them; values that a filter does not know are left out. */
export function useDocumentFilters(screen: DocumentScreen) {
  const search = useScreenSearch(screen);
  const go = useGo();
  const latest = useLatestSearch();
  const { document, partner, publisher, entity, q, page = 1, month } = search;
  const filters = {
    side: memberOf(SIDES, search.side),
    kind: memberOf(DOCUMENT_KINDS, search.kind),
    state: memberOf(DOCUMENT_STATES, search.state),
    age: memberOf([...AGES, OVERDUE] as const, search.age),
    partner,
    publisher,
    entity,
    month: month !== undefined && MONTH.test(month) ? month : undefined,
  };
  const { partner: partnerId, publisher: publisherId, entity: legalEntityId, ...rest } = filters;
  return {
    filters,
    view: search.view,
    q: q ?? '',
    page,
    openId: document,
    /** The filters and the search text that a saved view keeps. */
    shown: { ...filters, ...defined({ q }) },
    /** Shows what a saved view kept, from the first page. */
    show: (saved: Record<string, unknown>) => void go({ search: saved }),
    query: {
      ...rest,
      partnerId,
      publisherId,
      legalEntityId,
      search: q,
      limit: PAGE,
      offset: (page - 1) * PAGE,
    },
    /** Sets parameters of the address; other filters begin at the first page. */
    set: (parts: Partial<Record<keyof typeof search, string | number | undefined>>, replace = false) =>
      void go({ search: { ...latest(), page: undefined, ...parts }, replace }),
    open: (id: number | undefined) => void go({ search: { ...latest(), document: id } }),
  };
}

export type DocumentList = ReturnType<typeof useDocumentFilters>;
