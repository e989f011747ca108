// @vitest-environment happy-dom
/** A mute that waited for a connection, and was refused then, is said with its place and the cause: once, be it before anybody listens. */
import { CallError } from '@kontor/client/http/callError';
import { observable } from '@kontor/client/observable';
import type { RefusedMute } from '@kontor/client/workspace/waitingMutes';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { toast } from '../../platform/toasts.tsx';
import { useRefusedMutes } from './useRefusedMutes.ts';

const opened = vi.hoisted(() => ({ records: {} as Record<string, unknown> }));
vi.mock('../../platform/workspace/workspace.ts', async (original) => ({
  ...(await original<object>()),
  useWorkspace: () => opened,
}));
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

it('says which place could not be muted, and why', () => {
  const said = vi.spyOn(toast, 'error').mockReturnValue();
  const refuse = (id: string, isMuted: boolean): RefusedMute[] => [
    { id, isMuted, error: new CallError('OVER_PERSONAL_QUOTA', 409, 'too much') },
  ];
  const refusedMutes = observable<readonly RefusedMute[]>(refuse('roof', true));
  const none = { get: () => undefined };
  opened.records = {
    collections: {
      project: { get: (id: string) => (id === 'roof' ? {} : undefined) },
      room: none,
      task: none,
    },
    notifications: { refusedMutes, dismissRefusedMutes: () => refusedMutes.set([]) },
  };
  const Screen = () => {
    useRefusedMutes(({ id }) => (id === 'roof' ? 'Roof' : undefined));
    return null;
  };
  const root = createRoot(document.createElement('div'));
  act(() => root.render(<Screen />));
  act(() => refusedMutes.set(refuse('roof', false)));
  act(() => refusedMutes.set(refuse('elsewhere', true)));
  act(() => root.render(<Screen />));
  expect(said.mock.calls.map(([text]) => text.replace(/ What you keep .*first\.$/, ' [cause]'))).toEqual([
    '“Roof” could not be muted. [cause]',
    '“Roof” could not be unmuted. [cause]',
    'The notifications could not be changed. [cause]',
  ]);
  act(() => root.unmount());
});
