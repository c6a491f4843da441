import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { ROUTES } from '@signpost/contract/routes/index.ts';
import { ApiError } from '../api/error.ts';
import { requestIdOf } from '../api/error-id.ts';
import { ErrorState } from '../ui/feedback/states.tsx';
import { plainHref } from './screen.ts';

/**
 * Shown for a record that could not be fetched. If the record does not exist, there is a link to the list; if the call
 * failed, it can be repeated.
 */
export function RecordError({
  entity,
  error,
  onRetry,
}: {
  entity: EntityDefinition;
  error: Error;
  onRetry: () => void;
}) {
  const missing = error instanceof ApiError && error.httpStatus === 404;
  const list = plainHref(entity.routes.list);
  return (
    <ErrorState title={error.message} id={requestIdOf(error)} onRetry={missing ? undefined : onRetry}>
      {missing && list ? <a href={list}>Go to {ROUTES[entity.routes.list].title}</a> : null}
    </ErrorState>
  );
}
