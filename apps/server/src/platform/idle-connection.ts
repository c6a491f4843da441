/**
 * How long an idle connection stays open. Proxies and balancers reuse theirs for 60 seconds; if the server closes one
 * earlier, a request that is already on its way is lost and answered with 502.
 */
export const IDLE_CONNECTION_MS = 75_000;
