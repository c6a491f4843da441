/** The work of a channel: it sends one message to one target and returns the outcome. */
import type { Mailer } from '../../../platform/mail.ts';
import {
  isRefusal,
  OUTGOING_PROBLEMS,
  type OutgoingAnswer,
  OutgoingError,
  type OutgoingRequest,
  type Send,
} from '../../../platform/outgoing.ts';
import type { Message } from '../message.ts';

/**
 * `retry` is tried again later. `failed` would fail again. `ended` means that the target does not exist any more, so
 * nothing is sent to it from then on. Problems are sentences for people and name no secrets.
 */
export type Outcome = { state: 'delivered' } | { state: 'retry' | 'failed' | 'ended'; problem: string };

export const DELIVERED: Outcome = { state: 'delivered' };

export interface Doors {
  send: Send;
  /** Null without SMTP_URL. */
  mail: Mailer | null;
}

/** A message with what identifies it to receivers. */
export interface Parcel extends Message {
  /** The same for the same message, however often it is sent. */
  id: string;
  topic: string;
  threadKey: string;
}

const isSuccess = (http: number): boolean => http >= 200 && http < 300;

/** Makes a request to a target; `judge` tells refusals apart that no later attempt would change. */
export async function post(
  send: Send,
  request: OutgoingRequest,
  judge: (answer: OutgoingAnswer) => Outcome | undefined = () => undefined,
): Promise<Outcome> {
  try {
    const answer = await send({ method: 'POST', ...request });
    if (isSuccess(answer.http)) return DELIVERED;
    return judge(answer) ?? { state: 'retry', problem: `The receiver answered with ${answer.http}.` };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { state: isRefusal(error.problem) ? 'failed' : 'retry', problem: OUTGOING_PROBLEMS[error.problem] };
  }
}

export const json = (body: unknown): Pick<OutgoingRequest, 'headers' | 'body'> => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
