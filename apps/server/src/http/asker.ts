/** The person who sent a request, for work that is done in turns and ends when nobody waits for its answer. */
import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Asker } from '../platform/fair-queue.ts';
import { senderGone } from '../platform/request-body.ts';

/** One signal for all requests of a connection, so that a long-lived connection has one listener. */
const signals = new WeakMap<Socket, AbortSignal>();

function closedSignal(socket: Socket): AbortSignal {
  const known = signals.get(socket);
  if (known !== undefined) return known;
  const controller = new AbortController();
  if (socket.destroyed) controller.abort(senderGone());
  else socket.once('close', () => controller.abort(senderGone()));
  signals.set(socket, controller.signal);
  return controller.signal;
}

/** Programs that are not signed in, such as mail servers, share one turn. */
export const askerOf = (request: FastifyRequest): Asker => ({
  name: request.user === null ? 'nobody' : `user ${request.user.id}`,
  signal: closedSignal(request.raw.socket),
});
