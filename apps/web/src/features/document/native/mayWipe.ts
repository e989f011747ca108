import { confirm } from '../../../ui/overlay/confirm.tsx';
import { nativeMessages } from './messages.ts';
import { isHere, namesOf, othersNote } from './named.ts';
import { filesInDoubt, giveBackLeases } from './nativeFiles.ts';

const { t } = nativeMessages;

/**
 * Asks before signing out wipes what was saved at this server and is not uploaded, or is open in a program. True where nothing
 * is, or it may go: then nobody is told any more that it is open here.
 */
export async function mayWipe(): Promise<boolean> {
  const wipes = await asksToWipe();
  if (wipes) await giveBackLeases();
  return wipes;
}

async function asksToWipe(): Promise<boolean> {
  const { isUnknown, ...files } = await filesInDoubt();
  const [unsent, held] = [files.unsent.filter(isHere), files.held.filter(isHere)];
  if (unsent.length === 0 && held.length === 0 && !isUnknown) return true;
  const heldTitle = held.length > 0 ? t('quitHeldTitle', { count: held.length }) : t('signOutUnknownTitle');
  const title = unsent.length > 0 ? t('signOutTitle', { count: unsent.length }) : heldTitle;
  const body = [
    unsent.length > 0 && t('signOutBody'),
    othersNote(unsent),
    isUnknown && t('unknownBody'),
    held.length > 0 && t('signOutHeldBody', { names: namesOf(held) }),
  ]
    .filter(Boolean)
    .join(' ');
  return confirm({ title, body, action: t('signOut'), danger: true });
}
