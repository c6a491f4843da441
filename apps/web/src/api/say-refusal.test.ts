/** A failure of the server stays on the screen until a person closes it; a refusal closes by itself. */
import { notificationsStore } from '@mantine/notifications';
import { outcomeOf } from '@signpost/contract/errors.ts';
import { expect, it, vi } from 'vitest';
import { SNACKBAR_MS } from '../ui/feedback/snackbar-options.ts';
import { ApiError } from './error.ts';
import { sayRefusal } from './say-refusal.ts';

it.each([
  [500, false],
  [503, false],
  [400, SNACKBAR_MS],
  [409, SNACKBAR_MS],
])('shows an answer %i until it is closed, or for the time of a message: %s', async (httpStatus, autoClose) => {
  sayRefusal(new ApiError({ httpStatus, ...outcomeOf(httpStatus), requestId: `req-${httpStatus}` }));
  const shown = await vi.waitFor(() => {
    const { notifications, queue } = notificationsStore.getState();
    const [last] = [...notifications, ...queue].slice(-1);
    if (last === undefined || JSON.stringify(last.message).includes(`req-${httpStatus}`) === false)
      throw new Error('The message is not shown yet.');
    return last;
  }, 10_000);
  expect(shown.autoClose).toBe(autoClose);
});
