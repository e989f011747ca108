/**
 * Shows pushes. It keeps nothing and holds no keys: an open page is asked for the words, and where none answers the fixed
 * ones stand. One notification for each push, always: browsers take the permission away otherwise.
 */

/** ms in which a page answers that is not asleep. */
const patience = 2000;

/** Asks a page what is new in a workspace. Rejects where it does not know. */
const ask = (page, workspace) =>
  new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => (typeof data?.body === 'string' ? resolve(data) : reject());
    setTimeout(reject, patience);
    page.postMessage({ ask: 'words', workspace }, [port2]);
  });

async function show({ title, body, lang, tag, navigate }) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const words = await Promise.any(pages.map((page) => ask(page, tag))).catch(() => ({ title, body }));
  await self.registration.showNotification(words.title, { body: words.body, lang, tag, data: navigate });
}

async function open(address) {
  const { href, origin } = new URL(address, self.location.origin);
  if (origin !== self.location.origin) return;
  const pages = await self.clients.matchAll({ type: 'window' });
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  // A page that this worker does not control cannot be led elsewhere by it.
  if (page)
    await page.navigate(href).then(
      (there) => there?.focus(),
      () => self.clients.openWindow(href),
    );
  else await self.clients.openWindow(href);
}

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('push', (event) => event.waitUntil(show(event.data.json().notification)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
