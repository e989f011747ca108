/**
 * Shows pushes, plays sound and film out of sealed files, and lets the browser write large ones to the disk as they come. It
 * keeps nothing and holds no keys: an open page is asked for the words of a push, and the page that plays or saves something
 * for its bytes.
 */
import { answerMedia } from './mediaAnswers.js';
import { answerSaved } from './savedAnswers.js';

/** ms in which a page answers that is not asleep. */
const patience = 2000;
/** How addresses begin at which visitors open links, as `linkPath` of the contract says. */
const linkPath = '/link/';

/** Asks a page something. Rejects where it does not know, or is told to stop. */
const ask = (page, question, signal) =>
  new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => (data === undefined ? reject(new Error('unknown')) : resolve(data));
    signal?.addEventListener('abort', () => {
      port1.postMessage('stop');
      reject(signal.reason);
    });
    page.postMessage(question, [port2]);
  });

const askSoon = (page, question) =>
  Promise.race([ask(page, question), new Promise((_, reject) => setTimeout(reject, patience))]);

/**
 * Shows a push. A page that is open is asked for words; where none answers the fixed ones stand. One notification for each,
 * always: browsers take the permission away otherwise.
 */
async function show({ title, body, lang, tag, navigate }) {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const question = { ask: 'words', workspace: tag };
  const words = await Promise.any(pages.map((page) => askSoon(page, question))).catch(() => ({
    title,
    body,
  }));
  await self.registration.showNotification(words.title, { body: words.body, lang, tag, data: navigate });
}

async function open(address) {
  const { href, origin } = new URL(address, self.location.origin);
  if (origin !== self.location.origin) return;
  const all = await self.clients.matchAll({ type: 'window' });
  // What a visitor has open is no page of the app.
  const pages = all.filter(({ url }) => !new URL(url).pathname.startsWith(linkPath));
  const page = pages.find(({ focused }) => focused) ?? pages[0];
  // A page that this worker does not control cannot be led elsewhere by it.
  if (page)
    await page.navigate(href).then(
      (there) => there?.focus(),
      () => self.clients.openWindow(href),
    );
  else await self.clients.openWindow(href);
}

/** Plays for the page that asks, however busy that is: no other page can ask for what this one has open. */
const play = ({ request, clientId }) =>
  answerMedia(request, async (question, signal) =>
    ask(await self.clients.get(clientId), { ask: 'media', ...question }, signal),
  );

/**
 * Lets the browser save what a page has under an id that no other page knows: whose frame asks, browsers do not say. How long it
 * waits for that page is the page's to say, by taking its frame away: what it answers late it holds for taken.
 */
function save({ request }) {
  let page;
  return answerSaved(request, async (question, signal) => {
    const about = { ask: 'saved', ...question };
    if (page) return ask(page, about, signal);
    const asked = (await self.clients.matchAll({ type: 'window' })).map(async (each) => {
      const found = await ask(each, about);
      page = each;
      return found;
    });
    return Promise.any(asked);
  });
}

self.addEventListener('install', (event) => {
  // Where browsers can be told so, nothing but what is played or saved comes by here.
  event.addRoutes?.([
    { condition: { urlPattern: '/media/*' }, source: 'fetch-event' },
    { condition: { urlPattern: '/saved/*' }, source: 'fetch-event' },
    { condition: { urlPattern: '/*' }, source: 'network' },
  ]);
  self.skipWaiting();
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
// A page that was loaded past this worker is not controlled until it asks. While it saves something it asks again and again:
// browsers end a worker that nothing was asked of for half a minute.
self.addEventListener('message', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin !== self.location.origin) return;
  if (pathname.startsWith('/media/')) event.respondWith(play(event));
  if (pathname.startsWith('/saved/')) event.respondWith(save(event));
});
self.addEventListener('push', (event) => event.waitUntil(show(event.data.json().notification)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
