import type { Checkout } from '@kontor/client/desktop/bridge';
import { shownName } from '../../../platform/text/shownName.ts';
import { currentSession } from '../../../platform/workspace/session.ts';
import { nativeMessages } from './messages.ts';

/** Lists files by their names. */
export const namesOf = (files: readonly Checkout[]): string =>
  files.map(({ name }) => shownName(name)).join(', ');

/** Names those of the files that are another account's, which shows nowhere else; nothing where there are none. */
export function othersNote(files: readonly Checkout[]): string | false {
  const own = currentSession().user?.id;
  const names = namesOf(files.filter(({ userId }) => userId !== own));
  return names !== '' && nativeMessages.t('ofOthers', { names });
}
