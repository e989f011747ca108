// @vitest-environment happy-dom
/** The button that opens a document in its program, and for whom it is there. */
import { observable } from '@kontor/client/observable';
import type { Role } from '@kontor/contract/entity/role';
import type { Document } from '@kontor/contract/nouns/document';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { provideSession } from '../../../platform/workspace/session.ts';
import { provideWorkspace } from '../../../platform/workspace/workspace.ts';
import { NativeButton } from './nativeButton.tsx';

/** Counts the buttons that somebody of a role sees. */
function buttonsFor(role: Role, access: 'full' | 'readOnly'): number {
  const list = [{ id: 'w', role, status: 'ACTIVE', isOwner: false, access }];
  provideSession({ workspaces: { list }, subscribe: () => () => {} } as never);
  provideWorkspace({ records: { id: 'w', log: observable(undefined) }, userId: 'u' } as never);
  const place = document.createElement('div');
  const file = { id: 'd', kind: 'file' } as Document;
  const root = createRoot(place);
  flushSync(() =>
    root.render(
      <MantineProvider>
        <NativeButton document={file} />
      </MantineProvider>,
    ),
  );
  const { length } = place.querySelectorAll('button');
  flushSync(() => root.unmount());
  return length;
}

it('is for those whose saves could become versions', () => {
  expect(buttonsFor('EMPLOYEE', 'full')).toBe(0);
  Object.assign(window, { kontorDesktop: {} });
  expect(buttonsFor('EMPLOYEE', 'full')).toBe(1);
  expect(buttonsFor('CUSTOMER', 'full')).toBe(0);
  expect(buttonsFor('EMPLOYEE', 'readOnly')).toBe(0);
});
