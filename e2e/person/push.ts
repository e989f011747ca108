/** Pushes to a page of Chromium, by its own protocol: the browser's push service is all that is not there. */
import type { Page } from '@playwright/test';

/** Lets pushes come to a page, as after the person allowed them. Resolves with what delivers one. */
export async function takePushes(page: Page): Promise<(notification: object) => Promise<void>> {
  await page.context().grantPermissions(['notifications']);
  const browser = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await browser.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/serviceWorker.js', { type: 'module' });
    await navigator.serviceWorker.ready;
  });
  const registrationId = await registered;
  return async (notification) => {
    const { origin } = new URL(page.url());
    const data = JSON.stringify({ notification });
    await browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
}

/** Reads what the browser shows of pushes, with the page that a click leads to. */
export const shownPushes = (page: Page): Promise<{ title: string; body: string; leadsTo: string }[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, data }) => ({ title, body, leadsTo: data }));
  });
