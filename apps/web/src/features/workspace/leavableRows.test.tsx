// @vitest-environment happy-dom
/** The ways out of workspaces: who owns one is told what they can still do. */
import type { WorkspaceSummary } from '@kontor/contract/wire/workspace';
import { MantineProvider } from '@mantine/core';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { LeavableRows } from './leavableRows.tsx';

let list: Partial<WorkspaceSummary>[] = [];
vi.mock('../../platform/workspace/session.ts', () => ({
  useSession: (pick: (session: object) => unknown) => pick({ workspaces: { list } }),
}));
vi.mock('../../ui/nav/link.tsx', () => ({
  TextLink: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}));
vi.mock('./leave.ts', () => ({ leaveWorkspace: () => {} }));

function shown(more: Partial<WorkspaceSummary>): HTMLElement {
  list = [{ id: 'id-1', name: 'Firma', invitationId: null, isOwner: true, hasOtherAdmin: false, ...more }];
  const place = document.createElement('div');
  const root = createRoot(place);
  onTestFinished(() => flushSync(() => root.unmount()));
  flushSync(() =>
    root.render(
      <MantineProvider>
        <LeavableRows />
      </MantineProvider>,
    ),
  );
  return place;
}
const subscription = {} as WorkspaceSummary['subscription'];

it('tells an owner to pass it on or delete it, where they can', () => {
  const { textContent } = shown({ status: 'ACTIVE', subscription });
  expect(textContent).toContain('or delete the workspace');
  expect(textContent).not.toContain('erase');
});

it('names the operator and the command to one who is locked out alone, and where to cancel what is billed', () => {
  const billed = shown({ status: 'LOCKED', subscription });
  expect(billed.textContent).toContain('only whoever runs this server');
  expect(billed.textContent).toContain('npm run admin -- erase id-1 id-1');
  expect(billed.querySelector('a')?.getAttribute('href')).toBe('/cancel');
  expect(shown({ status: 'LOCKED', subscription: null }).querySelector('a')).toBeNull();
});

it('sends one who is locked out to the other admin', () => {
  const { textContent } = shown({ status: 'LOCKED', hasOtherAdmin: true, subscription });
  expect(textContent).toContain('Let an admin unlock it');
  expect(textContent).not.toContain('erase');
});
