/** A failure of the server stays on the screen until a person closes it; a refusal closes by itself. */
import { notificationsStore } from '@mantine/notifications';
import { outcomeOf } from '@signpost/contract/errors.ts';
import { expect, it } from 'vitest';
import { SNACKBAR_MS } from '../ui/feedback/snackbar-options.ts';
import { ApiError } from './error.ts';
import { sayRefusal } from './say-refusal.ts';

/** The message that names this request, as soon as it is shown. */
function messageOf(requestId: string) {
  const { notifications, queue } = notificationsStore.getState();
  return [...notifications, ...queue].find(({ message }) => JSON.stringify(message).includes(requestId));
}

it.each([
  [500, false],
  [503, false],
  [400, SNACKBAR_MS],
  [409, SNACKBAR_MS],
])('shows an answer %i until it is closed, or for the time of a message: %s', async (httpStatus, autoClose) => {
  sayRefusal(new ApiError({ httpStatus, ...outcomeOf(httpStatus), requestId: `req-${httpStatus}` }));
  await expect.poll(() => messageOf(`req-${httpStatus}`)).toMatchObject({ autoClose });
});
