import type { ApiResult } from './client.ts';
import { type OnceKey, useOnceKey } from './once-key.ts';
import { type ActionOptions, useAction } from './use-action.ts';

/**
 * Like `useAction`, for a call that is done once under a key. Pressing again after a lost answer does nothing twice;
 * pressing again after an answer makes a new call.
 */
export function useOnceAction<A, T>(
  run: (argument: A, key: OnceKey) => Promise<ApiResult<T, unknown>>,
  options: ActionOptions<A, T>,
) {
  const once = useOnceKey();
  return useAction<A, T>((argument) => run(argument, { idempotencyKey: once.keyNow() }), {
    ...options,
    onDone: (data, argument) => {
      once.renew();
      options.onDone?.(data, argument);
    },
    onRefused: (error, argument) => {
      once.renewIfRefused(error);
      return options.onRefused?.(error, argument) ?? false;
    },
  });
}
