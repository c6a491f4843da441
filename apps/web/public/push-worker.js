// Shows messages that the server pushes to this browser, and opens their screen when they are clicked.
self.addEventListener('push', (event) => {
  const { title, body, tag, url } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/favicon.svg', data: { url } }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const url = event.notification.data.url ?? self.registration.scope;
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async (windows) => {
      const open = windows.find((one) => new URL(one.url).origin === new URL(url).origin);
      if (open === undefined) return self.clients.openWindow(url);
      await open.focus();
      return open.navigate(url);
    }),
  );
});
