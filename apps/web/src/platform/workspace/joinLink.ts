/**
 * The invitation link that this tab was opened with. Its secret is taken out of the address before anything is fetched
 * and stays in memory alone: cookies, localStorage and a tab's session storage are written to disk, and none of them is
 * gone when the tab is. So a reload asks for the link again; signing in or registering in the same tab does not.
 */
import { observable } from '@kontor/client/observable';
import { type InvitationLink, joinPath, readLink } from '@kontor/client/team/invitationLink';
import { useSyncExternalStore } from 'react';

export type HeldLink = InvitationLink | 'broken' | undefined;

const held = observable<HeldLink>(undefined);

function take(): void {
  if (location.pathname !== joinPath || location.hash.length < 2) return;
  const { hash } = location;
  history.replaceState(history.state, '', joinPath);
  held.set(readLink(hash));
}

/** Takes the link out of the address, now and whenever another one is put there. */
export function startJoinLink(): void {
  take();
  addEventListener('hashchange', take);
}

/** Lets go of the link: it was used, or is of no use. */
export const forgetJoinLink = (): void => held.set(undefined);

export const joinLink = (): HeldLink => held.get();

export const useJoinLink = (): HeldLink => useSyncExternalStore(held.subscribe, held.get);
