/** The app's service worker (`public/serviceWorker.js`): started by what needs it first, and answered by this page. */
import { isDesktop } from './desktop/desktop.ts';

/** ms in which a worker takes over this page, on a busy machine too; where there can be none, browsers say so at once. */
const patience = 20_000;

/** Starts the worker. Rejects where the browser has none to offer. */
export async function startServiceWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register('/serviceWorker.js', { type: 'module' });
  return navigator.serviceWorker.ready;
}

/** Starts the worker and waits until what this page asks for comes by it. Resolves with false where it never will. */
export async function isServed(): Promise<boolean> {
  // The pages of the desktop app come from the shell, which no worker can stand before.
  if (isDesktop() || !('serviceWorker' in navigator)) return false;
  const started = startServiceWorker().then(async ({ active }) => {
    if (navigator.serviceWorker.controller) return true;
    const taken = new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
    });
    active?.postMessage('claim');
    await taken;
    return true;
  });
  const late = new Promise<false>((resolve) => setTimeout(resolve, patience, false));
  return Promise.race([started.catch(() => false), late]);
}
