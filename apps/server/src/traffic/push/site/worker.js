/**
 * The service worker of a site: it shows messages, reports what was shown and clicked, and renews a subscription that the
 * browser ended (docs/product/push.md). The site's own file names the address and the id of the site in `self.signpost`.
 */
(() => {
  const { base, site } = self.signpost;

  const post = (path, body) =>
    fetch(`${base}/push/${path}`, {
      method: 'POST',
      credentials: 'omit',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify(body),
    });
  /** A report that is lost is not worth a failure. */
  const report = (what, token) => post(what, { token }).catch(() => undefined);

  const readKey = async () => (await (await fetch(`${base}/push/key`, { credentials: 'omit' })).json()).key;

  /** A key as base64url. */
  const textOf = (bytes) =>
    btoa(String.fromCharCode(...new Uint8Array(bytes)))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');

  const absolute = (address) => (address === undefined ? undefined : new URL(address, base).href);

  self.addEventListener('push', (event) => {
    const { title, body, icon, image, tag, url, token } = event.data.json();
    const shown = self.registration.showNotification(title, {
      body,
      icon: absolute(icon),
      image: absolute(image),
      tag,
      data: { url, token },
      actions: [{ action: 'stop', title: 'No more messages' }],
    });
    event.waitUntil(shown.then(() => report('shown', token)));
  });

  const unsubscribe = async () => {
    // The script of the site reads this mark at the next visit and leaves the visitor alone.
    await (await caches.open('signpost-push')).put('/signpost-push/off', new Response(''));
    const subscription = await self.registration.pushManager.getSubscription();
    if (subscription === null) return;
    const { endpoint, keys } = subscription.toJSON();
    await post('unsubscribe', { endpoint, auth: keys.auth });
    await subscription.unsubscribe();
  };

  self.addEventListener('notificationclick', (event) => {
    const { url, token } = event.notification.data;
    event.notification.close();
    if (event.action === 'stop') {
      event.waitUntil(unsubscribe());
      return;
    }
    // Only paths of the click port are opened, whatever a message says.
    const target = new URL(url, base);
    const opened = target.origin === new URL(base).origin ? self.clients.openWindow(target.href) : undefined;
    event.waitUntil(Promise.all([opened, report('clicked', token)]));
  });

  self.addEventListener('pushsubscriptionchange', (event) => {
    const renew = async () => {
      const { oldSubscription: old = null, newSubscription: made = null } = event;
      const key = made === null ? await readKey() : textOf(made.options.applicationServerKey);
      const subscription =
        made ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
      const { endpoint, keys } = subscription.toJSON();
      const before = old?.toJSON();
      await post('subscribe', {
        site,
        key,
        endpoint,
        p256dh: keys.p256dh,
        auth: keys.auth,
        zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
        ...(before?.keys && { replaces: { endpoint: before.endpoint, auth: before.keys.auth } }),
      });
    };
    event.waitUntil(renew());
  });
})();
