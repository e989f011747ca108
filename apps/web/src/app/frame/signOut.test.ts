// @vitest-environment happy-dom
/** Signing out asks before it takes what was typed and not saved. */
import type { Session } from '@kontor/client/session/session';
import { UnsentChanges } from '@kontor/client/session/view/sessionView';
import { expect, it, vi } from 'vitest';
import { draftCount, keepDraft } from '../../platform/draft/drafts.ts';
import * as failed from '../../platform/failures/failures.ts';
import { provideSession } from '../../platform/workspace/session.ts';
import type { Question } from '../../ui/overlay/confirm.tsx';
import { signOut } from './signOut.ts';

const asked = vi.hoisted(() => ({ titles: [] as string[], bodies: [] as string[], answer: false }));
vi.mock('../../ui/overlay/confirm.tsx', () => ({
  confirm: async ({ title, body }: Question) => {
    asked.titles.push(title);
    asked.bodies.push(body);
    return asked.answer;
  },
}));
const computer = vi.hoisted(() => ({ mayWipe: async () => true }));
vi.mock('../../features/document/native/mayWipe.ts', () => ({ mayWipe: () => computer.mayWipe() }));
vi.mock('../../features/document/native/nativeFiles.ts', () => ({ wipeOpenDocuments: async () => {} }));

it('asks about drafts, stays where the person does, and asks nothing where there are none', async () => {
  const listeners: (() => void)[] = [];
  const session = {
    status: 'authenticated',
    user: { id: 'ada' } as { id: string } | undefined,
    subscribe: (listener: () => void) => listeners.push(listener),
    signOut: async () => {
      Object.assign(session, { status: 'unauthenticated', user: undefined });
      for (const listener of listeners) listener();
    },
  };
  provideSession(session as unknown as Session);
  keepDraft('task new', 'Roof');
  keepDraft('customer new', 'Alder');
  await signOut();
  expect(asked.titles).toEqual(['2 forms hold text that is not saved']);
  expect(session.status).toBe('authenticated');
  expect(draftCount()).toBe(2);
  asked.answer = true;
  await signOut();
  expect(session.status).toBe('unauthenticated');
  expect(draftCount()).toBe(0);
  Object.assign(session, { status: 'authenticated' });
  await signOut();
  expect(asked.titles).toHaveLength(2);
});

it('says what the device has no room for, which is lost', async () => {
  const session = {
    status: 'authenticated',
    subscribe: () => {},
    signOut: () => Promise.reject(new UnsentChanges(3, 1)),
  };
  provideSession(session as unknown as Session);
  asked.answer = false;
  await signOut();
  expect(asked.titles.at(-1)).toBe('3 changes or uploads are not on the server yet');
  expect(asked.bodies.at(-1)).toMatch('no room for 1 of them');
  session.signOut = () => Promise.reject(new UnsentChanges(3));
  await signOut();
  expect(asked.bodies.at(-1)).toMatch('It all stays');
});

it('says so where the computer fails before it may begin', async () => {
  const failures: unknown[] = [];
  vi.spyOn(failed, 'toastFailure').mockImplementation((failure) => void failures.push(failure));
  computer.mayWipe = () => Promise.reject(new Error('no such folder'));
  await signOut();
  expect(failures).toEqual([new Error('no such folder')]);
});
