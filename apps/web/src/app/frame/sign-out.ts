import { forgetCalls } from '../../platform/calls.tsx';
import { forgetDrafts } from '../../platform/drafts.ts';
import { currentSession } from '../../platform/session.ts';
import { confirm } from '../../ui/confirm.tsx';
import { appMessages } from '../messages.ts';

/** Signs out; asks first when changes have not reached the server. They stay sealed for the next sign-in. */
export async function signOut(): Promise<void> {
  const session = currentSession();
  const count = session.line.waiting;
  const { t } = appMessages;
  if (count > 0) {
    const sure = await confirm({
      title: t('signOutUnsentTitle', { count }),
      body: t('signOutUnsentBody'),
      action: t('signOut'),
    });
    if (!sure) return;
  }
  forgetDrafts();
  forgetCalls();
  await session.signOut();
}
