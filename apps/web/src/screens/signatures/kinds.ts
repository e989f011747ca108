import type { SigningFieldKind } from '@kontor/contract/nouns/signing';
import { signingMessages } from '../../features/signing/messages.ts';

const words = {
  signature: 'kindSignature',
  initials: 'kindInitials',
  date: 'kindDate',
  text: 'kindText',
} as const satisfies Record<SigningFieldKind, string>;

/** Says what is to be put on a place. */
export const kindWords = (kind: SigningFieldKind): string => signingMessages.t(words[kind]);
