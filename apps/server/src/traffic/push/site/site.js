/**
 * The script of a site: it subscribes the browsers of visitors who want messages, and keeps their subscriptions usable
 * (docs/product/push.md). It asks for permission once, and only when the visitor presses a button.
 */
(() => {
  const script = document.currentScript;
  const isAble = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (script === null || !isAble || !window.isSecureContext) return;

  const base = new URL(script.src).origin;
  const {
    site = '',
    worker = '/signpost-push.js',
    topics = '',
    question = '',
    yes = 'Yes',
    no = 'No',
  } = script.dataset;
  const FOLDER = '/signpost-push/';
  const MEMORY = `signpost.push.${site}`;
  const CONFIRM_MS = 60 * 60 * 1000;

  /** What this browser remembers: `asked`, `on`, `off`, `stored` (the address the server knows), `auth`, `at`. */
  const memory = (() => {
    try {
      return JSON.parse(localStorage.getItem(MEMORY) ?? '{}');
    } catch {
      return {};
    }
  })();
  const remember = (parts) => {
    Object.assign(memory, parts);
    try {
      localStorage.setItem(MEMORY, JSON.stringify(memory));
    } catch {
      // A browser that remembers nothing is not asked again on this page at least.
    }
  };

  const post = (path, body) =>
    fetch(`${base}/push/${path}`, {
      method: 'POST',
      credentials: 'omit',
      // No preflight is needed for text.
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify(body),
    });

  /** Every key has a scope of its own, so that the subscription with the old key stays until the new one is stored. */
  const scopeOf = (key) => `${FOLDER}${key.slice(0, 16)}/`;

  /** Our registrations in this browser with their subscriptions. */
  const held = async () => {
    const all = await navigator.serviceWorker.getRegistrations();
    const ours = all.filter(({ scope }) => new URL(scope).pathname.startsWith(FOLDER));
    return await Promise.all(
      ours.map(async (registration) => ({
        registration,
        subscription: await registration.pushManager.getSubscription(),
      })),
    );
  };

  const isActive = (registration) =>
    new Promise((resolve, reject) => {
      const one = registration.active ?? registration.waiting ?? registration.installing;
      const look = () => {
        if (one.state === 'activated') resolve();
        if (one.state === 'redundant') reject(new Error('The service worker could not start.'));
      };
      one.addEventListener('statechange', look);
      look();
    });

  const readKey = async () => {
    const answer = await fetch(`${base}/push/key`, { credentials: 'omit' });
    if (!answer.ok) throw new Error('The key could not be read.');
    return (await answer.json()).key;
  };

  const register = async (key) => {
    const registration = await navigator.serviceWorker.register(worker, { scope: scopeOf(key) });
    await isActive(registration);
    return registration;
  };

  /** Stores a subscription at the server; `undefined` if it was not stored. */
  const store = async (subscription, key, replaces) => {
    const { endpoint, keys } = subscription.toJSON();
    const answer = await post('subscribe', {
      site: Number(site),
      key,
      endpoint,
      p256dh: keys.p256dh,
      auth: keys.auth,
      zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      topics: topics
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
      ...(replaces && replaces.endpoint !== endpoint && { replaces }),
    });
    if (!answer.ok) return undefined;
    remember({ stored: endpoint, auth: keys.auth, at: Date.now() });
    return await answer.json();
  };

  /** The subscription that the server knows: it is named until its successor is stored. */
  const known = () => (memory.stored ? { endpoint: memory.stored, auth: memory.auth } : undefined);

  /** Stores a subscription; old ones end when that is done, and not before. */
  const keep = async (registration, subscription, key) => {
    const stored = await store(subscription, key, known());
    if (stored === undefined) return undefined;
    for (const old of await held())
      if (old.registration.scope !== registration.scope) await old.registration.unregister();
    return stored;
  };

  /** Subscribes with the key that the server has now. */
  const subscribe = async (key) => {
    const registration = await register(key);
    const subscription = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    return await keep(registration, subscription, key);
  };

  /** The worker leaves this mark when the visitor wants no more messages. */
  const endMark = async (remove) => {
    const marks = await caches.open('signpost-push');
    if (remove) await marks.delete(`${FOLDER}off`);
    return (await marks.match(`${FOLDER}off`)) !== undefined;
  };

  /** At each visit: compares keys, and brings back what was lost. It never asks for permission. */
  const visit = async () => {
    if (Notification.permission !== 'granted' || !memory.on) return;
    if (await endMark(false)) {
      remember({ on: false, off: true, stored: undefined, auth: undefined });
      return;
    }
    const key = await readKey();
    const scope = new URL(scopeOf(key), location.href).href;
    const found = (await held()).find((one) => one.registration.scope === scope);
    if (!found?.subscription) {
      await subscribe(key);
      return;
    }
    const isConfirmed = memory.stored === found.subscription.endpoint && Date.now() - memory.at < CONFIRM_MS;
    if (isConfirmed) return;
    const answer = await keep(found.registration, found.subscription, key);
    if (!answer?.renew) return;
    // The push service refuses this subscription, so the browser makes another one with the same key.
    await found.subscription.unsubscribe();
    await subscribe(key);
  };

  /** Called from a press of a button. Asks for permission if it was never asked. */
  const start = async () => {
    if (Notification.permission === 'default') {
      if (memory.asked) return false;
      remember({ asked: true });
      if ((await Notification.requestPermission()) !== 'granted') return false;
    }
    if (Notification.permission !== 'granted') return false;
    // What cannot be stored now is stored at the next visit.
    remember({ on: true, off: false });
    await endMark(true);
    return (await subscribe(await readKey())) !== undefined;
  };

  const stop = async () => {
    const ended = await held();
    const last = known();
    remember({ on: false, off: true, stored: undefined, auth: undefined });
    if (last) await post('unsubscribe', last);
    for (const { registration, subscription } of ended) {
      await subscription?.unsubscribe();
      await registration.unregister();
    }
  };

  const mayAsk = () => Notification.permission !== 'denied' && !memory.on && !memory.off && !memory.asked;

  /** The bar with the question, where the site wants one. */
  const ask = () => {
    if (question === '' || !mayAsk()) return;
    const bar = document.createElement('div');
    bar.setAttribute('role', 'region');
    bar.setAttribute('aria-label', question);
    bar.style.cssText =
      'position:fixed;z-index:2147483000;left:16px;right:16px;bottom:16px;max-width:420px;padding:16px;display:flex;flex-wrap:wrap;gap:12px;align-items:center;border-radius:12px;background:#fff;color:#1a1a1a;font:16px/1.4 system-ui,sans-serif;box-shadow:0 8px 32px rgba(0,0,0,.25)';
    const text = document.createElement('span');
    text.style.cssText = 'flex:1 1 200px';
    text.textContent = question;
    const button = (label, colours, onPress) => {
      const one = document.createElement('button');
      one.type = 'button';
      one.textContent = label;
      one.style.cssText = `padding:10px 18px;border:0;border-radius:8px;font:inherit;cursor:pointer;${colours}`;
      one.addEventListener('click', ({ isTrusted }) => {
        if (!isTrusted) return;
        bar.remove();
        onPress();
      });
      return one;
    };
    bar.append(
      text,
      button(yes, 'background:#1864ab;color:#fff', () => void start().catch(() => undefined)),
      button(no, 'background:#e9ecef;color:#1a1a1a', () => remember({ asked: true })),
    );
    document.body.append(bar);
  };

  // A site may use buttons of its own instead of the bar.
  document.addEventListener('click', (event) => {
    const wish = event.target instanceof Element ? event.target.closest('[data-signpost-push]') : null;
    if (wish === null || !event.isTrusted) return;
    const work = wish.getAttribute('data-signpost-push') === 'off' ? stop() : start();
    work.catch(() => undefined);
  });
  const begin = () => {
    ask();
    visit().catch(() => undefined);
  };
  if (document.body === null) document.addEventListener('DOMContentLoaded', begin);
  else begin();
})();
