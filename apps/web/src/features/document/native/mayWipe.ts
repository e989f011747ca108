import { confirm } from '../../../ui/overlay/confirm.tsx';
import { nativeMessages } from './messages.ts';
import { isHere, namesOf, othersNote } from './named.ts';
import { filesInDoubt, giveBackLeases } from './nativeFiles.ts';

const { t } = nativeMessages;

/** The words for what wipes: the question where nothing is known, and the button. */
interface Wiping {
  title: string;
  action: string;
}

const signingOut = (): Wiping => ({ title: t('signOutUnknownTitle'), action: t('signOut') });

/**
 * Asks before signing out, or what the caller does, wipes what was saved at this server and is not uploaded, or is open in a
 * program. True where nothing is, or it may go: then nobody is told any more that it is open here.
 */
export async function mayWipe(words = signingOut()): Promise<boolean> {
  const wipes = await asksToWipe(words);
  if (wipes) await giveBackLeases();
  return wipes;
}

async function asksToWipe({ title: unknownTitle, action }: Wiping): Promise<boolean> {
  const { isUnknown, ...files } = await filesInDoubt();
  const [unsent, held] = [files.unsent.filter(isHere), files.held.filter(isHere)];
  if (unsent.length === 0 && held.length === 0 && !isUnknown) return true;
  const heldTitle = held.length > 0 ? t('quitHeldTitle', { count: held.length }) : unknownTitle;
  const title = unsent.length > 0 ? t('wipeTitle', { count: unsent.length }) : heldTitle;
  const body = [
    unsent.length > 0 && t('wipeBody'),
    othersNote(unsent),
    isUnknown && t('unknownBody'),
    held.length > 0 && t('wipeHeldBody', { names: namesOf(held) }),
  ]
    .filter(Boolean)
    .join(' ');
  return confirm({ title, body, action, danger: true });
}
