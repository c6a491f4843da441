/** The subscription of this browser to messages that the server pushes. */

/** Why this browser cannot be subscribed; null if it can. */
export function pushProblem(): string | null {
  if (!window.isSecureContext) return 'Browsers show messages over HTTPS only.';
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return 'This browser cannot show messages.';
  return null;
}

/** A short name for this browser, such as “Firefox on Linux”. */
export function browserName(agent: string): string {
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : (/(Firefox|OPR|Chrome|Safari)/.exec(agent)?.[1]?.replace('OPR', 'Opera') ?? 'Browser');
  const system = /(Windows|Android|iPhone|iPad|Mac OS|Linux)/.exec(agent)?.[1];
  if (system === undefined) return browser;
  return `${browser} on ${system}`;
}

function bytesOf(base64Url: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64Url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (sign) => sign.charCodeAt(0));
}

/**
 * Asks the person for permission and subscribes this browser.
 *
 * @throws {Error} with a sentence for the person when that is refused or fails.
 */
export async function subscribe(publicKey: string) {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new Error('The browser does not allow messages of this site. Allow them in its settings, then try again.');
  const registration = await navigator.serviceWorker.register('/push-worker.js');
  await navigator.serviceWorker.ready;
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytesOf(publicKey),
  });
  const { endpoint, keys } = subscription.toJSON();
  if (endpoint === undefined || keys?.p256dh === undefined || keys.auth === undefined)
    throw new Error('The browser gave no complete subscription.');
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } };
}
