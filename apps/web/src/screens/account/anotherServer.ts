import { computerMessages } from '../../features/computer/messages.ts';
import { nativeMessages } from '../../features/document/native/messages.ts';
import { isHere } from '../../features/document/native/named.ts';
import { filesInDoubt } from '../../features/document/native/nativeFiles.ts';
import { keychainTrouble } from '../../platform/desktop/keychain.ts';
import { leaveServer } from '../../platform/desktop/servers.ts';
import { confirm } from '../../ui/overlay/confirm.tsx';

const { t } = computerMessages;

/** Leads to the choice of a server; asks where a save has to wait. The page itself asks about what was typed. */
export async function anotherServer(): Promise<void> {
  const { unsent, isUnknown } = await filesInDoubt();
  const { length: count } = unsent.filter(isHere);
  const title = count > 0 ? t('leaveTitle', { count }) : t('leaveUnknownTitle');
  // The session outlives this page in the keychain alone.
  const stays = keychainTrouble().get() === undefined;
  const sentences = [
    isUnknown && nativeMessages.t('unknownBody'),
    t('leaveBody'),
    stays && t('staysSignedIn'),
  ];
  const body = sentences.filter(Boolean).join(' ');
  const isAsked = count > 0 || isUnknown;
  if (!isAsked || (await confirm({ title, body, action: t('anotherServer') }))) leaveServer();
}
