/** The words for states and faults of requests to sign. */
import type { AnswerFault, SignerState, SigningState } from '@kontor/client/nouns/signing';
import type { SigningFault } from '@kontor/client/nouns/signingActs';
import { formatDateTime } from '../../platform/text/format.ts';
import { signingMessages } from './messages.ts';

const { t } = signingMessages;

/** Says how far a request is. */
export function statusWords({ status, signed, signers }: SigningState): string {
  return status === 'waiting' || status === 'expired'
    ? t(status, { signed, count: signers.length })
    : t(status);
}

/** Says how far a request is to its reader, whose own signature may be asked for now. */
export const shownStatus = ({ state, isForMe }: { state: SigningState; isForMe: boolean }): string =>
  isForMe ? t('waitingForYou') : statusWords(state);

const answerFaults = {
  forged: 'faultForged',
  stranger: 'faultStranger',
  document: 'faultDocument',
  request: 'faultRequest',
  chain: 'faultChain',
  order: 'faultOrder',
  shape: 'faultShape',
} as const satisfies Record<AnswerFault, string>;

/** Says what is known of a signer. */
export function signerWords({ answer, fault, isNext }: SignerState, { status }: SigningState): string {
  if (fault) return t(answerFaults[fault]);
  if (!answer) return t(isNext ? 'signerNext' : status === 'waiting' ? 'signerLater' : 'signerMissing');
  const at = formatDateTime(answer.signedAt);
  return answer.outcome === 'signed'
    ? t('signerSigned', { at })
    : t('signerDeclined', { at, reason: answer.reason ?? '' });
}

const actFaults = {
  'no-signers': 'faultNoSigners',
  'too-many': 'faultTooMany',
  'no-content': 'faultNoContent',
  customers: 'faultCustomers',
  'not-a-reader': 'faultNotAReader',
  past: 'faultPast',
  closed: 'faultClosed',
  forged: 'faultForgedRequest',
  'not-asked': 'faultNotAsked',
  'other-document': 'otherBytes',
  incomplete: 'faultIncomplete',
  'not-own': 'faultNotOwn',
} as const satisfies Record<SigningFault, string>;

/** Says what kept somebody from an act. */
export const actFault = (fault: SigningFault): string => t(actFaults[fault]);
