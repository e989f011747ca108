import { confirm } from '../../../ui/overlay/confirm.tsx';
import { nativeMessages } from './messages.ts';
import { unsentFiles } from './nativeFiles.ts';

const { t } = nativeMessages;

/** Asks before signing out wipes what was saved and is not uploaded. True where nothing is, or it may go. */
export async function mayWipe(): Promise<boolean> {
  const count = await unsentFiles();
  if (count === 0) return true;
  return confirm({
    title: t('signOutTitle', { count }),
    body: t('signOutBody'),
    action: t('signOut'),
    danger: true,
  });
}
