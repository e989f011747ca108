import { shownName } from '../../../platform/text/shownName.ts';
import { confirm } from '../../../ui/overlay/confirm.tsx';
import { nativeMessages } from './messages.ts';
import { heldFiles, unsentFiles } from './nativeFiles.ts';

const { t } = nativeMessages;

/** Asks before signing out wipes what was saved and is not uploaded, or is open in a program. True where nothing is, or it may go. */
export async function mayWipe(): Promise<boolean> {
  const unsent = await unsentFiles();
  const held = await heldFiles();
  if (unsent === 0 && held.length === 0) return true;
  const names = held.map(({ name }) => shownName(name)).join(', ');
  const title =
    unsent > 0 ? t('signOutTitle', { count: unsent }) : t('quitHeldTitle', { count: held.length });
  const body = [unsent > 0 && t('signOutBody'), names && t('signOutHeldBody', { names })]
    .filter(Boolean)
    .join(' ');
  return confirm({ title, body, action: t('signOut'), danger: true });
}
