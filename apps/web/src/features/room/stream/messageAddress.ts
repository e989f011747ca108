import type { Message } from '@kontor/contract/nouns/message';
import { appAddress } from '../../../platform/appAddress.ts';

/** Returns the address of a message, in its room's, of the workspace in view. */
export const messageAddress = ({ id, scopeId, createdRevision }: Message): string =>
  appAddress(`chat/${scopeId}`, { message: id, ...(createdRevision && { at: String(createdRevision) }) });
