import { UnsentChanges } from '@kontor/client/session/view/sessionView';
import { mayWipe } from '../../features/document/native/mayWipe.ts';
import { draftCount } from '../../platform/draft/drafts.ts';
import { toastFailure } from '../../platform/failures/failures.ts';
import { currentSession, leaveOnPurpose } from '../../platform/workspace/session.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { appMessages } from '../messages.ts';

const { t } = appMessages;

/** Asks before changes are left behind that have not reached the server; they stay sealed for the next sign-in. */
const leaveUnsent = (count: number): Promise<boolean> =>
  confirm({
    title: t('signOutUnsentTitle', { count }),
    body: t('signOutUnsentBody'),
    action: t('signOut'),
  });

/** Asks before what was typed and not saved goes: nothing of it is anywhere else. */
async function mayForget(): Promise<boolean> {
  const count = draftCount();
  const title = t('signOutDraftsTitle', { count });
  return count === 0 || confirm({ title, body: t('signOutDraftsBody'), action: t('signOut'), danger: true });
}

/** Forgets answers. Where the code that asks was not loaded, and cannot be, there are none. */
const forgetCalls = (): Promise<void> =>
  import('../../platform/workspace/calls.ts').then(
    ({ calls }) => calls.clear(),
    () => {},
  );

/** Signs out and forgets what this tab holds in memory. */
export const signOut = (): Promise<void> =>
  leave((session) =>
    session.signOut().catch(async (failure: unknown) => {
      if (!(failure instanceof UnsentChanges)) throw failure;
      if (await leaveUnsent(failure.count)) return session.signOut({ discard: false });
    }),
  );

/** Asks, signs out, and leaves nothing of the account on this device. */
export async function removeAccount(): Promise<void> {
  const title = t('removeAccount');
  if (!(await confirm({ title, body: t('removeAccountBody'), action: title, danger: true }))) return;
  await leave((session) => session.signOut({ discard: true, remove: true }));
}

async function leave(act: (session: ReturnType<typeof currentSession>) => Promise<void>): Promise<void> {
  const session = currentSession();
  if (!(await mayForget()) || !(await mayWipe())) return;
  leaveOnPurpose();
  try {
    await act(session);
  } catch (failure) {
    toastFailure(failure);
  }
  if (session.status === 'authenticated') return leaveOnPurpose(false);
  await forgetCalls();
}
