/** Runs calls that change more than the fields of one record. */
import type { CallHead } from '@signpost/contract/calls/call-head.ts';
import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { showSnackbar } from '../ui/feedback/snackbar.tsx';
import { callKey } from './calls.ts';
import type { ApiResult } from './client.ts';
import { ApiError } from './error.ts';
import { sayRefusal } from './say-refusal.ts';
import { sayChanged } from './undo.ts';
import { metadataChanged } from './use-metadata.ts';

export interface ActionOptions<A, T> {
  /** The calls or cache keys that are fetched again afterwards. */
  refresh: readonly (CallHead | QueryKey)[];
  /** The success message; not needed if the answer itself is shown. */
  said?: (data: T, argument: A) => string;
  onDone?: (data: T, argument: A) => void;
  /**
   * Undoes the action; offered with the success message. `change` takes back what the call wrote into the audit trail.
   */
  undo?: ((argument: A) => void) | 'change';
  /** Shows an error at its field; returns whether it did. */
  onRefused?: (error: ApiError, argument: A) => boolean;
}

/** Runs the call, shows the result, and fetches again what it changed. */
export function useAction<A, T>(run: (argument: A) => Promise<ApiResult<T, unknown>>, options: ActionOptions<A, T>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: async ({ data, requestId }, argument) => {
      metadataChanged();
      const { said, undo } = options;
      if (said && undo === 'change') sayChanged(client, said(data, argument), requestId);
      else if (said)
        showSnackbar({
          type: 'success',
          message: said(data, argument),
          ...(typeof undo === 'function' && { action: { label: 'Undo', onClick: () => undo(argument) } }),
        });
      options.onDone?.(data, argument);
      await Promise.all(
        options.refresh.map((one) => client.invalidateQueries({ queryKey: 'name' in one ? callKey(one) : one })),
      );
    },
    onError: (error, argument) => {
      if (!(error instanceof ApiError)) showSnackbar({ type: 'error', message: error.message });
      else if (options.onRefused?.(error, argument) !== true) sayRefusal(error);
    },
  });
}
