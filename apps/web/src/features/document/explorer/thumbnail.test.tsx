// @vitest-environment happy-dom
import type { Document } from '@kontor/contract/nouns/document';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { Thumbnail } from './thumbnail.tsx';

vi.mock('../../../ui/picture/header.ts', () => ({ headerSize: () => ({ width: 1, height: 1 }) }));

it('asks for a picture that could not be had once more when it comes into view again, and no more once it is here', async () => {
  let see: (isIntersecting: boolean) => void = () => {};
  const disconnect = vi.fn();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      disconnect = disconnect;
      observe = () => {};
      constructor(tell: (entries: object[]) => void) {
        see = (isIntersecting) => tell([{ isIntersecting }]);
      }
    },
  );
  const beside = vi.fn(async () => new Blob(['picture'])).mockRejectedValueOnce(new Error('offline'));
  provideWorkspace({ downloads: { beside } } as unknown as OpenWorkspace);
  const page = document.body.appendChild(document.createElement('div'));
  const root = createRoot(page);
  const file = { id: 'a', kind: 'file', name: 'Plan.png', thumbnail: { blobId: 'b' } } as unknown as Document;
  flushSync(() => root.render(<Thumbnail document={file} />));
  for (const isInView of [true, false, true]) {
    see(isInView);
    await new Promise((resolve) => setTimeout(resolve));
  }
  await vi.waitFor(() => expect(page.querySelector('img')).not.toBeNull());
  expect(beside).toHaveBeenCalledTimes(2);
  expect(disconnect).toHaveBeenCalledOnce();
  flushSync(() => root.unmount());
  page.remove();
  provideWorkspace(undefined);
  vi.unstubAllGlobals();
});
