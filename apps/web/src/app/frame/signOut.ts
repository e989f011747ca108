import { UnsentChanges } from '@kontor/client/session/view/sessionView';
import { mayForgetDrafts } from '../../features/account/mayForgetDrafts.tsx';
import { mayWipe } from '../../features/document/native/mayWipe.ts';
import { toastFailure } from '../../platform/failures/failures.ts';
import { currentSession, leaveOnPurpose } from '../../platform/workspace/session.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';
import { appMessages } from '../messages.ts';

const { t } = appMessages;

/** Asks before changes are left behind that have not reached the server; they stay sealed for the next sign-in, where there is room. */
const mayLeaveUnsent = ({ count, unstored }: UnsentChanges): Promise<boolean> =>
  confirm({
    title: t('signOutUnsentTitle', { count }),
    body: unstored > 0 ? t('signOutUnstoredBody', { unstored }) : t('signOutUnsentBody'),
    action: t('signOut'),
  });

/** Signs out and forgets what this tab holds in memory. */
export const signOut = (): Promise<void> =>
  leave((session) =>
    session.signOut().catch(async (failure: unknown) => {
      if (!(failure instanceof UnsentChanges)) throw failure;
      if (await mayLeaveUnsent(failure)) return session.signOut({ discard: false });
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
  try {
    if (!(await mayForgetDrafts()) || !(await mayWipe())) return;
    leaveOnPurpose();
    await act(session);
  } catch (failure) {
    toastFailure(failure);
  }
  if (session.status === 'authenticated') leaveOnPurpose(false);
}
