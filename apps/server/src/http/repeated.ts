/** Knows which requests were answered under their idempotency key, so that a call that promises it keeps its promise. */
import type { FastifyRequest } from 'fastify';

const answered = new WeakSet<FastifyRequest>();

/** Notes that the answer of this request is kept under its key. */
export const markOnce = (request: FastifyRequest): void => void answered.add(request);

export const isMarkedOnce = (request: FastifyRequest): boolean => answered.has(request);
