// @vitest-environment happy-dom
/** An invitation that is half typed: it outlives its form until it is sent. */
import type { KeptDrafts } from '@kontor/client/session/keptDrafts';
import type { Session } from '@kontor/client/session/session';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { draftCount, forgetDrafts, keepDraftsIn, lookAround } from '../../platform/draft/drafts.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import { type OpenWorkspace, provideWorkspace } from '../../platform/workspace/workspace.ts';
import { InviteForm } from './inviteForm.tsx';
import { invitationMessages } from './messages.ts';

vi.mock('../../ui/form/formSlideOver.tsx', () => ({
  FormSlideOver: ({ children, onSubmit }: { children: ReactNode; onSubmit: () => void }) => (
    <form onSubmit={onSubmit}>{children}</form>
  ),
}));
vi.mock('../../ui/overlay/slideOver.tsx', () => ({
  SlideOver: ({ title }: { title: ReactNode }) => <h2>{title}</h2>,
}));
vi.mock('../../platform/workspace/calls.ts', () => ({ calls: { invalidateQueries: async () => {} } }));
vi.mock('../../platform/workspace/serverTerms.ts', () => ({ useServerTerms: () => undefined }));

it('brings the address back that was typed before the form was left, until it is sent', async () => {
  const invite = vi.fn(async () => 'link');
  const records = { id: 'w', outbox: { stored: async () => {} }, team: async () => ({ invite }) };
  provideWorkspace({ records, userId: 'ada' } as unknown as OpenWorkspace);
  provideSession({ subscribe: () => () => {}, workspaces: { list: [] } } as unknown as Session);
  const kept = new Map<string, unknown>();
  const store = { found: new Map(), read: async () => kept, keep: async () => {} };
  keepDraftsIn(store as unknown as KeptDrafts);
  const field = () => document.querySelector<HTMLInputElement>('input[type="email"]')!;
  const open = () => {
    const root = createRoot(document.body.appendChild(document.createElement('div')));
    flushSync(() =>
      root.render(
        <MantineProvider env="test">
          <InviteForm customers={[]} close={() => {}} />
        </MantineProvider>,
      ),
    );
    return () => flushSync(() => root.unmount());
  };
  const leave = open();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), 'ben@oak.example');
  flushSync(() => field().dispatchEvent(new Event('input', { bubbles: true })));
  leave();
  const end = open();
  expect(field().value).toBe('ben@oak.example');
  document.querySelector('form')!.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  await vi.waitFor(() => expect(invite).toHaveBeenCalledWith({ email: 'ben@oak.example', role: 'EMPLOYEE' }));
  await vi.waitFor(() => expect(draftCount()).toBe(0));
  // Another tab begins the next one.
  const values = { email: 'eve@oak.example', role: 'EMPLOYEE', customerId: '' };
  kept.set('w/invitation new', { base: { ...values, email: '' }, values });
  await lookAround();
  await new Promise((resolve) => setTimeout(resolve));
  expect([draftCount(), document.querySelector('h2')?.textContent]).toEqual([
    1,
    invitationMessages.t('invited', { email: 'ben@oak.example' }),
  ]);
  forgetDrafts();
  keepDraftsIn(undefined);
  end();
});
