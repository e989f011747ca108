import { confirm } from '../../../ui/overlay/confirm.tsx';
import { nativeMessages } from './messages.ts';
import { namesOf, othersNote } from './named.ts';
import { heldFiles, unsentFiles } from './nativeFiles.ts';

const { t } = nativeMessages;

/** Asks before signing out wipes what was saved and is not uploaded, or is open in a program. True where nothing is, or it may go. */
export async function mayWipe(): Promise<boolean> {
  const unsent = await unsentFiles();
  const held = await heldFiles();
  if (unsent.length === 0 && held.length === 0) return true;
  const title =
    unsent.length > 0
      ? t('signOutTitle', { count: unsent.length })
      : t('quitHeldTitle', { count: held.length });
  const body = [
    unsent.length > 0 && t('signOutBody'),
    othersNote(unsent),
    held.length > 0 && t('signOutHeldBody', { names: namesOf(held) }),
  ]
    .filter(Boolean)
    .join(' ');
  return confirm({ title, body, action: t('signOut'), danger: true });
}
