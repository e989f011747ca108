import type { Message } from '@kontor/contract/nouns/message';
import { serverOrigin } from '../../../platform/desktop/servers.ts';

/** Returns the address of a message, in its room's, of the workspace in view. */
export const messageAddress = ({ id, scopeId, createdRevision }: Message): string => {
  const [, workspace] = location.pathname.split('/');
  const query = new URLSearchParams({ message: id, ...(createdRevision && { at: String(createdRevision) }) });
  return `${serverOrigin()}/${workspace}/chat/${scopeId}?${query}`;
};
