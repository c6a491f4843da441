import type { EntityDefinition } from '@signpost/contract/define/entity.ts';
import { ROUTES } from '@signpost/contract/routes.ts';
import { ApiError } from '../api/error.ts';
import { ErrorState } from '../ui/states.tsx';
import { plainHref } from './screen.ts';

/** A record that could not be fetched: gone, and where the others are; or failed, to be tried again. */
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
    <ErrorState
      title={error.message}
      id={error instanceof ApiError ? (error.requestId ?? undefined) : undefined}
      {...(missing ? {} : { onRetry })}
    >
      {missing && list ? <a href={list}>Go to {ROUTES[entity.routes.list].title}</a> : null}
    </ErrorState>
  );
}
