import type { Checkout } from '@kontor/client/desktop/bridge';
import { serverOrigin } from '../../../platform/desktop/servers.ts';
import { shownName } from '../../../platform/text/shownName.ts';
import { currentSession } from '../../../platform/workspace/session.ts';
import { nativeMessages } from './messages.ts';

/** Tells whether a file is of the server that is used. */
export const isHere = ({ server }: Checkout): boolean => server === serverOrigin();

/** Lists files by their names. */
export const namesOf = (files: readonly Checkout[]): string =>
  files.map(({ name }) => shownName(name)).join(', ');

/** Names those of the files that are another account's, which shows nowhere else; nothing where there are none. */
export function othersNote(files: readonly Checkout[]): string | false {
  const own = currentSession().user?.id;
  const names = namesOf(files.filter((file) => file.userId !== own || !isHere(file)));
  return names !== '' && nativeMessages.t('ofOthers', { names });
}
