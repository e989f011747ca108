// @vitest-environment happy-dom
/** Links into the app that come before there is a server to ask. */
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { startDesktop } from './startDesktop.tsx';

it('follows a link once a server is chosen, and asks for one until then', async () => {
  let follow: (path: string) => void = () => {};
  const bridge = {
    setLanguage: async () => {},
    onQuit: () => {},
    onDeepLink: (listener: typeof follow) => {
      follow = listener;
    },
    keychain: { isAvailable: true },
  };
  Object.assign(window, { kontorDesktop: bridge });
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await startDesktop(root);
  const isAsked = () => expect.poll(() => document.querySelector('h1')?.textContent).toBe('Choose a server');
  await isAsked();
  const { origin } = location;
  for (const [link, address] of [
    ['/w1/tasks?task=1#top', '/w1/tasks?task=1#top'],
    ['/login', '/'],
    ['//evil.example/x', '/'],
  ] as const) {
    follow(link);
    expect(location.href).toBe(origin + address);
    await isAsked();
  }
  root.unmount();
});
