import { type AnyRouter, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { workspaceMessages } from '../features/workspace/messages.ts';
import { toast } from '../platform/toasts.tsx';
import { useActor } from '../platform/workspace/actor.ts';
import { currentSession, useSession } from '../platform/workspace/session.ts';
import { useObservable, useWorkspace } from '../platform/workspace/workspace.ts';

/** The server's words for somebody who has no place here any more. */
const shutOut = new Set(['NOT_FOUND', 'PERMISSION_DENIED']);

/**
 * Asks the guards again when the person's place in the open workspace changes while a page of it is in view: another
 * role, locked, switched off, removed.
 */
export function useRoleChange(): void {
  const router = useRouter();
  const { records } = useWorkspace();
  const actor = useActor();
  // The session's list says LOCKED, too, where the member log names another certificate than this device has.
  const status = useSession(({ workspaces }) => workspaces.list.find(({ id }) => id === records.id)?.status);
  const place = `${actor?.role} ${actor?.status} ${status}`;
  const { connection, reason } = useObservable(records.status);
  const isShutOut = connection === 'refused' && shutOut.has(reason);
  const before = useRef(place);
  const isLooking = useRef(false);
  const listed = useSession(({ workspaces }) => workspaces.list.find(({ id }) => id === records.id)?.name);
  // The list may have been loaded anew, without this workspace, before the shut door is noticed.
  const name = useRef(listed ?? '');
  useEffect(() => {
    if (listed !== undefined) name.current = listed;
  }, [listed]);
  useEffect(() => {
    if (before.current === place && !isShutOut) return;
    before.current = place;
    // One change may show in several places, one after the other: it is told once.
    if (isLooking.current) return;
    isLooking.current = true;
    void lookAgain(records.id, name.current, router).finally(() => {
      isLooking.current = false;
    });
  }, [place, isShutOut, records.id, router]);
}

async function lookAgain(workspaceId: string, name: string, router: AnyRouter): Promise<void> {
  const session = currentSession();
  // Whoever was signed out has no list, and nobody to ask for.
  if (session.status !== 'authenticated') return;
  // Without an answer everything stays as it is; the next pull asks again.
  await session.workspaces.reload().catch(() => undefined);
  if (session.status !== 'authenticated') return;
  if (session.workspaces.list.some(({ id }) => id === workspaceId)) return router.invalidate();
  if (!session.workspaces.wasEndedHere(workspaceId)) toast.info(workspaceMessages.t('removed', { name }));
  await router.navigate({ to: '/' });
}
