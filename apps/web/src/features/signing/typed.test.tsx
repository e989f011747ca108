// @vitest-environment happy-dom
/** Text typed about signatures: it outlives its dialog, its page, and a new version of the document. */
import { until } from '@kontor/client/replica/testing/client';
import type { SigningField } from '@kontor/contract/nouns/signing';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it } from 'vitest';
import { draftCount, forgetDrafts } from '../../platform/draft/drafts.ts';
import { ReasonDialog } from './signForm.tsx';
import { type TypedRequestState, useTypedRequest } from './useTypedRequest.ts';

// happy-dom has no fonts, to which fields that grow listen.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });
afterEach(forgetDrafts);

function show(node: ReactNode): () => void {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  flushSync(() => root.render(<MantineProvider env="test">{node}</MantineProvider>));
  return () => flushSync(() => root.unmount());
}

it('brings a reason back that was typed before the dialog was closed, until it is given', async () => {
  const given: string[] = [];
  const dialog = (
    <ReasonDialog
      title="Decline?"
      body=""
      action="Decline"
      draft="decline a"
      isNeeded
      onGive={(reason) => given.push(reason) > 0}
      onClose={() => {}}
    />
  );
  const area = () => document.querySelector<HTMLTextAreaElement>('textarea:not([aria-hidden])')!;
  const close = show(dialog);
  await until(() => area() !== null);
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')!.set!.call(area(), 'Wrong sum');
  flushSync(() => area().dispatchEvent(new Event('input', { bubbles: true })));
  close();
  await until(() => area() === null);
  const end = show(dialog);
  await until(() => area() !== null);
  expect(area().value).toBe('Wrong sum');
  const button = [...document.querySelectorAll('button')].find((each) => each.textContent === 'Decline')!;
  flushSync(() => button.click());
  expect(given).toEqual(['Wrong sum']);
  expect(draftCount()).toBe(0);
  end();
});

it('keeps a request for the next version of its document, without the places on the pages of this one', () => {
  let request!: TypedRequestState;
  const Ask = ({ blobId }: { blobId: string }) => {
    request = useTypedRequest('document', blobId);
    return null;
  };
  const field: SigningField = {
    id: 'f',
    userId: 'ben',
    kind: 'signature',
    page: 0,
    x: 0,
    y: 0,
    width: 1,
  } as never;
  let close = show(<Ask blobId="one" />);
  flushSync(() => request.change({ message: 'Please sign by Friday', signerIds: ['ben'], fields: [field] }));
  close();
  close = show(<Ask blobId="one" />);
  expect(request.typed.fields).toEqual([field]);
  expect(request.lostFields).toBe(false);
  close();
  close = show(<Ask blobId="two" />);
  expect(request.typed).toMatchObject({ message: 'Please sign by Friday', signerIds: ['ben'], fields: [] });
  expect(request.lostFields).toBe(true);
  flushSync(() => request.clear());
  expect(draftCount()).toBe(0);
  close();
});
