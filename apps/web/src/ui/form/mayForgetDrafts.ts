import { draftCount, lookAround } from '../../platform/draft/drafts.ts';
import { uiMessages } from '../messages.ts';
import { confirm } from '../overlay/confirm.tsx';

/** Asks before what was typed and not saved goes with a sign-out, in whichever tab: nothing of it is anywhere else. */
export async function mayForgetDrafts(): Promise<boolean> {
  const { t } = uiMessages;
  // Where the device cannot be read, what this tab holds is all that is known.
  await lookAround().catch((error: unknown) => reportError(error));
  const count = draftCount();
  if (count === 0) return true;
  const title = t('signOutDraftsTitle', { count });
  return confirm({ title, body: t('signOutDraftsBody'), action: t('signOut'), danger: true });
}
