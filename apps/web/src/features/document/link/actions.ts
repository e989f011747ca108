/** Links for people without an account. */

import { writeAddress } from '@kontor/client/link/address';
import { type LinkTerms, TooManyFilesError } from '@kontor/client/link/links';
import type { Link } from '@kontor/contract/nouns/link';
import { dayMs } from '@kontor/contract/time/day';
import { serverOrigin } from '../../../platform/desktop/servers.ts';
import { failureText, toastFailure } from '../../../platform/failures/failures.ts';
import { formatNumber } from '../../../platform/text/format.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { toast } from '../../../platform/toasts.tsx';
import { tryAct } from '../../../platform/tryAct.ts';
import { serverNow } from '../../../platform/workspace/serverNow.ts';
import { currentSession } from '../../../platform/workspace/session.ts';
import { currentWorkspace, isOffline } from '../../../platform/workspace/workspace.ts';
import { copyText } from '../../../ui/copyText.ts';
import { confirm } from '../../../ui/overlay/confirm.tsx';
import { linkMessages } from './messages.ts';
import { noteRevoked } from './queries.ts';

const { t } = linkMessages;

/** Returns the address of a link. */
export const addressOfLink = (link: Link): string => writeAddress(serverOrigin(), link);

/** Makes a link to a document as it is now, for so many days. Returns its id; undefined after saying why there is none. */
export async function makeLink(
  documentId: string,
  { days, ...terms }: Omit<LinkTerms, 'expiresAt'> & { days: number },
): Promise<string | undefined> {
  try {
    const { records } = currentWorkspace();
    const expiresAt = serverNow(records) + days * dayMs;
    return await (await records.links()).make(documentId, { ...terms, expiresAt });
  } catch (error) {
    const isTooMany = error instanceof TooManyFilesError;
    toast.error(
      isTooMany ? t('tooMany', { most: formatNumber(error.most, 0) }) : failureText(error, t('failed')),
    );
    return undefined;
  }
}

/** Copies the address of a link. */
export const copyLink = (link: Link): Promise<void> =>
  copyText(addressOfLink(link), t('copied'), t('copyFailed'));

/** Takes a link that opens nothing any more off the list. */
export const removeLink = (link: Link): boolean =>
  tryAct(() => currentWorkspace().records.remove('link', link.id), t('revokeFailed'));

/** Asks, then takes a link back. */
export async function revokeLink(link: Link): Promise<void> {
  const agreed = await confirm({
    title: t('revokeTitle', { name: shownName(link.name) }),
    body: t(isOffline() ? 'revokeOffline' : 'revokeBody'),
    action: t('revoke'),
    danger: true,
  });
  if (!agreed) return;
  noteRevoked(link);
  removeLink(link);
}

/** Switches links on or off for the whole workspace. */
export async function allowLinks(allowsLinks: boolean): Promise<void> {
  try {
    await currentSession().workspaces.update(
      currentWorkspace().records.id,
      { allowsLinks },
      { allowsLinks: !allowsLinks },
    );
  } catch (failure) {
    toastFailure(failure, t('switchFailed'));
  }
}
