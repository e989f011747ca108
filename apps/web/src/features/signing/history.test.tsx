// @vitest-environment happy-dom
/** The history of a request names who withdrew it, which need not be who asked. */
import type { SigningState } from '@kontor/client/nouns/signing';
import { createCollections } from '@kontor/client/replica/collections';
import type { Signing } from '@kontor/contract/nouns/signing';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { SigningHistory } from './history.tsx';

const people = new Map([['dora', { id: 'dora', name: 'Dora' }]]);

it.each([
  [{ authorId: 'ada' }, 'Ada withdrew the request'],
  [{ withdrawnWhy: 'Wrong sum' }, 'Ada withdrew the request: Wrong sum'],
  [{ authorId: 'dora', withdrawnWhy: 'Wrong sum' }, 'Dora withdrew the request: Wrong sum'],
  // Nobody whom this person reads.
  [{ authorId: 'emil', withdrawnWhy: 'Wrong sum' }, 'Withdrawn: Wrong sum'],
])('of %j says “%s”', (more, text) => {
  const records = { collections: createCollections() };
  provideWorkspace({ records, userId: 'ben' } as unknown as OpenWorkspace);
  const asked = { id: 'r', askerId: 'ada', askerName: 'Ada', createdAt: 1, withdrawnAt: 2, signers: [] };
  const element = document.createElement('div');
  const root = createRoot(element);
  const state = { status: 'withdrawn', signers: [] } as unknown as SigningState;
  flushSync(() =>
    root.render(
      <SigningHistory request={{ ...asked, ...more } as never as Signing} state={state} people={people} />,
    ),
  );
  expect(element.querySelector('li:last-child')?.textContent.endsWith(text)).toBe(true);
  flushSync(() => root.unmount());
});
