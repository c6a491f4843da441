/** The address at which a server of this machine is reached. */
export function originOf(host: string, port: number): string {
  return `http://${hostInUrl(reachableHost(host))}:${port}`;
}

/** A server that listens on every address of this machine is reached on its loopback address. */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host;
}

/** A host as it is written in a URL: IPv6 addresses stand in brackets. */
export function hostInUrl(host: string): string {
  if (host.includes(':')) return `[${host}]`;
  return host;
}
