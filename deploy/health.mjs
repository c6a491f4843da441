/**
 * The health check of a container: `node deploy/health.mjs URL` ends with 0 if the URL answers with a success, else with 1.
 * It sends METRICS_TOKEN if that is set, because the figures of a worker require it then. Other addresses ignore it.
 */
const [url] = process.argv.slice(2);
const token = process.env.METRICS_TOKEN;
const headers = token ? { authorization: `Bearer ${token}` } : {};

try {
  const answer = await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(4_000) });
  if (!answer.ok) throw new Error(`it answered ${answer.status}`);
} catch (error) {
  console.error(`${url} is not well: ${error.message}`);
  process.exit(1);
}
