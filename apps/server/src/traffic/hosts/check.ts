/** Checks one host over HTTPS: its name, certificate and answer. */
import { CERTIFICATE_DAYS, type HostCheck } from '@signpost/contract/records/host-health.ts';
import { OutgoingError, type Send } from '../../platform/outgoing.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const TIMEOUT_MS = 8_000;

function problemOf(http: number, certificateUntil: string | null, now: Date): string | null {
  if (http >= 400) return `The host answers with ${http}.`;
  if (certificateUntil !== null && Date.parse(certificateUntil) - now.getTime() < CERTIFICATE_DAYS * DAY_MS)
    return `The certificate expires on ${certificateUntil.slice(0, 10)}.`;
  return null;
}

/** @param url replaces `https://` and the host in tests. Never rejects. */
export async function checkHost(send: Send, host: string, now: Date, url = `https://${host}/`): Promise<HostCheck> {
  const common = { host, at: now.toISOString() };
  try {
    const { http, certificateUntil, ms } = await send({ url, timeoutMs: TIMEOUT_MS });
    return { ...common, http, certificateUntil, ms, problem: problemOf(http, certificateUntil, now) };
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    return { ...common, http: null, certificateUntil: null, ms: error.ms, problem: error.message };
  }
}
